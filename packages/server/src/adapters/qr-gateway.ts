import { toDecimal } from '@krapao/contract/money';
import { done, notFound, unknown, type Outcome } from '../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../ports/payment-gateway.ts';
import { notDone, readAmount, readText } from './http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';

/** A QR gateway with signed JSON orders and signed payment callbacks. */
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
      if (answer.status === 404) return notFound;
      return answer.status === 200 ? done(undefined) : notDone(answer);
    },

    async payments(reference) {
      const answer = await client.get(order(reference));
      if (answer.outcome === 'unknown') return answer;
      if (answer.status === 404) return notFound;
      return answer.status === 200 ? readPayments(answer.body['payments'], reference) : notDone(answer);
    },

    async paymentsSince(since) {
      const answer = await client.get(`/payments?since=${encodeURIComponent(since.toISOString())}`);
      if (answer.outcome === 'unknown') return answer;
      return answer.status === 200 ? readPayments(answer.body['payments']) : notDone(answer);
    },

    readCallback(callback) {
      const body = client.readCallback(callback);
      return body?.['event'] === 'payment' ? readPayment(body) : null;
    },
  };
}

/** @param reference of the order they were asked for, where the list does not repeat it */
function readPayments(list: unknown, reference?: string): Outcome<GatewayPayment[]> {
  const listed: unknown[] = Array.isArray(list) ? list : [];
  const payments = listed.map((entry) =>
    readPayment({ ...(entry as object), ...(reference && { reference }) }),
  );
  return payments.every((payment) => payment !== null)
    ? done(payments)
    : unknown('a payment is not readable');
}

function readPayment(body: Readonly<Record<string, unknown>>): GatewayPayment | null {
  const paymentId = readText(body['paymentId']);
  const reference = readText(body['reference']);
  const amount = readAmount(body['amount']);
  const paidAt = new Date(readText(body['paidAt']));
  if (!paymentId || !reference || amount === null || amount <= 0n || Number.isNaN(paidAt.getTime()))
    return null;
  return { paymentId, reference, amount, paidAt };
}
