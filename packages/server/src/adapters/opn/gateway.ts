import { done, notFound, refused, unknown } from '../../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import { fetchPicture } from '../http/fetch-picture.ts';
import { isObject, NOT_WHOLE, parseObject, readEach, rejectedCallback } from '../http/read-answer.ts';
import { isPaymentText } from '../http/payment-text.ts';
import type { OpnClient } from './client.ts';
import { OpnRecords } from './records.ts';
import { errorOf, isNotFound, readCharge, type Charge } from './transform.ts';

/** Returns the texts of the QR codes in a picture; none when it cannot be read. Never throws. */
export type ReadQr = (picture: Uint8Array) => Promise<readonly string[]>;

export interface OpnGatewayParts {
  client: OpnClient;
  records: ServiceRecords;
  /** Code of the gateway whose deposits these are. */
  gateway: string;
  webhookSecret: string;
  readQr: ReadQr;
}

const PAID = 'successful';
const MOST_PICTURE_BYTES = 256 * 1024;
/** A charge may be paid long after it was made, and the list has it at its making. */
const LATE_MS = 7 * 24 * 60 * 60_000;

/**
 * Deposits by PromptPay charges of Opn. Official documentation; the webhook’s signature of grade B, so that the service
 * is asked for the charge all the same. The QR code comes as a picture: its text is read here, and the app draws it like
 * any other.
 */
export function createOpnGateway(parts: OpnGatewayParts): PaymentGateway {
  const { client, gateway, readQr } = parts;
  const service = `opn:charge:${gateway}`;
  const charges = new OpnRecords<Charge>({ ...parts, service, object: 'charge', read: readCharge });
  return {
    check: () => client.check(),

    async createOrder({ reference, amount, currency }) {
      if (currency !== 'BAHT') return refused('it takes baht alone');
      const content = { amount: Number(amount), currency: 'THB', source: { type: 'promptpay' } };
      const asked = await charges.request(reference, content, { gateway });
      if (asked.outcome !== 'done') return asked;
      const { picture, status } = asked.value;
      if (status !== 'pending') return refused(`status ${status.slice(0, 40)}`);
      const { baseUrl, timeoutMs } = client.connection;
      const fetched = await fetchPicture(picture, { baseUrl, timeoutMs, mostBytes: MOST_PICTURE_BYTES });
      if ('outcome' in fetched) return fetched;
      const payloads = (await readQr(fetched)).filter(isPaymentText);
      const [payload, ...others] = payloads;
      return payload !== undefined && others.length === 0
        ? done(payload)
        : unknown('the picture shows no QR code');
    },

    async cancelOrder(reference) {
      const sent = await charges.sent(reference);
      if (!sent?.theirs) return notFound;
      const answer = await client.post(`/charges/${sent.theirs}/expire`, {});
      if (answer.outcome === 'unknown') return answer;
      if (isNotFound(answer)) return notFound;
      if (readCharge(answer.body)?.status === 'expired') return done(undefined);
      // Not every method of payment can be ended: the code then ends by itself.
      const code = errorOf(answer);
      return code !== '' && answer.status < 500 ? refused(code) : unknown(`status ${answer.status}`);
    },

    async payments(reference) {
      const sent = await charges.sent(reference);
      const asked = sent ? await charges.ask(reference, sent) : notFound;
      if (asked.outcome !== 'done') return asked;
      const payment = paymentOf(asked.value);
      if (typeof payment === 'string') {
        return done({ entries: [], rejected: [{ reason: payment, text: asked.value.text }] });
      }
      return done({ entries: payment ? [payment] : [], rejected: [] });
    },

    async paymentsSince(since) {
      const listed = await charges.list(new Date(since.getTime() - LATE_MS), new Date());
      if (listed.outcome !== 'done') return listed;
      const own = listed.value.filter((entry) => isPaidOrder(entry, gateway));
      const { entries, rejected } = readEach(own, readListed);
      return done({ entries: entries.filter(({ paidAt }) => paidAt >= since), rejected });
    },

    async readCallback(callback) {
      const asked = await charges.confirm(callback);
      if (asked === null || typeof asked === 'string') return asked;
      const payment = paymentOf(asked);
      return typeof payment === 'string' ? rejectedCallback(payment, asked.text) : (payment ?? 'nothing');
    },

    readKept(text) {
      // What is kept of a webhook is the charge that the service was asked for.
      const entry = parseObject(text);
      return entry ? readListed(entry) : NOT_WHOLE;
    },
  };
}

/** Returns whether an entry of the list is a paid charge of the gateway. Others of the account are not its own. */
function isPaidOrder(entry: unknown, gateway: string): boolean {
  if (!isObject(entry)) return true;
  const charge = readCharge(entry);
  return !charge || (charge.status === PAID && charge.gateway === gateway);
}

/** @returns the payment, or why the entry is none */
function readListed(entry: Readonly<Record<string, unknown>>): GatewayPayment | string {
  const charge = readCharge(entry);
  if (!charge) return 'id or status is missing';
  return paymentOf(charge) ?? 'not a payment';
}

/** @returns the payment; null while the charge is not paid; why it cannot be taken in */
function paymentOf(charge: Charge): GatewayPayment | null | string {
  const { id, reference, status, isPaid, amount, paidAt } = charge;
  if (status !== PAID) return null;
  if (!isPaid) return 'it is successful and not paid';
  if (charge.isRefunded) return 'it was refunded';
  if (!charge.isBaht) return 'currency is not baht';
  if (amount === null) return 'amount is not readable';
  if (!paidAt) return 'time is not one';
  return reference ? { paymentId: id, reference, amount, paidAt } : 'reference is missing';
}
