import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { StripeClient } from './client.ts';
import { createStripeGateway } from './gateway.ts';

const KEY = 'sk_test_secret';
const SECRET = 'whsec_a_secret_of_the_endpoint';
const QR = '00020101021229370016A000000677010111011300660000000005802TH53037645406500.056304B51F';
const isUnknown = { outcome: 'unknown' };
const nothing = { outcome: 'done', value: { entries: [], rejected: [] } };
const fault = (code: string | undefined, type = 'invalid_request_error') => ({
  error: { type, code, message: 'no' },
});
const now = (): number => Math.floor(Date.now() / 1_000);

describe('deposits at Stripe', () => {
  let database: Database;
  let service: HostileService;
  let gateway: PaymentGateway;
  let intents: Record<string, unknown>[] = [];
  const keys = new Map<string, Record<string, unknown>>();

  const honest = ({ path, method, body, headers }: HeardCall, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(path, service.url);
    const found = intents.find(({ id }) => pathname.startsWith(`/v1/payment_intents/${String(id)}`));
    if (pathname === '/v1/balance') {
      json(response, { object: 'balance', available: [{ amount: 123_456, currency: 'thb' }] });
    } else if (pathname === '/v1/payment_intents' && method === 'POST') {
      const key = String(headers['idempotency-key']);
      const intent = keys.get(key) ?? enter(body);
      keys.set(key, intent);
      json(response, intent);
    } else if (pathname === '/v1/payment_intents') {
      const after = searchParams.get('starting_after');
      const from = intents.findIndex(({ id }) => id === after) + 1;
      const data = intents.slice(from, from + Number(searchParams.get('limit')));
      json(response, { object: 'list', data, has_more: from + data.length < intents.length });
    } else if (!found) json(response, fault('resource_missing'), 404);
    else if (pathname.endsWith('/cancel')) json(response, Object.assign(found, { status: 'canceled' }));
    else json(response, found);
  };
  const enter = (body: Record<string, unknown>): Record<string, unknown> => {
    const intent = {
      object: 'payment_intent',
      id: `pi_${randomUUID().replaceAll('-', '')}`,
      status: 'requires_action',
      amount: Number(body['amount']),
      amount_received: 0,
      currency: body['currency'],
      created: now(),
      latest_charge: null,
      metadata: { reference: body['metadata[reference]'], gateway: body['metadata[gateway]'] },
      next_action: { type: 'promptpay_display_qr_code', promptpay_display_qr_code: { data: QR } },
    };
    intents.push(intent);
    return intent;
  };

  beforeAll(async () => {
    [database, service] = await Promise.all([pgliteDatabase(), startHostileService(honest)]);
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });
  const connect = (url = service.url, code = 'KBANK') =>
    createStripeGateway({
      client: new StripeClient({ baseUrl: url, timeoutMs: 1_500, secretKey: KEY }),
      records: createServiceRecords(database),
      gateway: code,
      webhookSecret: SECRET,
      email: 'cashier@operator.example',
    });
  beforeEach(async () => {
    intents = [];
    keys.clear();
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
    const intent = Object.assign(intents.at(-1)!, changes);
    return { reference: asked.reference, intent, id: String(intent['id']) };
  };
  const PAID = () => ({
    status: 'succeeded',
    amount_received: 50_005,
    latest_charge: { object: 'charge', id: 'ch_1', created: now(), amount_refunded: 0 },
    next_action: null,
  });
  const webhook = (content: unknown, seconds = now()) => {
    const rawBody = typeof content === 'string' ? content : JSON.stringify(content);
    const signature = createHmac('sha256', SECRET).update(`${seconds}.${rawBody}`).digest('hex');
    const headers = { 'stripe-signature': `t=${seconds},v1=${signature}` };
    return { path: '/api/callback/gateway/KBANK', headers, rawBody };
  };
  const event = (object: unknown, type = 'payment_intent.succeeded') => ({
    object: 'event',
    type,
    data: { object },
  });

  describe('orders', () => {
    it('are confirmed intents in satang, with our reference as the key', async () => {
      const asked = order();
      expect(await gateway.createOrder(asked)).toEqual({ outcome: 'done', value: QR });
      const [call] = service.calls;
      expect(call?.body).toEqual({
        amount: '50005',
        currency: 'thb',
        confirm: 'true',
        'payment_method_types[]': 'promptpay',
        'payment_method_data[type]': 'promptpay',
        'payment_method_data[billing_details][email]': 'cashier@operator.example',
        'metadata[reference]': asked.reference,
        'metadata[gateway]': 'KBANK',
      });
      expect(call?.headers).toMatchObject({
        authorization: `Bearer ${KEY}`,
        'idempotency-key': asked.reference,
        'stripe-version': '2024-06-20',
      });
    });

    it('are one however often they are asked for within a day', async () => {
      const asked = order();
      service.silence('/v1/payment_intents', true);
      expect(await gateway.createOrder(asked)).toMatchObject({ ...isUnknown, sent: true });
      service.heal();
      expect(await gateway.createOrder(asked)).toEqual({ outcome: 'done', value: QR });
      expect(intents).toHaveLength(1);
      await sql`update service_record set begun_at = now() - interval '21 hours'`.execute(database.queries);
      service.heal();
      expect(await gateway.createOrder(asked)).toMatchObject(isUnknown);
      expect(service.calls).toEqual([]);
    });

    it('are refused where nothing can be asked', async () => {
      expect((await gateway.createOrder(order({ currency: 'LAK' }))).outcome).toBe('refused');
      expect(await gateway.payments(randomUUID())).toEqual({ outcome: 'not_found' });
      expect(await gateway.cancelOrder(randomUUID())).toEqual({ outcome: 'not_found' });
      expect(service.calls).toEqual([]);
    });

    it.each([
      [400, fault('amount_too_small'), 'amount_too_small'],
      [400, fault('amount_too_large'), 'amount_too_large'],
      [400, fault('parameter_invalid_integer'), 'parameter_invalid_integer'],
      [400, fault(undefined), 'invalid_request_error'],
      [402, fault('payment_method_not_available'), 'payment_method_not_available'],
    ])('are refused with status %d: %j', async (status, body, reason) => {
      service.answerOn('/v1/payment_intents', body, status);
      expect(await gateway.createOrder(order())).toEqual({ outcome: 'refused', reason });
    });

    it.each<[string, number, unknown]>([
      ['a web page', 200, '<html>maintenance</html>'],
      ['a list', 200, []],
      ['no object', 200, { id: 'pi_1', status: 'requires_action' }],
      [
        'an id that is a path',
        200,
        { object: 'payment_intent', id: 'pi_/../balance', status: 'requires_action' },
      ],
      [
        'another reference',
        200,
        { object: 'payment_intent', id: 'pi_1', status: 'x', metadata: { reference: 'y' } },
      ],
      ['a request under way', 409, fault('idempotency_key_in_use', 'invalid_request_error')],
      ['a key with another request', 400, fault(undefined, 'idempotency_error')],
      ['too many requests', 429, fault('rate_limit')],
      ['a lock', 429, fault('lock_timeout')],
      ['a fault', 500, fault(undefined, 'api_error')],
      ['a refusal that is a fault', 503, fault('amount_too_small')],
    ])('tell nothing by %s', async (_name, status, body) => {
      service.answerOn('/v1/payment_intents', body, status);
      expect(await gateway.createOrder(order())).toMatchObject({ ...isUnknown, sent: true });
    });

    it.each([
      [401, undefined],
      [403, 'more_permissions_required'],
    ])('are not sent where the key is not taken: %d', async (status, code) => {
      service.answerOn('/v1/payment_intents', fault(code), status);
      const told = await gateway.createOrder(order());
      expect(told).toMatchObject({ ...isUnknown, sent: false });
      expect(JSON.stringify(told)).not.toContain(KEY);
      expect(await connect(DEAD_ADDRESS).createOrder(order())).toMatchObject({ sent: false });
    });

    it('have no code without its text; the payment is found anyway', async () => {
      for (const action of [null, { promptpay_display_qr_code: { data: 7 } }, { type: 'redirect_to_url' }]) {
        const asked = order();
        service.answer(({ path, method, body }, response) =>
          path === '/v1/payment_intents' && method === 'POST'
            ? json(response, Object.assign(enter(body), { next_action: action }))
            : false,
        );
        expect(await gateway.createOrder(asked)).toMatchObject(isUnknown);
        Object.assign(intents.at(-1)!, PAID());
        expect(await gateway.payments(asked.reference)).toMatchObject({
          value: { entries: [{ amount: 50_005n }] },
        });
      }
    });

    it('are found in the list when their answer was lost, and not there when their request was', async () => {
      const [kept, lost] = [order(), order()];
      service.silence('/v1/payment_intents', true);
      await gateway.createOrder(kept);
      service.silence('/v1/payment_intents');
      await gateway.createOrder(lost);
      service.heal();
      Object.assign(intents[0]!, PAID());
      const paid = { paymentId: intents[0]!['id'], reference: kept.reference };
      for (let times = 0; times < 2; times += 1) {
        expect(await gateway.payments(kept.reference)).toMatchObject({ value: { entries: [paid] } });
      }
      expect(service.callsOn('?created')).toHaveLength(1);
      expect(await gateway.payments(lost.reference)).toEqual({ outcome: 'not_found' });
    });

    it('are cancelled, unless they are paid', async () => {
      const { reference } = await made();
      service.answerOn('/cancel', fault('payment_intent_unexpected_state'), 400);
      const refused = { outcome: 'refused', reason: 'payment_intent_unexpected_state' };
      expect(await gateway.cancelOrder(reference)).toEqual(refused);
      service.answerOn('/cancel', '<html>', 502);
      expect(await gateway.cancelOrder(reference)).toMatchObject(isUnknown);
      service.answerOn('/cancel', { object: 'payment_intent', id: 'pi_1', status: 'processing' });
      expect(await gateway.cancelOrder(reference)).toMatchObject(isUnknown);
      service.heal();
      expect(await gateway.cancelOrder(reference)).toEqual({ outcome: 'done', value: undefined });
    });
  });

  describe('payments', () => {
    it.each(['requires_payment_method', 'requires_action', 'processing', 'canceled', 'novelty'])(
      'are none in status %s',
      async (status) => {
        const { reference } = await made({ ...PAID(), status });
        expect(await gateway.payments(reference)).toEqual(nothing);
      },
    );

    it.each<[string, object]>([
      ['it was refunded', { latest_charge: { created: now(), amount_refunded: 5 } }],
      ['currency is not baht', { currency: 'usd' }],
      ['amount is not readable', { amount_received: 500.05 }],
      ['amount is not readable', { amount_received: '50005' }],
      ['amount is not readable', { amount_received: undefined }],
      ['time is not one', { created: 'soon', latest_charge: 'ch_1' }],
      ['time is not one', { created: 0, latest_charge: 'ch_1' }],
    ])('are put aside: %s', async (reason, changes) => {
      const { reference } = await made({ ...PAID(), ...changes });
      expect(await gateway.payments(reference)).toMatchObject({
        value: { entries: [], rejected: [{ reason }] },
      });
    });

    it('tell nothing where the record is another one, or is gone', async () => {
      const { reference, intent } = await made(PAID());
      Object.assign(intent, { metadata: { reference: 'another' } });
      expect(await gateway.payments(reference)).toMatchObject(isUnknown);
      intents = [];
      expect(await gateway.payments(reference)).toMatchObject(isUnknown);
      service.answerOn('/v1/payment_intents/', '<html>');
      expect(await gateway.payments(reference)).toMatchObject(isUnknown);
    });

    it('are listed since a time, of this gateway alone, page by page', async () => {
      const { id, reference } = await made({ ...PAID(), novelty: { deep: [1] } });
      await made({ ...PAID(), latest_charge: { created: now() - 7_200, amount_refunded: 0 } });
      await made();
      await made({ ...PAID(), metadata: { reference, gateway: 'WW' } });
      await made({ ...PAID(), metadata: {} });
      const filler = (at: number) => ({ object: 'payment_intent', id: `pi_f${at}`, status: 'canceled' });
      intents.unshift(...Array.from({ length: 150 }, (_, at) => filler(at)));
      const since = await gateway.paymentsSince(new Date(Date.now() - 60_000));
      expect(since).toMatchObject({ value: { entries: [{ paymentId: id, reference }], rejected: [] } });
      expect(service.callsOn('?created')).toHaveLength(2);
      const more = { object: 'list', has_more: true };
      for (const body of [{ object: 'list', data: [] }, { ...more, data: [] }, { ...more, data: [{}] }, []]) {
        service.answerOn('?created', body);
        expect(await gateway.paymentsSince(new Date(0))).toMatchObject(isUnknown);
      }
    });
  });

  describe('webhooks', () => {
    it('are signed, and the service is asked all the same, however often one comes', async () => {
      const { id, reference, intent } = await made();
      const told = webhook(event({ ...intent, ...PAID(), amount_received: 9_999_999 }));
      expect(await gateway.readCallback(told)).toBe('nothing');
      Object.assign(intent, PAID());
      for (let times = 0; times < 2; times += 1) {
        expect(await gateway.readCallback(told)).toMatchObject({ paymentId: id, reference, amount: 50_005n });
      }
      service.answerOn('/v1/payment_intents/', fault(undefined, 'api_error'), 500);
      expect(await gateway.readCallback(told)).toBe('unconfirmed');
    });

    it('are not taken without the right signature, and nothing is asked', async () => {
      const { intent } = await made(PAID());
      service.heal();
      const told = webhook(event(intent));
      const old = webhook(event(intent), now() - 600);
      for (const forged of [{ ...told, rawBody: `${told.rawBody} ` }, { ...told, headers: {} }, old]) {
        expect(await gateway.readCallback(forged)).toBeNull();
      }
      expect(service.calls).toEqual([]);
    });

    it('confirm an order whose answer was lost', async () => {
      const asked = order();
      service.silence('/v1/payment_intents', true);
      await gateway.createOrder(asked);
      service.heal();
      Object.assign(intents[0]!, PAID());
      expect(await gateway.readCallback(webhook(event(intents[0])))).toMatchObject({
        reference: asked.reference,
      });
    });

    it('about anything else are nothing', async () => {
      const { intent, id } = await made(PAID());
      const stranger = { ...intent, id: 'pi_other', metadata: {} };
      const again = { ...intent, id: 'pi_again' };
      intents.push(stranger, again);
      const strange = [
        event(stranger),
        event(again),
        event({ object: 'payment_intent', id: 'pi_none' }),
        event({ object: 'payment_intent', id: '../balance' }),
        event({ object: 'charge', id }, 'charge.succeeded'),
        event(null),
        'not JSON',
        [],
      ];
      for (const content of strange) expect(await gateway.readCallback(webhook(content))).toBe('nothing');
    });

    it('put a payment aside that cannot be taken in, and it can be read again', async () => {
      const { intent } = await made({ ...PAID(), amount_received: '?' });
      const reading = await gateway.readCallback(webhook(event(intent)));
      expect(reading).toMatchObject({ reason: 'amount is not readable' });
      const kept = { ...intent, amount_received: 300 };
      expect(gateway.readKept(JSON.stringify(kept), 'callback')).toMatchObject({ amount: 300n });
      for (const text of ['x', '{}', JSON.stringify({ ...kept, status: 'canceled' })]) {
        expect(typeof gateway.readKept(text, 'listed')).toBe('string');
      }
    });
  });

  it('are checked by the balance', async () => {
    expect(await gateway.check?.()).toEqual({ outcome: 'done', value: '1234.56 baht' });
    for (const [available, value] of [
      [[{ amount: 0, currency: 'thb' }], '0.00 baht'],
      [[{ amount: 5, currency: 'usd' }], null],
      [undefined, null],
    ]) {
      service.answerOn('/v1/balance', { object: 'balance', available });
      expect(await gateway.check?.()).toEqual({ outcome: 'done', value });
    }
    service.answerOn('/v1/balance', fault(undefined), 401);
    expect(await gateway.check?.()).toEqual({ outcome: 'refused', reason: 'invalid_request_error' });
    service.answerOn('/v1/balance', '<html>', 502);
    expect(await gateway.check?.()).toMatchObject(isUnknown);
  });
});
