import { toDecimal, type Minor } from '@krapao/contract/money';
import { done, notFound, unknown, type Outcome } from '../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../ports/payment-gateway.ts';
import { notDone, readAmount, readText } from './http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';

/** A QR gateway with signed JSON orders and signed payment callbacks. */
export function createQrGateway(options: SignedClientOptions): PaymentGateway {
  const client = new SignedClient(options);
  const order = (reference: string): string => `/orders/${encodeURIComponent(reference)}`;

  return {
    async createOrder({ reference, amount, expiresAt, callbackUrl }): Promise<Outcome<string>> {
      const answer = await client.post('/orders', {
        reference,
        amount: toDecimal(amount),
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

    readCallback(callback) {
      const body = client.readCallback(callback);
      return body?.['event'] === 'payment' ? readPayment(body) : null;
    },
  };
}

function readPayment(body: Readonly<Record<string, unknown>>): GatewayPayment | null {
  const paymentId = readText(body['paymentId']);
  const reference = readText(body['reference']);
  const amount: Minor | null = readAmount(body['amount']);
  return paymentId && reference && amount !== null && amount > 0n ? { paymentId, reference, amount } : null;
}
