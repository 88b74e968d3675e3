import { toDecimal } from '@krapao/contract/money';
import type { Listing } from '../ports/listing.ts';
import { done, notFound, unknown, type Outcome } from '../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../ports/payment-gateway.ts';
import {
  isObject,
  NOT_WHOLE,
  notDone,
  parseObject,
  readArrived,
  readEach,
  readText,
  readTime,
  rejectedCallback,
  type JsonObject,
} from './http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';

/** Creates the client of a QR gateway with signed JSON orders and signed payment callbacks. */
export function createQrGateway(options: SignedClientOptions): PaymentGateway {
  const client = new SignedClient(options);
  const order = (reference: string): string => `/orders/${encodeURIComponent(reference)}`;

  return {
    async createOrder({ reference, amount, currency, expiresAt, callbackUrl }): Promise<Outcome<string>> {
      const answer = await client.post('/orders', {
        reference,
        amount: toDecimal(amount),
        currency,
        expiresAt: expiresAt.toISOString(),
        callbackUrl,
      });
      if (answer.outcome === 'unknown') return answer;
      if (answer.status !== 200) return notDone(answer);
      const payload = readText(answer.body['payload']);
      return payload ? done(payload) : unknown('answer has no QR payload');
    },

    async cancelOrder(reference) {
      const answer = await client.post(`${order(reference)}/cancel`, {});
      if (answer.outcome === 'unknown') return answer;
      if (isNotFound(answer)) return notFound;
      return answer.status === 200 ? done(undefined) : notDone(answer);
    },

    async payments(reference) {
      const answer = await client.get(order(reference));
      if (answer.outcome === 'unknown') return answer;
      if (isNotFound(answer)) return notFound;
      return answer.status === 200 ? readPayments(answer.body['payments'], reference) : notDone(answer);
    },

    async paymentsSince(since) {
      const answer = await client.get(`/payments?since=${encodeURIComponent(since.toISOString())}`);
      if (answer.outcome === 'unknown') return answer;
      return answer.status === 200 ? readPayments(answer.body['payments']) : notDone(answer);
    },

    readCallback(callback) {
      if (!client.isAuthentic(callback)) return null;
      const body = parseObject(callback.rawBody);
      const payment = readEvent(body);
      return typeof payment === 'string' ? rejectedCallback(payment, callback.rawBody) : payment;
    },

    readKept(text, form) {
      const body = parseObject(text);
      if (form === 'callback') return readEvent(body);
      return body ? readPayment(body) : NOT_WHOLE;
    },
  };
}

/** @param reference of the queried order, where the list does not repeat it */
function readPayments(list: unknown, reference?: string): Outcome<Listing<GatewayPayment>> {
  if (!Array.isArray(list)) return unknown('answer has no payments');
  // A rejected entry keeps the reference too.
  const whole = list.map((entry: unknown) =>
    isObject(entry) && reference !== undefined ? { ...entry, reference } : entry,
  );
  return done(readEach(whole, readPayment));
}

/** @returns the payment, or why the callback has none */
const readEvent = (body: JsonObject | null): GatewayPayment | string =>
  body?.['event'] === 'payment' ? readPayment(body) : 'not a payment';

/** @returns the payment, or why it is not one */
function readPayment(body: JsonObject): GatewayPayment | string {
  const paymentId = readText(body['paymentId']);
  const reference = readText(body['reference']);
  const amount = readArrived(body['amount']);
  const paidAt = readTime(body['paidAt']);
  if (typeof amount === 'string') return amount;
  if (!paidAt) return 'time is not one';
  return paymentId && reference ? { paymentId, reference, amount, paidAt } : 'id or reference is missing';
}

/** True for the gateway's own word that it has no such order: a 404 of a machine in between is none. */
const isNotFound = ({ status, body }: { status: number; body: JsonObject }): boolean =>
  status === 404 && body['error'] === 'not_found';
