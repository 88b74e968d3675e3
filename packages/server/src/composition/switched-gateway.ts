import type { Listing } from '../ports/listing.ts';
import { done, notFound, type NotFound, type Outcome } from '../ports/outcome.ts';
import type { CallbackReading, GatewayPayment, PaymentGateway } from '../ports/payment-gateway.ts';

/**
 * Returns a gateway whose service was switched while orders were open: new orders go to the current service, and a
 * former one is asked about orders that the current one does not know.
 * @param former none: the current one alone
 */
export function withFormer(current: PaymentGateway, former: readonly PaymentGateway[]): PaymentGateway {
  if (former.length === 0) return current;
  const all = [current, ...former];

  /** Returns the answer of the first service that knows the order. */
  async function ofFirst<T>(
    ask: (gateway: PaymentGateway) => Promise<Outcome<T> | NotFound>,
  ): Promise<Outcome<T> | NotFound> {
    for (const gateway of all) {
      const answer = await ask(gateway);
      if (answer.outcome !== 'not_found') return answer;
    }
    return notFound;
  }

  return {
    ...(current.check && { check: () => current.check?.() ?? Promise.resolve(done(null)) }),
    ...(current.acknowledge && { acknowledge: (callback) => current.acknowledge?.(callback) ?? {} }),
    createOrder: (order) => current.createOrder(order),
    cancelOrder: (reference) => ofFirst((gateway) => gateway.cancelOrder(reference)),
    payments: (reference) => ofFirst((gateway) => gateway.payments(reference)),

    async paymentsSince(since) {
      const listed = await Promise.all(all.map((gateway) => gateway.paymentsSince(since)));
      const parts: Listing<GatewayPayment>[] = [];
      for (const one of listed) {
        if (one.outcome !== 'done') return one;
        parts.push(one.value);
      }
      return done({
        entries: parts.flatMap(({ entries }) => entries),
        rejected: parts.flatMap(({ rejected }) => rejected),
      });
    },

    async readCallback(callback): Promise<CallbackReading<GatewayPayment>> {
      for (const gateway of all) {
        const reading = await gateway.readCallback(callback);
        if (reading !== null) return reading;
      }
      return null;
    },

    readKept(text, form) {
      const readings = all.map((gateway) => gateway.readKept(text, form));
      return readings.find((reading) => typeof reading === 'object') ?? readings[0] ?? '';
    },
  };
}
