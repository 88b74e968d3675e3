import { fresh, replyOf, signatureChecks, type Check } from './checks.ts';
import { demand } from './client.ts';

const AT_ONCE = 10;

const payoutOf = (reference = fresh(), amount = '150.00') => ({
  reference,
  amount,
  toBankCode: 'KBANK',
  toAccountNo: '0001234561',
  toAccountName: 'KIT PAYOUT',
  callbackUrl: 'http://127.0.0.1:9/callback',
});

export const payoutBankChecks: readonly Check[] = [
  ...signatureChecks({ method: 'GET', path: `/payouts/${fresh()}` }),
  {
    name: 'knows no payout that was not ordered',
    run: (client) => client.expectRefusal('GET', `/payouts/${fresh()}`, { status: 404, code: 'not_found' }),
  },
  {
    name: 'takes an order once, however often it comes',
    run: async (client) => {
      const payout = payoutOf();
      const orders = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          client.expect('POST', '/payouts', {
            body: payout,
            schema: replyOf('payout-bank', 'POST /payouts'),
          }),
        ),
      );
      const ids = new Set(orders.map(({ payoutId }) => payoutId));
      demand(ids.size === 1, `${AT_ONCE} orders under one reference are ${ids.size} payouts`);
    },
  },
  {
    name: 'refuses a used reference with another amount or account',
    run: async (client) => {
      const payout = payoutOf();
      await client.expect('POST', '/payouts', {
        body: payout,
        schema: replyOf('payout-bank', 'POST /payouts'),
      });
      for (const changed of [{ amount: '151.00' }, { toAccountNo: '0001234562' }]) {
        await client.expectRefusal('POST', '/payouts', {
          body: { ...payout, ...changed },
          status: 422,
          code: 'reference_conflict',
        });
      }
    },
  },
  {
    name: 'looks a payout up with its amount',
    run: async (client) => {
      const payout = payoutOf(fresh(), '0.01');
      await client.expect('POST', '/payouts', {
        body: payout,
        schema: replyOf('payout-bank', 'POST /payouts'),
      });
      const found = await client.expect('GET', `/payouts/${payout.reference}`, {
        schema: replyOf('payout-bank', 'GET /payouts/:reference'),
      });
      demand(found.amount === '0.01', `the amount is ${found.amount}`);
    },
  },
  {
    name: 'refuses amounts that are not decimal text above zero',
    run: async (client) => {
      for (const amount of ['0.00', '-5.00', '5', '5.005']) {
        await client.expectRefusal('POST', '/payouts', {
          body: payoutOf(fresh(), amount),
          status: 400,
          code: 'bad_body',
        });
      }
    },
  },
];
