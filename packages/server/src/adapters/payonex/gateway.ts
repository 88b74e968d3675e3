import { toWire } from '@krapao/contract/money';
import { done, notFound, refused, unknown } from '../../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import {
  isObject,
  NOT_WHOLE,
  parseObject,
  readEach,
  readObject,
  readText,
  rejectedCallback,
} from '../http/read-answer.ts';
import { PayonexRecords, type PayonexParts } from './records.ts';
import { readRecord, readUuid, type PayonexRecord } from './transform.ts';

const PAID = 'SUCCESS';
/** An order may be paid long after it was made, and the list has it at its making. */
const LATE_MS = 7 * 24 * 60 * 60_000;

/**
 * Deposits by QR code at PayoneX. It cannot cancel an order. Its callbacks are not signed: one is a hint, taken for an
 * order of ours alone, and the service is asked what it has on record.
 */
export function createPayonexGateway(parts: PayonexParts): PaymentGateway {
  const deposits = new PayonexRecords(parts, 'deposit');
  return {
    check: () => parts.client.check(),

    async createOrder({ reference, amount, currency, payer }) {
      if (currency !== 'BAHT') return refused('it takes baht alone');
      if (!payer) return refused('the payer’s bank account is not known');
      const asked = await deposits.request(reference, payer, toWire(amount));
      if (asked.outcome !== 'done') return asked;
      const payload = readText(asked.value['qrCode']);
      return payload ? done(payload) : unknown('answer has no QR payload');
    },

    cancelOrder: () => Promise.resolve(refused('it cancels no orders')),

    async payments(reference) {
      const sent = await deposits.sent(reference);
      const asked = sent ? await deposits.ask(reference, sent) : notFound;
      if (asked.outcome !== 'done') return asked;
      const payment = paymentOf(asked.value);
      if (typeof payment === 'string') {
        return done({ entries: [], rejected: [{ reason: payment, text: asked.value.text }] });
      }
      return done({ entries: payment ? [payment] : [], rejected: [] });
    },

    async paymentsSince(since) {
      const listed = await deposits.list(new Date(since.getTime() - LATE_MS), isPaidDeposit);
      if (listed.outcome !== 'done') return listed;
      // Without a time, an entry may be of any period: the books cannot be compared with it.
      if (listed.value.some((entry) => isPaidAtSomeTime(entry))) return unknown('the list tells no times');
      const { entries, rejected } = readEach(listed.value, readListed);
      return done({ entries: entries.filter(({ paidAt }) => paidAt >= since), rejected });
    },

    async readCallback({ rawBody }) {
      const hint = readObject(parseObject(rawBody)?.['data']);
      const [uuid, reference] = [readUuid(hint['uuid']), readText(hint['referenceId'])];
      const asked = await deposits.confirm(uuid, reference);
      if (asked === null || typeof asked === 'string') return asked;
      const payment = paymentOf(asked);
      return typeof payment === 'string' ? rejectedCallback(payment, rawBody) : (payment ?? 'nothing');
    },

    readKept(text, form) {
      if (form === 'callback') return 'a callback proves nothing; the order is asked about anyway';
      const entry = parseObject(text);
      return entry ? readListed(entry) : NOT_WHOLE;
    },
  };
}

const isPaidDeposit = (entry: unknown): boolean => {
  if (!isObject(entry)) return true;
  const record = readRecord(entry);
  return !record || (record.status === PAID && record.type !== 'withdraw');
};

/** Returns whether an entry is a payment whose time is not told. */
const isPaidAtSomeTime = (entry: unknown): boolean => {
  const record = readRecord(entry);
  return record?.status === PAID && timeOf(record) === null;
};

const timeOf = ({ createdAt, updatedAt }: PayonexRecord): Date | null => updatedAt ?? createdAt;

/** @returns the payment, or why the entry is none */
function readListed(entry: Readonly<Record<string, unknown>>): GatewayPayment | string {
  const record = readRecord(entry);
  if (!record) return 'id or status is missing';
  return paymentOf(record) ?? 'not a payment';
}

/**
 * Reads the payment of a record. It is not certain that a record has a time: where none is told, the payment is of
 * the time at which it was seen.
 * @returns the payment; null while it is not paid; why it cannot be taken in
 */
function paymentOf(record: PayonexRecord): GatewayPayment | null | string {
  if (record.status !== PAID) return null;
  const { uuid, reference, amount } = record;
  const paidAt = timeOf(record) ?? new Date();
  if (amount === null) return 'amount is not readable';
  return reference ? { paymentId: uuid, reference, amount, paidAt } : 'reference is missing';
}
