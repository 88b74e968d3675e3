import { randomUUID } from 'node:crypto';
import { toDecimal } from '@krapao/contract/money';
import type { Listing, RejectedEntry } from '../../ports/listing.ts';
import { done, notFound, refused, unknown } from '../../ports/outcome.ts';
import type { CallbackReading, GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import {
  NOT_WHOLE,
  parseObject,
  readObject,
  readText,
  readTime,
  rejectedCallback,
} from '../http/read-answer.ts';
import type { ScbClient } from './client.ts';
import { ScbInquiry } from './inquiry.ts';
import {
  bangkokDay,
  codeOf,
  isSuccess,
  readPayment,
  readReference,
  refusalOf,
  writeReference,
} from './transform.ts';

export interface ScbGatewayParts {
  client: ScbClient;
  records: ServiceRecords;
  /** Code of the gateway whose deposits these are. */
  gateway: string;
  /** Number of the biller, 15 digits. */
  billerId: string;
  /** Beginning of the third reference, by which the bank knows where to send its callbacks. */
  prefix: string;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deposits by QR code of an SCB biller with two references. Calls of grade B, codes of the official list. The bank’s
 * callbacks are not signed: one is a hint about an order of ours, and the inquiry decides. It cannot cancel an order
 * and has no list of payments. The inquiry is by day: the order’s, the next one, today and that of a callback.
 */
export function createScbGateway({
  client,
  records,
  gateway,
  billerId,
  prefix,
}: ScbGatewayParts): PaymentGateway {
  const service = `scb:order:${gateway}`;

  const inquiry = new ScbInquiry(client, billerId);

  return {
    async check() {
      const nobodys = writeReference(randomUUID()) ?? { ref1: '', ref2: '' };
      const asked = await inquiry.on(nobodys, [bangkokDay(new Date())]);
      if (asked.outcome === 'done') return done(null);
      return client.areKeysRefused ? refused(asked.reason) : asked;
    },

    async createOrder({ reference, amount, currency }) {
      if (currency !== 'BAHT') return refused('it takes baht alone');
      const refs = writeReference(reference);
      if (!refs) return refused('the reference is none that the bank can carry');
      // Making a code moves nothing. The record tells when it was made, which the inquiry needs.
      await records.begin(service, reference);
      const answer = await client.post('/v1/payment/qrcode/create', {
        qrType: 'PP',
        ppType: 'BILLERID',
        ppId: billerId,
        amount: toDecimal(amount),
        ...refs,
        ref3: `${prefix}${refs.ref2}`,
      });
      if (answer.outcome === 'unknown') return answer;
      const refusal = refusalOf(answer);
      if (refusal !== '') return refused(`code ${refusal}`);
      const payload = isSuccess(answer) ? readText(readObject(answer.body['data'])['qrRawData']) : '';
      return payload ? done(payload) : unknown(`code ${codeOf(answer) || answer.status}, no QR code`);
    },

    cancelOrder: () => Promise.resolve(refused('it cancels no orders')),

    async payments(reference) {
      const sent = await records.find(service, reference);
      const refs = writeReference(reference);
      if (!sent || !refs) return notFound;
      return inquiry.on(refs, usualDays(sent.begunAt));
    },

    paymentsSince: () => Promise.resolve(unknown('it lists no payments')),

    async readCallback({ rawBody }) {
      const hint = readHint(rawBody);
      const refs = writeReference(hint.reference);
      if (!refs || hint.paymentId === '') return null;
      const sent = await records.find(service, hint.reference);
      if (!sent) return null;
      const told = await inquiry.on(refs, daysOf(hint, sent.begunAt));
      return told.outcome === 'done' ? confirmed(told.value, hint) : 'unconfirmed';
    },

    acknowledge({ rawBody }) {
      const transactionId = readText(parseObject(rawBody)?.['transactionId']);
      return { resCode: '00', resDesc: 'success', transactionId, confirmId: transactionId };
    },

    readKept(text, form) {
      const entry = parseObject(text);
      // What is kept of a callback is the record that the bank was asked for.
      return entry ? readPayment(entry) : form === 'callback' ? 'a callback proves nothing' : NOT_WHOLE;
    },
  };
}

/** What an unsigned callback says. */
interface Hint {
  paymentId: string;
  reference: string;
  paidAt: Date | null;
}

function readHint(rawBody: string): Hint {
  const body = parseObject(rawBody) ?? {};
  return {
    paymentId: readText(body['transactionId']),
    reference: readReference(body['billPaymentRef1'], body['billPaymentRef2']),
    paidAt: readTime(body['transactionDateandTime']),
  };
}

/** Returns the payment that a callback hints at, as the bank has it on record. */
function confirmed(
  { entries, rejected }: Listing<GatewayPayment>,
  { paymentId }: Hint,
): CallbackReading<GatewayPayment> {
  const payment = entries.find((entry) => entry.paymentId === paymentId);
  if (payment) return payment;
  const isHinted = ({ text }: RejectedEntry) => readText(parseObject(text)?.['transactionId']) === paymentId;
  const unreadable = rejected.find(isHinted);
  return unreadable ? rejectedCallback(unreadable.reason, unreadable.text) : 'unconfirmed';
}

/** Days on which the bank is asked about a callback: its own, where an order may have been paid then. */
const daysOf = ({ paidAt }: Hint, begunAt: Date): string[] =>
  paidAt && isBetween(paidAt, begunAt) ? [bangkokDay(paidAt)] : usualDays(begunAt);

/** Days on which an order may be paid: its own, the next one and today. */
function usualDays(begunAt: Date): string[] {
  const next = new Date(begunAt.getTime() + DAY_MS);
  const now = new Date();
  return [begunAt, ...(next <= now ? [next] : []), now].map(bangkokDay);
}

/** Returns whether a time is one at which an order may have been paid. */
const isBetween = (at: Date, begunAt: Date): boolean =>
  at.getTime() > begunAt.getTime() - DAY_MS && at.getTime() < Date.now() + DAY_MS;
