import { done, notFound, refused, unknown, type NotFound, type Outcome } from '../../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { ServiceRecord, ServiceRecords } from '../../ports/service-records.ts';
import { isObject, NOT_WHOLE, parseObject, readEach, rejectedCallback } from '../http/read-answer.ts';
import type { StripeClient } from './client.ts';
import { isSigned } from './signature.ts';
import {
  errorOf,
  isNotFound,
  readEvent,
  readId,
  readIntent,
  readPage,
  refusalOf,
  type Intent,
} from './transform.ts';

export interface StripeGatewayParts {
  client: StripeClient;
  records: ServiceRecords;
  /** Code of the gateway whose deposits these are. */
  gateway: string;
  /** Secret of the webhooks, `whsec_…`. */
  webhookSecret: string;
  /** Where the service sends what concerns a payer, such as a refund. A payer must have an address. */
  email: string;
}

const PAID = 'succeeded';
const PAGE = 100;
const MOST_PAGES = 200;
const INTENTS = '/v1/payment_intents';
/** Time by which the service's clock may be off. */
const SLACK_MS = 60 * 60_000;
/** Time for which a repeated request certainly is the first one. The service forgets keys after a day. */
const REPEATABLE_MS = 20 * 60 * 60_000;
/** An order may be paid after it was made, and the list has it at its making. */
const LATE_MS = 7 * 24 * 60 * 60_000;

/**
 * Deposits by PromptPay at Stripe. Official documentation. Webhooks are signed, and the service is asked all the same.
 * With a key for tests it gives no text of a QR code.
 */
