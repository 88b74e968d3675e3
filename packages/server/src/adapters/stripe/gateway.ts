import { done, notFound, refused, unknown } from '../../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import { isObject, NOT_WHOLE, parseObject, readEach, rejectedCallback } from '../http/read-answer.ts';
import { isPaymentText } from '../http/payment-text.ts';
import type { StripeClient } from './client.ts';
import { INTENTS, REPEATABLE_MS, StripeIntents } from './intents.ts';
import { isSigned } from './signature.ts';
import { errorOf, isNotFound, readEvent, readIntent, refusalOf, type Intent } from './transform.ts';

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
/** An order may be paid after it was made, and the list has it at its making. */
const LATE_MS = 7 * 24 * 60 * 60_000;

/**
 * Deposits by PromptPay at Stripe. Official documentation. Webhooks are signed, and the service is asked all the same.
 * With a key for tests it gives no text of a QR code.
 */
export function createStripeGateway(parts: StripeGatewayParts): PaymentGateway {
  const { client, records, gateway, webhookSecret, email } = parts;
  const service = `stripe:order:${gateway}`;

  const intents = new StripeIntents({ client, records, service });

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
      // With a key for tests it gives an address in place of a text that can be paid.
      return isPaymentText(intent.payload)
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
      const asked = sent ? await intents.ask(reference, sent) : notFound;
      if (asked.outcome !== 'done') return asked;
      const payment = paymentOf(asked.value);
      if (typeof payment === 'string') {
        return done({ entries: [], rejected: [{ reason: payment, text: asked.value.text }] });
      }
      return done({ entries: payment ? [payment] : [], rejected: [] });
    },

    async paymentsSince(since) {
      const listed = await intents.list(new Date(since.getTime() - LATE_MS), new Date());
      if (listed.outcome !== 'done') return listed;
      const own = listed.value.filter((entry) => isPaidOrder(entry, gateway));
      const { entries, rejected } = readEach(own, readListed);
      return done({ entries: entries.filter(({ paidAt }) => paidAt >= since), rejected });
    },

    async readCallback(callback) {
      if (!isSigned(callback, webhookSecret)) return null;
      const id = readEvent(parseObject(callback.rawBody));
      const asked = id === '' ? notFound : await intents.askById(id);
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
