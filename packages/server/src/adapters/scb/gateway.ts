import { randomUUID } from 'node:crypto';
import { toDecimal } from '@krapao/contract/money';
import type { Listing } from '../../ports/listing.ts';
import { done, notFound, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import {
  NOT_WHOLE,
  parseObject,
  readEach,
  readObject,
  readText,
  readTime,
  rejectedCallback,
} from '../http/read-answer.ts';
import type { ScbClient } from './client.ts';
import {
  bangkokDay,
  codeOf,
  isNotFound,
  isSuccess,
  readPayment,
  readPayments,
  readReference,
  refusalOf,
  writeReference,
  type BillReference,
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

/** Event of a payment by a QR code that the payer scans. */
const SCANNED_BY_PAYER = '00300100';
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

  /** Asks for the payments of an order on one day; none when the bank knows none. */
  async function inquire(
    { ref1, ref2 }: BillReference,
    day: string,
  ): Promise<Outcome<Listing<GatewayPayment>>> {
    const query = new URLSearchParams({
      eventCode: SCANNED_BY_PAYER,
      billerId,
      reference1: ref1,
      reference2: ref2,
      transactionDate: day,
    });
    const answer = await client.get(`/v1/payment/billpayment/inquiry?${query.toString()}`);
    if (answer.outcome === 'unknown') return answer;
    if (isNotFound(answer)) return done({ entries: [], rejected: [] });
    const listed = isSuccess(answer) ? readPayments(answer) : null;
    if (!listed) return unknown(`code ${codeOf(answer) || answer.status}, no payments`);
    const asked = readReference(ref1, ref2);
    return done(
      readEach(listed, (entry) => {
        const payment = readPayment(entry);
        if (typeof payment === 'string') return payment;
        return payment.reference === asked ? payment : 'it is of another order';
      }),
    );
  }

  async function inquireOn(
    refs: BillReference,
    days: readonly string[],
  ): Promise<Outcome<Listing<GatewayPayment>>> {
    const entries: GatewayPayment[] = [];
    const rejected: Listing<GatewayPayment>['rejected'][number][] = [];
    for (const day of new Set(days)) {
      const told = await inquire(refs, day);
      if (told.outcome !== 'done') return told;
      entries.push(...told.value.entries);
      rejected.push(...told.value.rejected);
    }
    return done({ entries, rejected });
  }

  return {
    async check() {
      const nobodys = writeReference(randomUUID()) ?? { ref1: '', ref2: '' };
      const asked = await inquire(nobodys, bangkokDay(new Date()));
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
      return inquireOn(refs, usualDays(sent.begunAt));
    },

    paymentsSince: () => Promise.resolve(unknown('it lists no payments')),

    async readCallback({ rawBody }) {
      const hint = parseObject(rawBody) ?? {};
      const paymentId = readText(hint['transactionId']);
      const reference = readReference(hint['billPaymentRef1'], hint['billPaymentRef2']);
      const refs = writeReference(reference);
      if (!refs || paymentId === '') return null;
      const sent = await records.find(service, reference);
      if (!sent) return null;
      const hinted = readTime(hint['transactionDateandTime']);
      const day = hinted && isBetween(hinted, sent.begunAt) ? [bangkokDay(hinted)] : usualDays(sent.begunAt);
      const told = await inquireOn(refs, day);
      if (told.outcome !== 'done') return 'unconfirmed';
      const { entries, rejected } = told.value;
      const payment = entries.find((entry) => entry.paymentId === paymentId);
      if (payment) return payment;
      const unreadable = rejected.find(
        ({ text }) => readText(parseObject(text)?.['transactionId']) === paymentId,
      );
      return unreadable ? rejectedCallback(unreadable.reason, unreadable.text) : 'unconfirmed';
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

/** Days on which an order may be paid: its own, the next one and today. */
function usualDays(begunAt: Date): string[] {
  const next = new Date(begunAt.getTime() + DAY_MS);
  const now = new Date();
  return [begunAt, ...(next <= now ? [next] : []), now].map(bangkokDay);
}

/** Returns whether a time is one at which an order may have been paid. */
const isBetween = (at: Date, begunAt: Date): boolean =>
  at.getTime() > begunAt.getTime() - DAY_MS && at.getTime() < Date.now() + DAY_MS;