export function createStripeGateway(parts: StripeGatewayParts): PaymentGateway {
  const { client, records, gateway, webhookSecret, email } = parts;
  const service = `stripe:order:${gateway}`;

  async function askById(id: string): Promise<Outcome<Intent> | NotFound> {
    const answer = await client.get(`${INTENTS}/${id}?expand[]=latest_charge`);
    if (answer.outcome === 'unknown') return answer;
    if (isNotFound(answer)) return notFound;
    const intent = answer.status === 200 ? readIntent(answer.body) : null;
    return intent?.id === id
      ? done(intent)
      : unknown(errorOf(answer).code || `status ${answer.status}, no record`);
  }

  /** Asks about an order. One whose answer was lost is looked for in the list. */
  async function ask(
    reference: string,
    { theirs, begunAt }: ServiceRecord,
  ): Promise<Outcome<Intent> | NotFound> {
    if (theirs !== null) {
      const asked = await askById(theirs);
      if (asked.outcome === 'not_found') return unknown('the record is gone');
      if (asked.outcome !== 'done' || asked.value.reference === reference) return asked;
      return unknown('the record has another reference');
    }
    const listed = await list(begunAt, new Date(begunAt.getTime() + REPEATABLE_MS));
    if (listed.outcome !== 'done') return listed;
    const own = listed.value.map(readIntent).filter((intent) => intent?.reference === reference);
    const [intent] = own;
    if (!intent) return notFound;
    if (own.length > 1) return unknown('several records have the reference');
    await records.keep(service, reference, intent.id);
    return done(intent);
  }

  /** Reads the list of a period, newest first. @returns the entries as they were sent */
  async function list(since: Date, until: Date): Promise<Outcome<unknown[]>> {
    const entries: unknown[] = [];
    let after = '';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        'created[gte]': secondsOf(new Date(since.getTime() - SLACK_MS)),
        'created[lte]': secondsOf(new Date(until.getTime() + SLACK_MS)),
        'expand[]': 'data.latest_charge',
        limit: String(PAGE),
        ...(after !== '' && { starting_after: after }),
      });
      const answer = await client.get(`${INTENTS}?${query.toString()}`);
      if (answer.outcome === 'unknown') return answer;
      const read = readPage(answer);
      if (!read) return unknown(errorOf(answer).code || `status ${answer.status}, no list`);
      entries.push(...read.entries);
      if (!read.hasMore) return done(entries);
      const last = read.entries.at(-1);
      after = isObject(last) ? readId(last['id']) : '';
      if (after === '') return unknown('the list breaks off');
    }
    return unknown('the list is too long');
  }

  return {
    check: () => client.check(),

    async createOrder({ reference, amount, currency }) {
      if (currency !== 'BAHT') return refused('it takes baht alone');
      await records.begin(service, reference);
      const sent = await records.find(service, reference);
      if (sent && Date.now() - sent.begunAt.getTime() > REPEATABLE_MS) return unknown('it was sent before');
      const fields = {
        amount: String(amount),
        currency: 'thb',
        confirm: 'true',
        'payment_method_types[]': 'promptpay',
        'payment_method_data[type]': 'promptpay',
        'payment_method_data[billing_details][email]': email,
        'metadata[reference]': reference,
        'metadata[gateway]': gateway,
      };
      const answer = await client.post(INTENTS, fields, reference);
      if (answer.outcome === 'unknown') return answer;
      const refusal = refusalOf(answer);
      if (refusal !== '') return refused(refusal);
      const intent = answer.status === 200 ? readIntent(answer.body) : null;
      if (intent?.reference !== reference) {
        return unknown(errorOf(answer).code || `status ${answer.status} without a record`);
      }
      await records.keep(service, reference, intent.id);
      return intent.payload
        ? done(intent.payload)
        : unknown(`status ${intent.status.slice(0, 40)}, no QR code`);
    },

    async cancelOrder(reference) {
      const sent = await records.find(service, reference);
      if (!sent?.theirs) return notFound;
      const answer = await client.post(`${INTENTS}/${sent.theirs}/cancel`, {});
      if (answer.outcome === 'unknown') return answer;
      if (isNotFound(answer)) return notFound;
      if (answer.status === 200 && readIntent(answer.body)?.status === 'canceled') return done(undefined);
      const refusal = refusalOf(answer);
      return refusal === '' ? unknown(`status ${answer.status}`) : refused(refusal);
    },

    async payments(reference) {
      const sent = await records.find(service, reference);
      const asked = sent ? await ask(reference, sent) : notFound;
      if (asked.outcome !== 'done') return asked;
      const payment = paymentOf(asked.value);
      if (typeof payment === 'string') {
        return done({ entries: [], rejected: [{ reason: payment, text: asked.value.text }] });
      }
      return done({ entries: payment ? [payment] : [], rejected: [] });
    },

    async paymentsSince(since) {
      const listed = await list(new Date(since.getTime() - LATE_MS), new Date());
      if (listed.outcome !== 'done') return listed;
      const own = listed.value.filter((entry) => isPaidOrder(entry, gateway));
      const { entries, rejected } = readEach(own, readListed);
      return done({ entries: entries.filter(({ paidAt }) => paidAt >= since), rejected });
    },

    async readCallback(callback) {
      if (!isSigned(callback, webhookSecret)) return null;
      const id = readEvent(parseObject(callback.rawBody));
      const asked = id === '' ? notFound : await askById(id);
      if (asked.outcome === 'not_found') return 'nothing';
      if (asked.outcome !== 'done') return 'unconfirmed';
      const { reference, text } = asked.value;
      const sent = reference === '' ? undefined : await records.find(service, reference);
      // The account may have other intents than our orders.
      if (!sent || (sent.theirs !== null && sent.theirs !== id)) return 'nothing';
      await records.keep(service, reference, id);
      const payment = paymentOf(asked.value);
      return typeof payment === 'string' ? rejectedCallback(payment, text) : (payment ?? 'nothing');
    },

    readKept(text) {
      // What is kept of a webhook is the record that the service was asked for.
      const entry = parseObject(text);
      return entry ? readListed(entry) : NOT_WHOLE;
    },
  };
}

const secondsOf = (at: Date): string => String(Math.max(0, Math.floor(at.getTime() / 1_000)));

/** Returns whether an entry of the list is a paid order of the gateway. Others of the account are not its own. */
function isPaidOrder(entry: unknown, gateway: string): boolean {
  if (!isObject(entry)) return true;
  const intent = readIntent(entry);
  return !intent || (intent.status === PAID && intent.gateway === gateway);
}

/** @returns the payment, or why the entry is none */
function readListed(entry: Readonly<Record<string, unknown>>): GatewayPayment | string {
  const intent = readIntent(entry);
  if (!intent) return 'id or status is missing';
  return paymentOf(intent) ?? 'not a payment';
}

/** @returns the payment; null while the order is not paid; why it cannot be taken in */
function paymentOf(intent: Intent): GatewayPayment | null | string {
  const { id, reference, status, amountReceived: amount, paidAt } = intent;
  if (status !== PAID) return null;
  if (intent.isRefunded) return 'it was refunded';
  if (!intent.isBaht) return 'currency is not baht';
  if (amount === null) return 'amount is not readable';
  if (!paidAt) return 'time is not one';
  return reference ? { paymentId: id, reference, amount, paidAt } : 'reference is missing';
}
