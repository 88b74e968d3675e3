import { parseDecimal, type Minor } from '@krapao/contract/money';
import type { GiftRefusal, GiftTicket } from '../../ports/gift-wallet.ts';
import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import { isObject, readObject, readText } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';

/** Refusals by the wallet service's codes. A code that is not listed does not decide where the money is. */
const REFUSALS: Readonly<Record<string, GiftRefusal>> = {
  BAD_PARAM: 'bad_link',
  VOUCHER_NOT_FOUND: 'not_found',
  VOUCHER_OUT_OF_STOCK: 'out_of_stock',
  VOUCHER_EXPIRED: 'expired',
  CANNOT_GET_OWN_VOUCHER: 'own_voucher',
  TARGET_USER_NOT_FOUND: 'no_wallet',
  TARGET_USER_REDEEMED: 'redeemed_before',
};

type Answer = Pick<ServiceAnswer, 'status' | 'body'>;

/** Reads the answer to a redemption. */
export function readRedeemed(answer: Answer): Outcome<GiftTicket> {
  if (statusOf(answer) !== 'SUCCESS') return refusalOf(answer);
  const ticket = readTicket(answer);
  return ticket ? done(ticket) : unknown('answer has no ticket');
}

/** Reads the ticket that we hold. */
export function readHeld(answer: Answer): Outcome<GiftTicket | null> {
  const ticket = readTicket(answer);
  // An envelope that is used up or expired still shows the ticket that we redeemed in time.
  if (ticket) return done(ticket);
  const { my_ticket: told } = readObject(answer.body['data']);
  if (isObject(told)) return unknown('the ticket is not readable');
  if (statusOf(answer) !== 'SUCCESS') return refusalOf(answer);
  return told === null ? done(null) : unknown('answer does not tell the ticket');
}

const statusOf = ({ body }: Answer): string => readText(readObject(body['status'])['code']);

function refusalOf(answer: Answer): Outcome<never> {
  const code = statusOf(answer);
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  return refusal ? refused(refusal) : unknown(code || `status ${answer.status}`);
}

function readTicket({ body }: Answer): GiftTicket | null {
  const data = readObject(body['data']);
  const voucherId = readText(readObject(data['voucher'])['voucher_id']);
  const amount = readGiftAmount(readObject(data['my_ticket'])['amount_baht']);
  return voucherId && amount !== null && amount > 0n ? { voucherId, amount } : null;
}

/** Reads an amount, which comes as text with commas between thousands: `1,000.00`. */
function readGiftAmount(value: unknown): Minor | null {
  const text = readText(value);
  return /^\d{1,3}(,\d{3})*(\.\d{1,2})?$|^\d+(\.\d{1,2})?$/.test(text)
    ? parseDecimal(text.replaceAll(',', ''))
    : null;
}
