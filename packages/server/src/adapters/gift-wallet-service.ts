import { parseDecimal, type Minor } from '@krapao/contract/money';
import type { GiftRefusal, GiftTicket, GiftWallet } from '../ports/gift-wallet.ts';
import { done, refused, unknown, type Outcome } from '../ports/outcome.ts';
import { readText } from './http/read-answer.ts';
import { SignedClient, type Answer, type SignedClientOptions } from './http/signed-client.ts';

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

/** Creates the client of the digital wallet's voucher service. */
export function createGiftWallet(options: SignedClientOptions): GiftWallet {
  const client = new SignedClient(options);
  const voucher = (code: string): string => `/campaign/vouchers/${encodeURIComponent(code)}`;
  return {
    async redeem({ code, mobile }): Promise<Outcome<GiftTicket>> {
      const answer = await client.post(`${voucher(code)}/redeem`, { mobile, voucher_hash: code });
      if (answer.outcome === 'unknown') return answer;
      const ticket = readTicket(answer);
      if (statusOf(answer) === 'SUCCESS') return ticket ? done(ticket) : unknown('answer has no ticket');
      return refusalOf(answer);
    },

    async ticket({ code, mobile }): Promise<Outcome<GiftTicket | null>> {
      const answer = await client.get(`${voucher(code)}/verify?mobile=${encodeURIComponent(mobile)}`);
      if (answer.outcome === 'unknown') return answer;
      const ticket = readTicket(answer);
      // An envelope that is used up or expired still shows the ticket that we redeemed in time.
      if (ticket) return done(ticket);
      return statusOf(answer) === 'SUCCESS' ? done(null) : refusalOf(answer);
    },
  };
}

const child = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const statusOf = (answer: Answer): string => readText(child(answer.body['status'], 'code'));

function refusalOf(answer: Answer): Outcome<never> {
  const code = statusOf(answer);
  const refusal = REFUSALS[code];
  return refusal ? refused(refusal) : unknown(code || `status ${answer.status}`);
}

function readTicket(answer: Answer): GiftTicket | null {
  const data = answer.body['data'];
  const voucherId = readText(child(child(data, 'voucher'), 'voucher_id'));
  const amount = readGiftAmount(child(child(data, 'my_ticket'), 'amount_baht'));
  return voucherId && amount !== null && amount > 0n ? { voucherId, amount } : null;
}

/** Reads an amount, which comes as text with commas between thousands: `1,000.00`. */
function readGiftAmount(value: unknown): Minor | null {
  const text = readText(value);
  return /^\d{1,3}(,\d{3})*(\.\d{1,2})?$|^\d+(\.\d{1,2})?$/.test(text)
    ? parseDecimal(text.replaceAll(',', ''))
    : null;
}
