import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { generate } from 'promptparse';
import { toString as drawQr, toBuffer as drawPng } from 'qrcode';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readQrPicture } from '../../composition/qr-pictures.ts';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { DEAD_ADDRESS } from '../../testing/counterparties-world.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import {
  json,
  startHostileService,
  type HeardCall,
  type HostileService,
} from '../../testing/hostile-service.ts';
import { OpnClient } from './client.ts';
import { createOpnGateway } from './gateway.ts';

const KEY = 'skey_test_secret';
const SECRET = 'YSB3ZWJob29rIHNlY3JldCBvZiB0aGlydHktdHdvIGI=';
const isUnknown = { outcome: 'unknown' };
const nothing = { outcome: 'done', value: { entries: [], rejected: [] } };
const fault = (code: string) => ({ object: 'error', location: 'https://docs.example', code, message: 'no' });
const payloadOf = (amount: number): string =>
  generate.anyId({ type: 'MSISDN', target: '0812345678', amount });

describe('deposits at Opn', () => {
  let database: Database;
  let service: HostileService;
  let gateway: PaymentGateway;
  let charges: Record<string, unknown>[] = [];
  let picture: Buffer;

  const honest = ({ path, method, body }: HeardCall, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(path, service.url);
    const found = charges.find(({ id }) => pathname.startsWith(`/charges/${String(id)}`));
    if (pathname === '/balance') json(response, { object: 'balance', transferable: 123_456, total: 200_000 });
    else if (pathname === '/qr.svg')
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
    else if (pathname === '/charges' && method === 'POST') json(response, enter(body));
    else if (pathname === '/charges') {
      const offset = Number(searchParams.get('offset'));
      const data = charges.slice(offset, offset + Number(searchParams.get('limit')));
      json(response, { object: 'list', data, total: charges.length, offset, limit: 100 });
    } else if (!found) json(response, fault('not_found'), 404);
    else if (pathname.endsWith('/expire'))
      json(response, Object.assign(found, { status: 'expired', expired: true }));
    else json(response, found);
  };
  const enter = (body: Record<string, unknown>): Record<string, unknown> => {
    const { amount, currency, metadata } = body;
    const image = {
      object: 'document',
      kind: 'qr',
      filename: 'qrcode.svg',
      download_uri: `${service.url}/qr.svg`,
    };
    const charge = {
      object: 'charge',
      id: `chrg_test_${randomUUID().replaceAll('-', '')}`,
      status: 'pending',
      paid: false,
      amount,
      currency,
      refunded_amount: 0,
      metadata,
      source: {
        object: 'source',
        type: 'promptpay',
        scannable_code: { object: 'barcode', type: 'qr', image },
      },
      created_at: new Date().toISOString(),
    };
    charges.push(charge);
    return charge;
  };

  beforeAll(async () => {
    [database, service] = await Promise.all([pgliteDatabase(), startHostileService(honest)]);
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });
  const connect = (url = service.url, code = 'KBANK') =>
    createOpnGateway({
      client: new OpnClient({ baseUrl: url, timeoutMs: 1_500, secretKey: KEY }),
      records: createServiceRecords(database),
      gateway: code,
      webhookSecret: SECRET,
      readQr: readQrPicture,
    });
  beforeEach(async () => {
    charges = [];
    picture = Buffer.from(await drawQr(payloadOf(500.05), { type: 'svg' }));
    gateway = connect();
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
  const made = async (changes = {}) => {
    const asked = order();
    await gateway.createOrder(asked);
    const charge = Object.assign(charges.at(-1)!, changes);
    return { reference: asked.reference, charge, id: String(charge['id']) };
  };
  const PAID = () => ({ status: 'successful', paid: true, paid_at: new Date().toISOString() });
  const webhook = (content: unknown, seconds = Math.floor(Date.now() / 1_000)) => {
    const rawBody = typeof content === 'string' ? content : JSON.stringify(content);
    const key = Buffer.from(SECRET, 'base64');
    const signature = createHmac('sha256', key).update(`${seconds}.${rawBody}`).digest('hex');
    const headers = { 'omise-signature': signature, 'omise-signature-timestamp': String(seconds) };
    return { path: '/api/callback/gateway/KBANK', headers, rawBody };
  };
  const event = (data: unknown, key = 'charge.complete') => ({ object: 'event', id: 'evnt_1', key, data });

  describe('orders', () => {
    it('are charges in satang, and the text of the code is read from its picture', async () => {
      const asked = order();
      expect(await gateway.createOrder(asked)).toEqual({ outcome: 'done', value: payloadOf(500.05) });
      const [call] = service.callsOn('/charges');
      expect(call?.body).toEqual({
        amount: 50_005,
        currency: 'THB',
        source: { type: 'promptpay' },
        metadata: { reference: asked.reference, gateway: 'KBANK' },
      });
      expect(call?.headers).toMatchObject({
        authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`,
        'omise-version': '2019-05-29',
      });
      // Who has the address of the picture needs no key.
      expect(service.callsOn('/qr.svg')[0]?.headers.authorization).toBeUndefined();
    });

    it('may come with a picture of points, and one at another address of the service', async () => {
      picture = await drawPng(payloadOf(500.05));
      service.answer(({ path }, response) => {
        if (path !== '/qr.svg') return false;
        response.writeHead(302, { location: `${service.url}/qr.svg?at=store` }).end();
        return true;
      });
      expect(await gateway.createOrder(order())).toMatchObject({ value: payloadOf(500.05) });
    });

    it.each<[string, () => Promise<Buffer> | Buffer]>([
      [
        'a code of something else',
        async () => Buffer.from(await drawQr('https://pay.example', { type: 'svg' })),
      ],
      [
        'a wrong checksum',
        async () => Buffer.from(await drawQr(`${payloadOf(500.05).slice(0, -4)}0000`, { type: 'svg' })),
      ],
      ['no code', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['a web page', () => Buffer.from('<html>maintenance</html>')],
      ['nothing', () => Buffer.alloc(0)],
      ['too much', () => Buffer.alloc(300 * 1024, ' ')],
      [
        'a drawing that defines things',
        async () =>
          Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${await drawQr(payloadOf(500.05), { type: 'svg' })}`),
      ],
    ])('have no code by a picture with %s; the payment is found anyway', async (_name, draw) => {
      picture = await draw();
      const { reference, charge } = await made();
      expect(await gateway.createOrder(order())).toMatchObject(isUnknown);
      Object.assign(charge, PAID());
      expect(await gateway.payments(reference)).toMatchObject({ value: { entries: [{ amount: 50_005n }] } });
    });

    it.each([
      ['file:///etc/passwd'],
      ['http://169.254.169.254/latest/'],
      ['nowhere'],
      [undefined],
      ['http://127.0.0.1:1/'],
    ])('fetch no picture from %s', async (address) => {
      service.answer(({ path, method, body }, response) => {
        if (path !== '/charges' || method !== 'POST') return false;
        const charge = enter(body);
        return json(response, {
          ...charge,
          source: { scannable_code: { image: { download_uri: address } } },
        });
      });
      expect(await gateway.createOrder(order())).toMatchObject({
        ...isUnknown,
        reason: 'the picture has no address that is taken',
      });
    });

    it('are not redirected elsewhere, or without end', async () => {
      for (const location of ['http://127.0.0.1:1/', '/qr.svg', 'file:///etc/passwd']) {
        service.answer(({ path }, response) => {
          if (!path.startsWith('/qr.svg')) return false;
          response.writeHead(302, { location }).end();
          return true;
        });
        expect(await gateway.createOrder(order())).toMatchObject(isUnknown);
      }
    });

    it('are refused where nothing can be asked', async () => {
      expect((await gateway.createOrder(order({ currency: 'LAK' }))).outcome).toBe('refused');
      expect(await gateway.payments(randomUUID())).toEqual({ outcome: 'not_found' });
      expect(await gateway.cancelOrder(randomUUID())).toEqual({ outcome: 'not_found' });
      expect(service.calls).toEqual([]);
    });

    it.each([
      [400, 'bad_request'],
      [400, 'invalid_amount'],
      [422, 'bad_request'],
    ])('are refused with status %d and code %s, and are then not there', async (status, code) => {
      const asked = order();
      service.answerOn('/charges', fault(code), status);
      expect(await gateway.createOrder(asked)).toEqual({ outcome: 'refused', reason: code });
      expect(await gateway.payments(asked.reference)).toEqual({ outcome: 'not_found' });
    });

    it.each<[string, number, unknown]>([
      ['a web page', 200, '<html>maintenance</html>'],
      ['a list', 200, []],
      ['no object', 200, { id: 'chrg_test_1', status: 'pending' }],
      ['an id that is a path', 200, { object: 'charge', id: 'chrg_../balance', status: 'pending' }],
      [
        'another reference',
        200,
        { object: 'charge', id: 'chrg_1', status: 'pending', metadata: { reference: 'x' } },
      ],
      ['a provider that is away', 400, fault('backend_error')],
      ['a code that no document names', 400, fault('novelty')],
      ['a 404 of a machine in between', 404, { message: 'not here' }],
      ['too many requests', 429, fault('too_many_requests')],
      ['a fault', 500, fault('internal_error')],
      ['a service that is away', 503, fault('service_unavailable')],
    ])('tell nothing by %s, and are not made again', async (_name, status, body) => {
      const asked = order();
      service.answerOn('/charges', body, status);
      expect(await gateway.createOrder(asked)).toMatchObject({ ...isUnknown, sent: true });
      service.heal();
      expect(await gateway.createOrder(asked)).toMatchObject(isUnknown);
      expect(service.callsOn('/charges')).toEqual([]);
    });

    it.each([
      [401, 'authentication_failure'],
      [403, 'key_expired_error'],
    ])('are not sent where the key is not taken: %d', async (status, code) => {
      const asked = order();
      service.answerOn('/charges', fault(code), status);
      expect(await gateway.createOrder(asked)).toMatchObject({ ...isUnknown, sent: false });
      expect(await connect(DEAD_ADDRESS).createOrder(asked)).toMatchObject({ sent: false });
      service.heal();
      expect((await gateway.createOrder(asked)).outcome).toBe('done');
    });

    it('that failed at once have no code', async () => {
      service.answer(({ path, method, body }, response) =>
        path === '/charges' && method === 'POST'
          ? json(response, { ...enter(body), status: 'failed' })
          : false,
      );
      expect(await gateway.createOrder(order())).toEqual({ outcome: 'refused', reason: 'status failed' });
    });

    it('are found in the list when their answer was lost', async () => {
      const asked = order();
      service.silence('/charges', true);
      expect(await gateway.createOrder(asked)).toMatchObject({ ...isUnknown, sent: true });
      service.heal();
      const [charge] = charges;
      expect(await gateway.payments(asked.reference)).toEqual(nothing);
      Object.assign(charge!, PAID());
      const paid = { paymentId: charge!['id'], reference: asked.reference, amount: 50_005n };
      expect(await gateway.payments(asked.reference)).toMatchObject({ value: { entries: [paid] } });
      expect(service.callsOn('/charges?')).toHaveLength(1);
    });

    it('are not there when their request was lost', async () => {
      const asked = order();
      service.silence('/charges');
      await gateway.createOrder(asked);
      service.heal();
      expect(await gateway.payments(asked.reference)).toEqual({ outcome: 'not_found' });
    });

    it('are ended where the service can do that', async () => {
      const { reference, id } = await made();
      service.answerOn('/expire', fault('failed_expire'), 400);
      expect(await gateway.cancelOrder(reference)).toEqual({ outcome: 'refused', reason: 'failed_expire' });
      service.answerOn('/expire', fault('internal_error'), 500);
      expect(await gateway.cancelOrder(reference)).toMatchObject(isUnknown);
      service.heal();
      expect(await gateway.cancelOrder(reference)).toEqual({ outcome: 'done', value: undefined });
      expect(service.callsOn(`/charges/${id}/expire`)).toHaveLength(1);
    });
  });

  describe('payments', () => {
    it.each(['pending', 'failed', 'expired', 'reversed', 'novelty'])(
      'are none in status %s',
      async (status) => {
        const { reference } = await made({ ...PAID(), status });
        expect(await gateway.payments(reference)).toEqual(nothing);
      },
    );

    it.each<[string, object]>([
      ['it is successful and not paid', { paid: false }],
      ['it was refunded', { refunded_amount: 100 }],
      ['currency is not baht', { currency: 'USD' }],
      ['amount is not readable', { amount: 500.05 }],
      ['amount is not readable', { amount: '50005' }],
      ['amount is not readable', { amount: undefined }],
      ['time is not one', { paid_at: null }],
      ['time is not one', { paid_at: '2569-11-20T10:00:00Z' }],
    ])('are put aside: %s', async (reason, changes) => {
      const { reference } = await made({ ...PAID(), ...changes });
      expect(await gateway.payments(reference)).toMatchObject({
        value: { entries: [], rejected: [{ reason }] },
      });
    });

    it('tell nothing where the record is another one, or is gone', async () => {
      const { reference, charge } = await made(PAID());
      Object.assign(charge, { metadata: { reference: 'another' } });
      expect(await gateway.payments(reference)).toMatchObject(isUnknown);
      charges = [];
      expect(await gateway.payments(reference)).toMatchObject(isUnknown);
      service.answerOn('/charges/', '<html>', 200);
      expect(await gateway.payments(reference)).toMatchObject(isUnknown);
    });

    it('are listed since a time, of this gateway alone, page by page', async () => {
      const { id, reference } = await made({ ...PAID(), novelty: { deep: [1] } });
      await made({ ...PAID(), paid_at: new Date(Date.now() - 7_200_000).toISOString() });
      await made();
      await made({ ...PAID(), metadata: { reference, gateway: 'WW' } });
      await made({ ...PAID(), metadata: {} });
      const filler = { object: 'charge', id: 'chrg_test_f', status: 'pending', metadata: {} };
      charges.unshift(...Array.from({ length: 150 }, () => filler));
      const since = await gateway.paymentsSince(new Date(Date.now() - 60_000));
      expect(since).toMatchObject({ value: { entries: [{ paymentId: id, reference }], rejected: [] } });
      expect(service.callsOn('/charges?')).toHaveLength(2);
      for (const body of [{ object: 'list', data: [] }, { object: 'list', data: [], total: 9 }, []]) {
        service.answerOn('/charges?', body);
        expect(await gateway.paymentsSince(new Date(0))).toMatchObject(isUnknown);
      }
    });
  });

  describe('webhooks', () => {
    it('are signed, and the service is asked all the same, however often one comes', async () => {
      const { id, reference, charge } = await made();
      const told = webhook(event({ ...charge, ...PAID(), amount: 9_999_999 }));
      expect(await gateway.readCallback(told)).toBe('nothing');
      Object.assign(charge, PAID());
      for (let times = 0; times < 2; times += 1) {
        expect(await gateway.readCallback(told)).toMatchObject({ paymentId: id, reference, amount: 50_005n });
      }
      service.answerOn('/charges/', fault('internal_error'), 500);
      expect(await gateway.readCallback(told)).toBe('unconfirmed');
    });

    it('are not taken without the right signature, and nothing is asked', async () => {
      const { charge } = await made(PAID());
      service.heal();
      const told = webhook(event(charge));
      const old = webhook(event(charge), Math.floor(Date.now() / 1_000) - 600);
      for (const forged of [{ ...told, rawBody: `${told.rawBody} ` }, { ...told, headers: {} }, old]) {
        expect(await gateway.readCallback(forged)).toBeNull();
      }
      expect(service.calls).toEqual([]);
    });

    it('confirm an order whose answer was lost', async () => {
      const asked = order();
      service.silence('/charges', true);
      await gateway.createOrder(asked);
      service.heal();
      Object.assign(charges[0]!, PAID());
      expect(await gateway.readCallback(webhook(event(charges[0])))).toMatchObject({
        reference: asked.reference,
      });
    });

    it('about anything else are nothing', async () => {
      const { charge, id } = await made(PAID());
      const stranger = { ...charge, id: 'chrg_test_other', metadata: {} };
      const again = { ...charge, id: 'chrg_test_again' };
      charges.push(stranger, again);
      const strange = [
        event(stranger),
        event(again),
        event({ object: 'charge', id: 'chrg_test_none' }),
        event({ object: 'charge', id: '../balance' }),
        event({ object: 'transfer', id: 'trsf_test_1' }, 'transfer.pay'),
        event(null),
        { object: 'event', data: id },
        'not JSON',
        [],
      ];
      for (const content of strange) expect(await gateway.readCallback(webhook(content))).toBe('nothing');
    });

    it('put a payment aside that cannot be taken in, and it can be read again', async () => {
      const { charge } = await made({ ...PAID(), amount: '?' });
      const reading = await gateway.readCallback(webhook(event(charge)));
      expect(reading).toMatchObject({ reason: 'amount is not readable' });
      const kept = { ...charge, amount: 300 };
      expect(gateway.readKept(JSON.stringify(kept), 'callback')).toMatchObject({ amount: 300n });
      for (const text of ['x', '{}', JSON.stringify({ ...kept, status: 'pending' })]) {
        expect(typeof gateway.readKept(text, 'listed')).toBe('string');
      }
    });
  });

  it('are checked by the balance', async () => {
    expect(await gateway.check?.()).toEqual({ outcome: 'done', value: '1234.56 baht' });
    service.answerOn('/balance', { object: 'balance', transferable: 0 });
    expect(await gateway.check?.()).toEqual({ outcome: 'done', value: '0.00 baht' });
    service.answerOn('/balance', fault('authentication_failure'), 401);
    expect(await gateway.check?.()).toEqual({ outcome: 'refused', reason: 'authentication_failure' });
    service.answerOn('/balance', '<html>', 502);
    const told = await gateway.check?.();
    expect(told).toMatchObject(isUnknown);
    expect(JSON.stringify(told)).not.toContain(KEY);
  });
});
