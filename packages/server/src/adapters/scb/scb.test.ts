import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import type { SlipLookup } from '../../ports/slip-lookup.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import {
  json,
  startHostileService,
  type HeardCall,
  type HostileService,
} from '../../testing/hostile-service.ts';
import { ScbClient } from './client.ts';
import { createScbGateway } from './gateway.ts';
import { createScbSlips } from './slips.ts';
import { readReference, writeReference } from './transform.ts';

const BILLER = '311040039475101';
const QR = '00020101021230650016A00000067701011201153110400394751010220';
const OK = { code: 1000, description: 'Success' };
const fault = (code: number) => ({ status: { code, description: 'no' } });
const SLIP = { sendingBank: '014', reference: '202601019lbKHTsWkh1hXAb' };
const isUnknown = { outcome: 'unknown' };
const nothing = { outcome: 'done', value: { entries: [], rejected: [] } };

describe('SCB', () => {
  let database: Database;
  let service: HostileService;
  let gateway: PaymentGateway;
  let slips: SlipLookup;
  let paid: Record<string, unknown>[] = [];
  let tokens = 0;
  let slip: Record<string, unknown> = {};

  const honest = ({ path }: HeardCall, response: ServerResponse): void => {
    const url = new URL(path, 'http://scb');
    if (url.pathname === '/v1/oauth/token') {
      tokens += 1;
      json(response, {
        status: OK,
        data: { accessToken: `token-${tokens}`, tokenType: 'Bearer', expiresIn: 1800 },
      });
    } else if (url.pathname === '/v1/payment/qrcode/create') {
      json(response, { status: OK, data: { qrRawData: QR, qrImage: 'aW1hZ2U=' } });
    } else if (url.pathname === '/v1/payment/billpayment/inquiry') {
      const asked = url.searchParams;
      const found = paid.filter(
        (one) =>
          one['billPaymentRef1'] === asked.get('reference1') &&
          String(one['transactionDateandTime']).startsWith(asked.get('transactionDate') ?? '-'),
      );
      if (found.length > 0) json(response, { status: OK, data: found });
      else json(response, fault(1104), 404);
    } else if (url.pathname.endsWith(SLIP.reference)) json(response, { status: OK, data: slip });
    else json(response, fault(1104), 404);
  };

  beforeAll(async () => {
    [database, service] = await Promise.all([pgliteDatabase(), startHostileService(honest)]);
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });
  const connect = (url = service.url, code = 'KBANK') => {
    const keys = { applicationKey: 'app-key', applicationSecret: 'app-secret' };
    const client = new ScbClient({ baseUrl: url, timeoutMs: 1_500, ...keys });
    const records = createServiceRecords(database);
    return {
      gateway: createScbGateway({ client, records, gateway: code, billerId: BILLER, prefix: 'KRP' }),
      slips: createScbSlips({ client, bankCodeOf: (number) => (number === '014' ? 'SCB' : '') }),
    };
  };
  beforeEach(async () => {
    [paid, tokens] = [[], 0];
    slip = {
      transRef: SLIP.reference,
      sendingBank: '014',
      receivingBank: '014',
      transDate: '20260101',
      transTime: '10:30:00',
      sender: { displayName: 'นาย สมชาย', account: { type: 'BANKAC', value: 'xxx-xxx123-4' } },
      receiver: { name: 'KRAPAO', account: { type: 'BANKAC', value: 'xxx-xxx568-3' } },
      amount: '100.50',
    };
    ({ gateway, slips } = connect());
    await sql`delete from service_record`.execute(database.queries);
  });
  afterEach(() => service.heal());

  const order = (changes = {}) => ({
    reference: randomUUID(),
    amount: minor(50_005n),
    currency: 'BAHT' as const,
    expiresAt: new Date(Date.now() + 60_000),
    callbackUrl: 'http://127.0.0.1:1/',
    ...changes,
  });
  /** A time in Bangkok, as the bank writes it. */
  const bangkok = (at: Date): string =>
    `${new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`;
  const pay = (reference: string, changes = {}): Record<string, unknown> => {
    const refs = writeReference(reference);
    const payment = {
      eventCode: '00300100',
      transactionType: 'Domestic Transfers',
      reverseFlag: 'N',
      payeeProxyId: BILLER,
      transactionId: randomUUID().replaceAll('-', ''),
      amount: '500.05',
      transactionDateandTime: bangkok(new Date()),
      billPaymentRef1: refs?.ref1,
      billPaymentRef2: refs?.ref2,
      currencyCode: '764',
      ...changes,
    };
    paid.push(payment);
    return payment;
  };
  const hint = (body: unknown) => ({
    path: '/api/callback/gateway/KBANK',
    headers: {},
    rawBody: JSON.stringify(body),
  });
  const made = async () => {
    const asked = order();
    await gateway.createOrder(asked);
    return asked.reference;
  };

  describe('orders', () => {
    it('are codes of our biller whose two references are ours, whole', async () => {
      const asked = order();
      expect(await gateway.createOrder(asked)).toEqual({ outcome: 'done', value: QR });
      const [call] = service.callsOn('/qrcode/create');
      const digits = asked.reference.replaceAll('-', '').toUpperCase();
      expect(call?.body).toEqual({
        qrType: 'PP',
        ppType: 'BILLERID',
        ppId: BILLER,
        amount: '500.05',
        ref1: digits.slice(0, 20),
        ref2: digits.slice(20),
        ref3: `KRP${digits.slice(20)}`,
      });
      expect(call?.headers).toMatchObject({ authorization: 'Bearer token-1', resourceownerid: 'app-key' });
      expect(call?.headers['requestuid']).toMatch(/^[\da-f-]{36}$/);
    });

    it('carry every reference of ours there and back', () => {
      for (const reference of [randomUUID(), '00000000-0000-4000-8000-000000000000']) {
        const refs = writeReference(reference);
        expect(refs?.ref1).toMatch(/^[A-Z0-9]{20}$/);
        expect(readReference(refs?.ref1, refs?.ref2)).toBe(reference);
      }
      expect(writeReference('KP-1')).toBeNull();
      for (const refs of [
        ['', ''],
        [null, 1],
        ['A'.repeat(12), 'B'.repeat(20)],
        ['Z'.repeat(20), 'A'.repeat(12)],
      ]) {
        expect(readReference(...(refs as [unknown, unknown]))).toBe('');
      }
    });

    it('are refused where nothing can be asked, and cannot be cancelled', async () => {
      expect((await gateway.createOrder(order({ currency: 'LAK' }))).outcome).toBe('refused');
      expect((await gateway.createOrder(order({ reference: 'KP-1' }))).outcome).toBe('refused');
      expect(await gateway.cancelOrder(randomUUID())).toMatchObject({ outcome: 'refused' });
      expect(service.calls).toEqual([]);
    });

    it.each([1101, 1102, 1103, 1105, 1111, 4101, 8102])('are refused by code %d', async (code) => {
      service.answerOn('/qrcode/create', fault(code), 400);
      expect(await gateway.createOrder(order())).toEqual({ outcome: 'refused', reason: `code ${code}` });
    });

    it.each<[string, number, unknown]>([
      ['a web page', 200, '<html>maintenance</html>'],
      ['a list', 200, []],
      ['no text of a code', 200, { status: OK, data: { qrImage: 'aW1hZ2U=' } }],
      ['a text that is none', 200, { status: OK, data: { qrRawData: 5 } }],
      ['no status', 200, { data: { qrRawData: QR } }],
      ['another code', 200, { status: { code: 1001 }, data: { qrRawData: QR } }],
      ['rights that are missing', 403, fault(9503)],
      ['a fault', 500, fault(9700)],
      ['a database that is away', 500, fault(8901)],
      ['an overload', 503, fault(9900)],
      ['too many requests', 429, fault(9900)],
      ['a fault with a code that refuses', 500, fault(1102)],
    ])('have no code by %s', async (_name, status, body) => {
      service.answerOn('/qrcode/create', body, status);
      expect(await gateway.createOrder(order())).toMatchObject({ ...isUnknown, sent: true });
    });

    it('are paid although their answer was lost', async () => {
      const asked = order();
      service.silence('/qrcode/create', true);
      expect(await gateway.createOrder(asked)).toMatchObject({ ...isUnknown, reason: 'no answer in time' });
      service.heal();
      pay(asked.reference);
      expect(await gateway.payments(asked.reference)).toMatchObject({
        value: { entries: [{ reference: asked.reference, amount: 50_005n }] },
      });
    });
  });

  describe('payments', () => {
    it('are the bank’s, for an order of ours alone', async () => {
      const reference = await made();
      expect(await gateway.payments(reference)).toEqual(nothing);
      const { transactionId } = pay(reference, { novelty: { deep: [1] } });
      expect(await gateway.payments(reference)).toMatchObject({
        value: { entries: [{ paymentId: transactionId, reference, amount: 50_005n }], rejected: [] },
      });
      const [asked] = service.callsOn('/inquiry');
      const query = new URL(asked?.path ?? '', 'http://scb').searchParams;
      expect(Object.fromEntries(query)).toMatchObject({ eventCode: '00300100', billerId: BILLER });
      service.heal();
      expect(await gateway.payments(randomUUID())).toEqual({ outcome: 'not_found' });
      expect(await connect(service.url, 'WW').gateway.payments(reference)).toEqual({ outcome: 'not_found' });
      expect(service.calls).toEqual([]);
    });

    it('are looked for on the order’s day, the next one and today', async () => {
      const reference = await made();
      await sql`update service_record set begun_at = now() - interval '5 days'`.execute(database.queries);
      const { transactionId } = pay(reference, {
        transactionDateandTime: bangkok(new Date(Date.now() - 4 * 86_400_000)),
      });
      expect(await gateway.payments(reference)).toMatchObject({
        value: { entries: [{ paymentId: transactionId }] },
      });
      expect(service.callsOn('/inquiry')).toHaveLength(3);
    });

    it('may be two of one code', async () => {
      const reference = await made();
      pay(reference);
      pay(reference, { amount: 20 });
      expect(await gateway.payments(reference)).toMatchObject({
        value: { entries: [{ amount: 50_005n }, { amount: 2_000n }] },
      });
    });

    it.each<[string, object]>([
      ['amount is not readable', { amount: '1,000.00' }],
      ['amount is not readable', { amount: undefined }],
      ['amount is not readable', { amount: '0.00' }],
      ['amount is not readable', { amount: '1.005' }],
      ['currency is not baht', { currencyCode: '418' }],
      ['it was reversed', { reverseFlag: 'Y' }],
      ['id or reference is missing', { transactionId: '' }],
      ['id or reference is missing', { billPaymentRef2: 'OTHER' }],
    ])('are put aside: %s', async (reason, changes) => {
      const reference = await made();
      pay(reference, changes);
      expect(await gateway.payments(reference)).toMatchObject({
        value: { entries: [], rejected: [{ reason }] },
      });
    });

    it('are not those of another order', async () => {
      const [reference, other] = [await made(), randomUUID()];
      service.answerOn('/inquiry', { status: OK, data: [pay(other)] });
      expect(await gateway.payments(reference)).toMatchObject({
        value: { entries: [], rejected: [{ reason: 'it is of another order' }] },
      });
    });

    it.each<[string, number, unknown]>([
      ['a web page', 200, '<html>'],
      ['no data', 200, { status: OK }],
      ['a 404 without a code', 404, {}],
      ['a fault', 500, fault(9700)],
      ['a code that is not listed', 400, fault(7777)],
      ['rights that are missing', 403, fault(9503)],
    ])('are not known by %s', async (_name, status, body) => {
      const reference = await made();
      service.answerOn('/inquiry', body, status);
      expect(await gateway.payments(reference)).toMatchObject(isUnknown);
    });

    it('are not listed', async () => {
      expect(await gateway.paymentsSince(new Date(0))).toMatchObject(isUnknown);
      expect(service.calls).toEqual([]);
    });
  });

  describe('callbacks', () => {
    it('are hints: the bank is asked, and its record counts', async () => {
      const reference = await made();
      const payment = pay(reference);
      const told = hint({ ...payment, amount: '9999.00' });
      for (let times = 0; times < 2; times += 1) {
        expect(await gateway.readCallback(told)).toMatchObject({ reference, amount: 50_005n });
      }
      expect(gateway.acknowledge?.(told)).toEqual({
        resCode: '00',
        resDesc: 'success',
        transactionId: payment['transactionId'],
        confirmId: payment['transactionId'],
      });
    });

    it('are asked about on their own day', async () => {
      const reference = await made();
      await sql`update service_record set begun_at = now() - interval '5 days'`.execute(database.queries);
      const at = bangkok(new Date(Date.now() - 2 * 86_400_000));
      const payment = pay(reference, { transactionDateandTime: at });
      expect(await gateway.readCallback(hint(payment))).toMatchObject({ reference, amount: 50_005n });
      expect(service.callsOn('/inquiry')).toHaveLength(1);
    });

    it('are not confirmed while the bank does not tell', async () => {
      const reference = await made();
      const payment = pay(reference);
      expect(await gateway.readCallback(hint({ ...payment, transactionId: 'another' }))).toBe('unconfirmed');
      service.answerOn('/inquiry', fault(9700), 500);
      expect(await gateway.readCallback(hint(payment))).toBe('unconfirmed');
      paid = [];
      service.heal();
      expect(await gateway.readCallback(hint(payment))).toBe('unconfirmed');
    });

    it('put a payment aside that cannot be read, and it can be read again', async () => {
      const reference = await made();
      const payment = pay(reference, { amount: '?' });
      const reading = await gateway.readCallback(hint({ ...payment, amount: '500.05' }));
      expect(reading).toMatchObject({ reason: 'amount is not readable' });
      expect(gateway.readKept(JSON.stringify({ ...payment, amount: '3.00' }), 'callback')).toMatchObject({
        amount: 300n,
      });
      expect(typeof gateway.readKept('x', 'callback')).toBe('string');
      expect(typeof gateway.readKept('x', 'listed')).toBe('string');
    });

    it('about no order of ours ask nothing', async () => {
      const payment = pay(randomUUID());
      const reference = await made();
      service.heal();
      const strange = [
        payment,
        { ...pay(reference), transactionId: '' },
        { transactionId: 'x' },
        null,
        'text',
        [],
      ];
      for (const body of strange) expect(await gateway.readCallback(hint(body))).toBeNull();
      expect(await gateway.readCallback({ ...hint({}), rawBody: 'not JSON' })).toBeNull();
      expect(service.calls).toEqual([]);
    });
  });

  describe('slips', () => {
    it('are found with both parties', async () => {
      expect(await slips.lookUp(SLIP)).toEqual({
        outcome: 'done',
        value: {
          status: 'found',
          transfer: {
            amount: 10_050n,
            at: new Date('2026-01-01T10:30:00+07:00'),
            fromBankCode: 'SCB',
            fromAccountNo: 'xxxxxx1234',
            fromName: 'นาย สมชาย',
            toBankCode: 'SCB',
            toAccountNo: 'xxxxxx5683',
            toName: 'KRAPAO',
          },
        },
      });
      const { path } = service.callsOn('/transactions/')[0]!;
      expect(path).toBe(`/v1/payment/billpayment/transactions/${SLIP.reference}?sendingBank=014`);
    });

    it('are not found by code 1104, and refused where they are none', async () => {
      const value = { status: 'not_found' };
      expect(await slips.lookUp({ ...SLIP, reference: 'OTHER0001' })).toEqual({ outcome: 'done', value });
      service.answerOn('/transactions/', fault(1102), 400);
      expect(await slips.lookUp(SLIP)).toMatchObject({ outcome: 'refused' });
      service.heal();
      expect((await slips.lookUp({ sendingBank: 'x', reference: '../token' })).outcome).toBe('refused');
      expect(service.calls).toEqual([]);
    });

    it.each<[string, object]>([
      ['no amount', { amount: undefined }],
      ['an amount that is none', { amount: '1e3' }],
      ['another slip', { transRef: 'OTHER0001' }],
      ['no time', { transDate: '2026' }],
      ['no account', { receiver: { account: { value: '' }, proxy: { value: '0812345678' } } }],
    ])('tell nothing with %s', async (_name, changes) => {
      Object.assign(slip, changes);
      expect(await slips.lookUp(SLIP)).toMatchObject(isUnknown);
    });

    it.each<[string, number, unknown]>([
      ['a web page', 404, '<html>'],
      ['a 404 without a code', 404, {}],
      ['missing fields', 400, fault(1101)],
      ['a service behind', 500, fault(8101)],
      ['a fault', 500, fault(9700)],
      ['an overload', 503, fault(9900)],
      ['rights that are missing', 403, fault(9503)],
    ])('tell nothing by %s', async (_name, status, body) => {
      service.answerOn('/transactions/', body, status);
      expect(await slips.lookUp(SLIP)).toMatchObject(isUnknown);
    });
  });

  describe('tokens', () => {
    it('are fetched once for gateway and slips', async () => {
      const reference = await made();
      await Promise.all([
        ...Array.from({ length: 5 }, () => gateway.payments(reference)),
        slips.lookUp(SLIP),
      ]);
      const asked = service.callsOn('/oauth/token');
      expect(asked).toHaveLength(1);
      expect(asked[0]?.body).toEqual({ applicationKey: 'app-key', applicationSecret: 'app-secret' });
    });

    it.each([
      [401, 9300],
      [401, 9500],
      [400, 9100],
    ])(
      'are renewed once for all calls that an old one fails with status %d and code %d',
      async (status, code) => {
        await slips.lookUp(SLIP);
        service.answer(({ headers, path }, response) =>
          headers.authorization === 'Bearer token-1' && !path.includes('/oauth/')
            ? json(response, fault(code), status)
            : false,
        );
        const all = await Promise.all(Array.from({ length: 5 }, () => slips.lookUp(SLIP)));
        for (const one of all) expect(one.outcome).toBe('done');
        expect(tokens).toBe(2);
      },
    );

    it('are not used after their end', async () => {
      service.answerOn('/oauth/token', { status: OK, data: { accessToken: 'brief', expiresIn: 5 } });
      await slips.lookUp(SLIP);
      await slips.lookUp(SLIP);
      expect(service.callsOn('/oauth/token')).toHaveLength(2);
    });

    it.each<[string, number, unknown]>([
      ['keys that are not taken', 401, fault(9500)],
      ['no token', 200, { status: OK, data: {} }],
      ['a token with a line break', 200, { status: OK, data: { accessToken: 'a\r\nb' } }],
      ['a web page', 200, '<html>'],
      ['a fault', 500, fault(9700)],
    ])('are not there by %s: nothing was sent', async (_name, status, body) => {
      service.answerOn('/oauth/token', body, status);
      expect(await gateway.createOrder(order())).toMatchObject({ ...isUnknown, sent: false });
      expect(service.callsOn('/qrcode/')).toEqual([]);
      service.heal();
      expect((await gateway.createOrder(order())).outcome).toBe('done');
    });
  });

  describe('a check', () => {
    it('shows that keys and biller are taken', async () => {
      expect(await gateway.check?.()).toEqual({ outcome: 'done', value: null });
      service.answerOn('/inquiry', fault(1102), 400);
      expect(await gateway.check?.()).toMatchObject(isUnknown);
    });

    it('is refused for wrong keys, and tells no secret', async () => {
      service.answerOn('/oauth/token', fault(9500), 401);
      expect(await gateway.check?.()).toEqual({ outcome: 'refused', reason: 'no token: code 9500' });
      const cut = connect('http://127.0.0.1:1').gateway;
      expect(await cut.check?.()).toMatchObject(isUnknown);
      expect(JSON.stringify(await cut.createOrder(order()))).not.toContain('app-');
    });
  });
});
