import { fresh, replyOf, signatureChecks, type Check } from './checks.ts';
import { demand, type Client } from './client.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

/** Nothing listens there: the kit takes no callbacks. */
const CALLBACK_URL = 'http://127.0.0.1:9/callback';

const orderOf = (reference = fresh(), amount = '120.50') => ({
  reference,
  amount,
  currency: 'BAHT',
  expiresAt: new Date(Date.now() + HALF_AN_HOUR_MS).toISOString(),
  callbackUrl: CALLBACK_URL,
});

const open = (client: Client, body: object) =>
  client.expect('POST', '/orders', { body, schema: replyOf('qr-gateway', 'POST /orders') });

export const qrGatewayChecks: readonly Check[] = [
  ...signatureChecks({ method: 'POST', path: '/orders', body: orderOf() }),
  {
    name: 'opens an order, and the same order for a repeat',
    run: async (client) => {
      const order = orderOf();
      const [first, again] = [await open(client, order), await open(client, order)];
      demand(first.status === 'open' && first.amount === '120.50', 'the order is not open with 120.50');
      demand(
        first.orderId === again.orderId && first.payload === again.payload,
        'a repeat gives another order',
      );
    },
  },
  {
    name: 'refuses a used reference with another amount',
    run: async (client) => {
      const order = orderOf();
      await open(client, order);
      await client.expectRefusal('POST', '/orders', {
        body: { ...order, amount: '121.00' },
        status: 422,
        code: 'reference_conflict',
      });
    },
  },
  {
    name: 'refuses amounts that are not decimal text above zero',
    run: async (client) => {
      for (const amount of ['0.00', '-5.00', '5', '5.005']) {
        await client.expectRefusal('POST', '/orders', {
          body: orderOf(fresh(), amount),
          status: 400,
          code: 'bad_body',
        });
      }
    },
  },
  {
    name: 'returns an order with its payments',
    run: async (client) => {
      const order = orderOf();
      await open(client, order);
      const found = await client.expect('GET', `/orders/${order.reference}`, {
        schema: replyOf('qr-gateway', 'GET /orders/:reference'),
      });
      demand(found.payments.length === 0, 'an order that was not paid has payments');
    },
  },
  {
    name: 'knows no order that was not opened',
    run: async (client) => {
      await client.expectRefusal('GET', `/orders/${fresh()}`, { status: 404, code: 'not_found' });
      await client.expectRefusal('POST', `/orders/${fresh()}/cancel`, {
        body: {},
        status: 404,
        code: 'not_found',
      });
    },
  },
  {
    name: 'cancels an order, once and for all',
    run: async (client) => {
      const order = orderOf();
      await open(client, order);
      const schema = replyOf('qr-gateway', 'POST /orders/:reference/cancel');
      for (let count = 0; count < 2; count += 1) {
        const { status } = await client.expect('POST', `/orders/${order.reference}/cancel`, {
          body: {},
          schema,
        });
        demand(status === 'cancelled', `the order is ${status}`);
      }
    },
  },
  {
    name: 'lists payments since a time',
    run: async (client) => {
      const since = encodeURIComponent(new Date().toISOString());
      await client.expect('GET', `/payments?since=${since}`, {
        schema: replyOf('qr-gateway', 'GET /payments'),
      });
    },
  },
];
