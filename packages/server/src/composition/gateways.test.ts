import { minor } from '@krapao/contract/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../content/read.ts';
import type { Content, DepositBank, GatewayAdapter } from '../content/schema.ts';
import { HOUSE_SERVICES } from '../kernel/sandbox-services.ts';
import { readSettings } from '../kernel/settings.ts';
import { done, notFound } from '../ports/outcome.ts';
import type { GatewayPayment, PaymentGateway } from '../ports/payment-gateway.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { Connections } from './counterparties.ts';
import { describeFaults, findPartFaults } from './part-faults.ts';
import { withFormer } from './switched-gateway.ts';

describe('a gateway', () => {
  let demo: Content;

  beforeAll(async () => {
    demo = await readContent(DEMO_CONTENT);
  });

  /** Returns the demo content with adapters of QR accounts by the gateway's code. */
  const naming = (adapters: Readonly<Record<string, GatewayAdapter>>): Content => {
    const content = structuredClone(demo);
    const isQrOf = ({ bankCode, mode, bankType }: DepositBank, code: string): boolean =>
      bankCode === code && (bankType === 'PAYMENT' || mode !== 'AUTO');
    for (const [code, adapter] of Object.entries(adapters)) {
      const account = content.depositAccounts.banks.find((one) => isQrOf(one, code));
      if (account) account.adapter = adapter;
    }
    return content;
  };
  const faults = async (environment: Record<string, string>, content: Content): Promise<string[]> =>
    describeFaults(await findPartFaults(readSettings({ ...HOUSE_SERVICES, ...environment }), content));

  it('speaks the protocol that its account in the content names, with settings of its code', async () => {
    const content = naming({ KBANK: 'payonex', WW: 'payonex', PAYONEX: 'payonex' });
    const line = (code: string) =>
      `GATEWAY_${code}_KEY, GATEWAY_${code}_SECRET: must be set for adapter: payonex of ${code}`;
    expect(await faults({}, content)).toEqual(['KBANK', 'WW', 'PAYONEX'].map(line));
    const keys = (code: string) => ({ [`GATEWAY_${code}_KEY`]: 'k', [`GATEWAY_${code}_SECRET`]: 's' });
    expect(await faults({ ...keys('KBANK'), ...keys('PAYONEX') }, content)).toEqual([line('WW')]);
    expect(
      await faults({ ...keys('KBANK'), ...keys('WW'), ...keys('PAYONEX'), GATEWAY_WW_URL: 'ww' }, content),
    ).toEqual(['GATEWAY_WW_URL: must be an address']);
  });

  it.each<[GatewayAdapter, Record<string, string>, string]>([
    ['scb', {}, 'GATEWAY_FP_KEY, GATEWAY_FP_SECRET, GATEWAY_FP_BILLER, GATEWAY_FP_PREFIX: must be set'],
    [
      'scb',
      { KEY: 'k', SECRET: 's', BILLER: '12', PREFIX: 'KRP' },
      'GATEWAY_FP_BILLER: must be the number of a biller',
    ],
    [
      'scb',
      { KEY: 'k', SECRET: 's', BILLER: '1'.repeat(15), PREFIX: 'krp' },
      'GATEWAY_FP_PREFIX: must be one to eight',
    ],
    ['opn', {}, 'GATEWAY_FP_SECRET, GATEWAY_FP_WEBHOOK_SECRET: must be set for adapter: opn of FP'],
    ['opn', { SECRET: 'sk_1', WEBHOOK_SECRET: 'A'.repeat(44) }, 'GATEWAY_FP_SECRET: must be a secret key'],
    [
      'opn',
      { SECRET: 'skey_1', WEBHOOK_SECRET: 'whsec' },
      'GATEWAY_FP_WEBHOOK_SECRET: must be the secret of',
    ],
    [
      'stripe',
      { SECRET: 'sk_1' },
      'GATEWAY_FP_WEBHOOK_SECRET, GATEWAY_FP_EMAIL: must be set for adapter: stripe of FP',
    ],
    [
      'stripe',
      { SECRET: 'sk_1', WEBHOOK_SECRET: 'whsec_1', EMAIL: 'none' },
      'GATEWAY_FP_EMAIL: must be an email address',
    ],
  ])('names in one line what is wrong with the settings of %s: %j', async (adapter, given, line) => {
    const environment = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`GATEWAY_FP_${name}`, value]),
    );
    const told = await faults(environment, naming({ FP: adapter }));
    expect(told).toEqual([expect.stringContaining(line)]);
    expect(told.join()).not.toContain('sk_1');
  });

  it('is PayoneX by its former setting, whose own settings then count', async () => {
    const former = { PAYONEX_SERVICE: 'payonex', PAYONEX_KEY: 'k', PAYONEX_SECRET: 's' };
    expect(await faults(former, demo)).toEqual([]);
    expect(await faults(former, naming({ PAYONEX: 'payonex' }))).toEqual([]);
    expect(await faults({ PAYONEX_SERVICE: 'payonex' }, demo)).toEqual([
      'PAYONEX_KEY, PAYONEX_SECRET: must be set for PAYONEX_SERVICE=payonex',
    ]);
  });

  it('follows the content, and is off while its settings are missing', async () => {
    const connections = await Connections.open(readSettings({}), demo);
    const { gateways, off } = connections.counterparties;
    const house = gateways.get('WW');
    expect([gateways.size, [...off]]).toEqual([5, []]);
    await connections.follow(naming({ WW: 'payonex' }));
    expect([gateways.has('WW'), [...off]]).toEqual([false, ['gateway:WW']]);
    await connections.follow(demo);
    expect([gateways.get('WW'), [...off]]).toEqual([house, []]);
  });

  it('is connected by its account that is switched off, for the orders that it may have', async () => {
    const content = naming({ WW: 'payonex' });
    const account = content.depositAccounts.banks.find(({ bankCode }) => bankCode === 'WW')!;
    account.enabled = false;
    const { off, gateways } = (await Connections.open(readSettings({}), content)).counterparties;
    expect([[...off], gateways.has('WW')]).toEqual([[], false]);
  });

  describe('whose service was switched', () => {
    const since = new Date();
    const paymentOf = (reference: string): GatewayPayment => ({
      paymentId: `p-${reference}`,
      reference,
      amount: minor(1n),
      paidAt: since,
    });
    /** A service that knows one order. */
    const knowing = (reference: string): PaymentGateway => ({
      createOrder: () => Promise.resolve(done(`code of ${reference}`)),
      cancelOrder: (asked) => Promise.resolve(asked === reference ? done(undefined) : notFound),
      payments: (asked) =>
        Promise.resolve(
          asked === reference ? done({ entries: [paymentOf(reference)], rejected: [] }) : notFound,
        ),
      paymentsSince: () => Promise.resolve(done({ entries: [paymentOf(reference)], rejected: [] })),
      readCallback: ({ rawBody }) => (rawBody === reference ? paymentOf(reference) : null),
      readKept: (text) => (text === reference ? paymentOf(reference) : 'not a payment'),
    });
    const switched = withFormer(knowing('new'), [knowing('old')]);
    const callback = (rawBody: string) => ({ path: '', headers: {}, rawBody });

    it('gets new orders at the current one', async () => {
      expect(await switched.createOrder({} as never)).toEqual(done('code of new'));
    });

    it.each(['new', 'old'])('still knows an order that is %s', async (reference) => {
      const value = { entries: [paymentOf(reference)], rejected: [] };
      expect(await switched.payments(reference)).toEqual(done(value));
      expect(await switched.cancelOrder(reference)).toEqual(done(undefined));
      expect(await switched.readCallback(callback(reference))).toEqual(paymentOf(reference));
      expect(switched.readKept(reference, 'listed')).toEqual(paymentOf(reference));
    });

    it('knows no others, and lists the payments of both', async () => {
      expect(await switched.payments('other')).toEqual(notFound);
      expect(await switched.readCallback(callback('other'))).toBeNull();
      expect(switched.readKept('other', 'listed')).toBe('not a payment');
      const listed = await switched.paymentsSince(since);
      expect(listed).toMatchObject({ value: { entries: [{ reference: 'new' }, { reference: 'old' }] } });
    });
  });
});
