import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { Bank } from '../../ports/bank.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import { createPayonexBank } from './bank.ts';
import { PayonexClient } from './client.ts';
import { createPayonexGateway } from './gateway.ts';

const PAYER = { name: 'สมหญิง ใจดี', bankCode: 'TTB', accountNo: '1234567890' };
const OK = { success: true, message: 'successfully', code: '20000' };
const QR = '00020101021229370016A0000006770101110113006600000000053037645406500.005802TH6304ABCD';

interface Call {
  method: string;
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** What the server of the test does with a call; undefined: what an honest one does. */
type Answering = (call: Call, response: ServerResponse) => boolean | undefined;

const json = (response: ServerResponse, body: unknown, status = 200): true => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
  return true;
};

describe('PayoneX', () => {
  let database: Database;
  let server: Server;
  let baseUrl: string;
  let calls: Call[] = [];
  let answering: Answering = () => undefined;
  let listed: Record<string, unknown>[] = [];
  let gateway: PaymentGateway;
  let bank: Bank;

  const honest = (call: Call, response: ServerResponse): void => {
    const { path, body } = call;
    if (path === '/authenticate') json(response, { ...OK, data: { token: 'token-1' } });
    else if (path === '/v2/customers') json(response, { ...OK, data: { customerUuid: 'customer-1' } });
    else if (path.startsWith('/transactions?')) {
      json(response, { ...OK, data: { data: listed, count: listed.length, totalPages: 1 } });
    } else if (path.endsWith('/request')) {
      const record = enter(body, path.split('/')[2] ?? '');
      json(response, { ...OK, data: { uuid: record['uuid'], link: 'https://pay.example', qrCode: QR } });
    } else {
      const record = listed.find(({ uuid }) => path === `/transactions/${String(uuid)}`);
      if (record) json(response, { ...OK, data: record });
      else json(response, { success: false, code: '40400', message: 'Transaction not found' }, 400);
    }
  };
  /** Enters a request into the server's list. */
  const enter = (body: Record<string, unknown>, type: string): Record<string, unknown> => {
    const { amount, referenceId, customerUuid } = body;
    const now = Date.now();
    const times = { createdAt: now, updatedAt: now };
    const asked = { amount, referenceId, customerUuid };
    const record = { uuid: randomUUID(), type, status: 'PROCESSING', ...asked, ...times };
    listed.push(record);
    return record;
  };

  beforeAll(async () => {
    database = await pgliteDatabase();
    server = createServer((request, response) => {
      void text(request).then((sent) => {
        const { method = '', url: path = '', headers } = request;
        const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
        const call = { method, path, authorization: headers.authorization, body };
        calls.push(call);
        if (!answering(call, response)) honest(call, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await database.close();
  });
  const connect = (url = baseUrl) => {
    const connection = { baseUrl: url, timeoutMs: 400, accessKey: 'access', secretKey: 'secret' };
    const parts = {
      client: new PayonexClient(connection),
      records: createServiceRecords(database),
      bankCodes: new Map([['TTB', 'TMB']]),
      gateway: 'PAYONEX',
    };
    return { gateway: createPayonexGateway(parts), bank: createPayonexBank(parts) };
  };
  beforeEach(async () => {
    calls = [];
    listed = [];
    ({ gateway, bank } = connect());
    await sql`delete from service_record`.execute(database.queries);
  });
  afterEach(() => {
    answering = () => undefined;
  });

  const order = (changes = {}) => ({
    reference: randomUUID(),
    amount: minor(50_000n),
    currency: 'BAHT' as const,
    expiresAt: new Date(Date.now() + 60_000),
    callbackUrl: 'http://127.0.0.1:1/',
    payer: PAYER,
    ...changes,
  });
  const payout = (changes = {}) => ({
    reference: randomUUID(),
    amount: minor(80_050n),
    toBankCode: 'KBANK',
    toAccountNo: '0987654321',
    toAccountName: 'SOMYING',
    callbackUrl: 'http://127.0.0.1:1/',
    ...changes,
  });
  const hint = (data: unknown) => ({
    path: '/api/callback/gateway/PAYONEX',
    headers: {},
    rawBody: JSON.stringify({ ...OK, data }),
  });
  const pathsOf = (part: string): Call[] => calls.filter(({ path }) => path.includes(part));
  const on = (part: string, answer: (response: ServerResponse) => boolean | undefined): void => {
    answering = ({ path }, response) => (path.includes(part) ? answer(response) : undefined);
  };
  /** Carries a request out and does not answer. */
  const workAndFallSilent: Answering = ({ path, body }) => {
    if (!path.endsWith('/request')) return undefined;
    enter(body, path.split('/')[2] ?? '');
    return true;
  };
  const isUnknown = { outcome: 'unknown' };

  describe('orders', () => {
    it('are made for the payer’s bank account, in baht with a bare token', async () => {
      const asked = order({ amount: minor(50_005n) });
      expect(await gateway.createOrder(asked)).toEqual({ outcome: 'done', value: QR });
      expect(pathsOf('/v2/customers')[0]?.body).toEqual({ ...PAYER, bankCode: 'TMB' });
      const [sent] = pathsOf('/deposit/request');
      expect(sent?.authorization).toBe('token-1');
      expect(sent?.body).toMatchObject({
        customerUuid: 'customer-1',
        amount: 500.05,
        referenceId: asked.reference,
      });
      await gateway.createOrder(order());
      expect(pathsOf('/v2/customers')).toHaveLength(1);
    });

    it('are refused where nothing can be asked', async () => {
      expect((await gateway.createOrder(order({ currency: 'LAK' }))).outcome).toBe('refused');
      expect((await gateway.createOrder(order({ payer: undefined }))).outcome).toBe('refused');
      expect(await gateway.cancelOrder(randomUUID())).toMatchObject({ outcome: 'refused' });
      expect(calls).toEqual([]);
    });

    it.each(['40001', '40003', '40004'])('are refused by code %s', async (code) => {
      const asked = order();
      on('/deposit/request', (response) => json(response, { success: false, code }, 400));
      expect(await gateway.createOrder(asked)).toEqual({ outcome: 'refused', reason: `code ${code}` });
      expect(await gateway.payments(asked.reference)).toEqual({ outcome: 'not_found' });
    });

    it.each<[string, number, unknown]>([
      ['a web page', 200, '<html>maintenance</html>'],
      ['a list', 200, []],
      ['no success', 200, { code: '20000', data: { uuid: 'u', qrCode: QR } }],
      ['another code', 200, { ...OK, code: '20001', data: { uuid: 'u', qrCode: QR } }],
      ['no record', 200, { ...OK, data: null }],
      ['a uuid that is a path', 200, { ...OK, data: { uuid: '../profile', qrCode: QR } }],
      ['too many requests', 429, { success: false, code: '40001' }],
      ['a fault', 500, { success: false, code: '40001' }],
      ['a route that there is not', 404, { success: false, code: '40400' }],
      ['a code that nobody names', 400, { success: false, code: '49999' }],
    ])('tell nothing by %s, and are not made again', async (_name, status, body) => {
      const asked = order();
      on('/deposit/request', (response) => json(response, body, status));
      expect(await gateway.createOrder(asked)).toMatchObject({ ...isUnknown, sent: true });
      answering = () => undefined;
      expect(await gateway.createOrder(asked)).toMatchObject(isUnknown);
      expect(pathsOf('/deposit/request')).toHaveLength(1);
    });

    it('have no code without its text; the payment is found anyway', async () => {
      const asked = order();
      answering = ({ path, body }, response) =>
        path.endsWith('/request')
          ? json(response, { ...OK, data: { uuid: enter(body, 'deposit')['uuid'], qrCode: null } })
          : undefined;
      expect(await gateway.createOrder(asked)).toMatchObject(isUnknown);
      listed[0]!['status'] = 'SUCCESS';
      expect(await gateway.payments(asked.reference)).toMatchObject({
        value: { entries: [{ reference: asked.reference, amount: 50_000n }] },
      });
    });

    it('are found in the list when their answer was lost', async () => {
      const asked = order();
      answering = workAndFallSilent;
      expect(await gateway.createOrder(asked)).toMatchObject({ ...isUnknown, sent: true });
      answering = () => undefined;
      listed[0]!['status'] = 'SUCCESS';
      const uuid = String(listed[0]!['uuid']);
      const paid = { paymentId: uuid, reference: asked.reference, amount: 50_000n };
      expect(await gateway.payments(asked.reference)).toMatchObject({ value: { entries: [paid] } });
      expect(await gateway.payments(asked.reference)).toMatchObject({ value: { entries: [paid] } });
      expect(pathsOf('/transactions?')).toHaveLength(1);
    });
  });

  describe('payments', () => {
    const made = async (changes = {}) => {
      const asked = order();
      await gateway.createOrder(asked);
      const record = listed.at(-1)!;
      Object.assign(record, changes);
      return { reference: asked.reference, record, uuid: String(record['uuid']) };
    };
    const nothing = { outcome: 'done', value: { entries: [], rejected: [] } };

    it.each(['PROCESSING', 'ON_HOLD', 'REJECTED', 'REFUNDED', 'ERROR'])(
      'are none in status %s',
      async (status) => {
        const { reference } = await made({ status });
        expect(await gateway.payments(reference)).toEqual(nothing);
      },
    );

    it('are read with amounts as numbers and as text, and fields that nobody names', async () => {
      for (const amount of [499.5, '499.50']) {
        const { reference } = await made({ status: 'SUCCESS', amount, novelty: { deep: [1] } });
        expect(await gateway.payments(reference)).toMatchObject({
          value: { entries: [{ amount: 49_950n }] },
        });
      }
    });

    it.each([[1.005], ['1e3'], ['1,000.00'], [-5], [0], [null], [undefined], [Number.MAX_SAFE_INTEGER]])(
      'are put aside with an amount such as %j',
      async (amount) => {
        const { reference } = await made({ status: 'SUCCESS', amount });
        const told = await gateway.payments(reference);
        expect(told).toMatchObject({
          value: { entries: [], rejected: [{ reason: 'amount is not readable' }] },
        });
      },
    );

    it('tell nothing where the record is another one', async () => {
      for (const changes of [{ referenceId: 'another' }, { type: 'withdraw' }, { uuid: 'another' }]) {
        const { reference, uuid } = await made({ status: 'SUCCESS' });
        on(`/transactions/${uuid}`, (response) =>
          json(response, { ...OK, data: { ...listed.at(-1), ...changes } }),
        );
        expect(await gateway.payments(reference)).toMatchObject(isUnknown);
        answering = () => undefined;
      }
    });

    it('are listed since a time', async () => {
      const { uuid, reference } = await made({ status: 'SUCCESS' });
      await made({ status: 'SUCCESS', updatedAt: Date.now() - 7_200_000 });
      await made({ status: 'PROCESSING' });
      listed.push({ uuid: 'w', type: 'withdraw', status: 'SUCCESS', amount: 1, createdAt: 1, updatedAt: 1 });
      const since = await gateway.paymentsSince(new Date(Date.now() - 60_000));
      expect(since).toMatchObject({ value: { entries: [{ paymentId: uuid, reference }], rejected: [] } });
      on('/transactions?page=1', (response) => json(response, { ...OK, data: { count: 1 } }));
      expect(await gateway.paymentsSince(new Date(0))).toMatchObject(isUnknown);
    });

    it('are looked for on every page while the order of the list is not known', async () => {
      const page = (number: number) => ({
        data: [
          {
            uuid: `u${number}`,
            type: 'deposit',
            status: 'SUCCESS',
            amount: 1,
            referenceId: 'r',
            createdAt: Date.now() + number * 1_000,
            updatedAt: Date.now(),
          },
        ],
        totalPages: 3,
      });
      answering = ({ path }, response) => {
        const [, number] = /page=(\d+)/.exec(path) ?? [];
        return number === undefined ? undefined : json(response, { ...OK, data: page(Number(number)) });
      };
      const since = await gateway.paymentsSince(new Date(0));
      expect(since.outcome === 'done' && since.value.entries.map(({ paymentId }) => paymentId)).toEqual([
        'u1',
        'u2',
        'u3',
      ]);
    });

    it('are confirmed before a callback counts, however often it comes', async () => {
      const { uuid, reference, record } = await made();
      const told = hint({ uuid, type: 'deposit', status: 'SUCCESS', amount: 9_999, referenceId: reference });
      expect(await gateway.readCallback(told)).toBe('nothing');
      record['status'] = 'SUCCESS';
      for (let times = 0; times < 2; times += 1) {
        expect(await gateway.readCallback(told)).toMatchObject({ paymentId: uuid, amount: 50_000n });
      }
      on('/transactions/', (response) => json(response, '<html>', 502));
      expect(await gateway.readCallback(told)).toBe('unconfirmed');
    });

    it('are not believed by a callback about an order whose answer was lost, unless its record is the order’s', async () => {
      const asked = order();
      answering = workAndFallSilent;
      await gateway.createOrder(asked);
      answering = () => undefined;
      const other = await made({ status: 'SUCCESS' });
      for (const uuid of [other.uuid, randomUUID()]) {
        expect(await gateway.readCallback(hint({ uuid, referenceId: asked.reference }))).toBeNull();
      }
      const own = listed.find(({ referenceId }) => referenceId === asked.reference)!;
      own['status'] = 'SUCCESS';
      const told = hint({ uuid: own['uuid'], referenceId: asked.reference });
      expect(await gateway.readCallback(told)).toMatchObject({ reference: asked.reference, amount: 50_000n });
    });

    it('are not asked about by a callback that names no order of ours', async () => {
      const { uuid, reference } = await made({ status: 'SUCCESS' });
      calls = [];
      for (const data of [
        { uuid, referenceId: randomUUID() },
        { uuid: 'another', referenceId: reference },
        { uuid },
        { referenceId: reference },
        null,
        'text',
      ]) {
        expect(await gateway.readCallback(hint(data))).toBeNull();
      }
      expect(await gateway.readCallback({ ...hint({}), rawBody: 'not JSON' })).toBeNull();
      expect(calls).toEqual([]);
    });
  });

  describe('payouts', () => {
    it('are handed over once, and their record decides', async () => {
      const asked = payout();
      expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'not_found' });
      expect(await bank.payOut(asked)).toEqual({ outcome: 'done', value: 'accepted' });
      expect(pathsOf('/withdraw/request')[0]?.body).toMatchObject({
        amount: 800.5,
        referenceId: asked.reference,
      });
      const all = await Promise.all(Array.from({ length: 5 }, () => bank.payOut(asked)));
      for (const again of all) expect(again).toMatchObject(isUnknown);
      expect(pathsOf('/withdraw/request')).toHaveLength(1);
      for (const [status, meaning] of [
        ['PROCESSING', 'accepted'],
        ['ON_HOLD', 'accepted'],
        ['SUCCESS', 'done'],
        ['REJECTED', 'refused'],
        ['REFUNDED', 'refused'],
      ]) {
        listed[0]!['status'] = status;
        const value = { status: meaning, amount: 80_050n };
        expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'done', value });
      }
      for (const status of ['ERROR', 'constructor', '', null]) {
        listed[0]!['status'] = status;
        expect(await bank.lookUp(asked.reference)).toMatchObject(isUnknown);
      }
    });

    it('are sent once by processes that begin at the same moment', async () => {
      const asked = payout();
      const processes = Array.from({ length: 4 }, () => connect().bank);
      const ends = await Promise.all(processes.map((one) => one.payOut(asked)));
      expect(ends.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect(pathsOf('/withdraw/request')).toHaveLength(1);
    });

    it.each(['40005', '40006'])('are refused by code %s, and may then be ordered again', async (code) => {
      const asked = payout();
      on('/withdraw/request', (response) => json(response, { success: false, code: Number(code) }, 400));
      expect(await bank.payOut(asked)).toEqual({ outcome: 'refused', reason: `code ${code}` });
      expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'not_found' });
      answering = () => undefined;
      expect(await bank.payOut(asked)).toEqual({ outcome: 'done', value: 'accepted' });
    });

    it('are never refused for a wrong key, and nothing was sent', async () => {
      on('/authenticate', (response) => json(response, { success: false, code: '40502' }, 400));
      const asked = payout();
      expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: false });
      expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'not_found' });
    });

    it('are not ordered again when their answer is lost after the work', async () => {
      const asked = payout();
      answering = workAndFallSilent;
      expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: true });
      answering = () => undefined;
      const value = { status: 'accepted', amount: 80_050n };
      expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'done', value });
      expect(pathsOf('/withdraw/request')).toHaveLength(1);
    });

    it('wait for a person when their answer is lost and no list has them', async () => {
      const asked = payout();
      on('/withdraw/request', () => true);
      expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: true });
      answering = () => undefined;
      expect(await bank.lookUp(asked.reference)).toMatchObject(isUnknown);
      await sql`update service_record set begun_at = now() - interval '16 minutes'`.execute(database.queries);
      expect(await bank.lookUp(asked.reference)).toMatchObject({ outcome: 'differs' });
      on('/transactions?', (response) => json(response, '<html>', 502));
      expect(await bank.lookUp(asked.reference)).toMatchObject(isUnknown);
      expect(pathsOf('/withdraw/request')).toHaveLength(1);
    });

    it('are certainly not sent when nobody listens', async () => {
      const asked = payout();
      await bank.payOut(payout());
      const cut = connect('http://127.0.0.1:1').bank;
      expect(await cut.payOut(asked)).toMatchObject({ ...isUnknown, sent: false });
      expect(await bank.payOut(asked)).toMatchObject({ outcome: 'done' });
    });

    it('are decided by the record that a callback hints at', async () => {
      const asked = payout();
      await bank.payOut(asked);
      const { uuid } = listed[0]!;
      const told = hint({ uuid, type: 'withdraw', status: 'SUCCESS', referenceId: asked.reference });
      expect(await bank.readCallback(told)).toMatchObject({ status: 'accepted' });
      listed[0]!['status'] = 'SUCCESS';
      expect(await bank.readCallback(told)).toEqual({
        reference: asked.reference,
        status: 'done',
        amount: 80_050n,
      });
      // The service has one address for both kinds of callbacks.
      expect(await gateway.readCallback(told)).toBe('nothing');
    });
  });

  describe('tokens', () => {
    it('are fetched once for calls at the same time', async () => {
      await Promise.all(Array.from({ length: 10 }, () => gateway.payments(randomUUID())));
      const since = new Date();
      await Promise.all(Array.from({ length: 10 }, () => gateway.paymentsSince(since)));
      expect(pathsOf('/authenticate')).toHaveLength(1);
    });

    it.each([401, 400])(
      'are renewed once for all calls that an old one fails with status %d',
      async (status) => {
        await gateway.paymentsSince(new Date());
        answering = ({ path, authorization }, response) => {
          if (path === '/authenticate') return json(response, { ...OK, data: { TOKEN: 'token-2' } });
          return authorization === 'token-2'
            ? undefined
            : json(response, { success: false, code: '40101' }, status);
        };
        const all = await Promise.all(Array.from({ length: 10 }, () => gateway.paymentsSince(new Date())));
        for (const one of all) expect(one.outcome).toBe('done');
        expect(pathsOf('/authenticate')).toHaveLength(2);
      },
    );

    it('are renewed once for a call, and a payout that no token opens may be ordered later', async () => {
      on('/withdraw/request', (response) => json(response, { success: false, code: '40101' }, 401));
      const asked = payout();
      expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: false });
      expect(pathsOf('/withdraw/request')).toHaveLength(2);
      answering = () => undefined;
      expect(await bank.payOut(asked)).toMatchObject({ outcome: 'done' });
    });

    it.each<[string, number, unknown]>([
      ['no token', 200, { ...OK, data: {} }],
      ['a token with a line break', 200, { ...OK, data: { token: 'a\r\nb' } }],
      ['a web page', 200, '<html>'],
      ['a fault', 503, { success: false, code: '50000' }],
    ])('are not there by %s; the next call asks again', async (_name, status, body) => {
      on('/authenticate', (response) => json(response, body, status));
      expect(await gateway.paymentsSince(new Date())).toMatchObject({ ...isUnknown, sent: false });
      answering = () => undefined;
      expect((await gateway.paymentsSince(new Date())).outcome).toBe('done');
    });
  });
});
