import { describe, expect, it } from 'vitest';
import { readQrs } from '../testing/qr-reader.ts';
import { basic } from '../testing/raw.ts';
import { CONFIRMED, qrOf, shown, stripeWorld } from '../testing/stripe.ts';
import { startWorld, temporaryFolder } from '../testing/world.ts';

const HOUR_MS = 3_600_000;
const EXPIRED = 'payment_intent_payment_attempt_expired';
const UNEXPECTED = { status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } };

describe('a PaymentIntent of Stripe', () => {
  it('is confirmed with a QR, is paid by the control call, and a signed event tells of it', async () => {
    const { open, find, pay, world, told, ask } = await stripeWorld();
    const intent = await open();
    expect(intent).toMatchObject({
      id: expect.stringMatching(/^pi_[0-9A-Za-z]{24}$/) as string,
      object: 'payment_intent',
      amount: 50_025,
      amount_received: 0,
      currency: 'thb',
      status: 'requires_action',
      metadata: { ref: 'DEP1' },
      created: 1_767_323_045,
      livemode: false,
      next_action: { type: 'promptpay_display_qr_code' },
    });
    const {
      data = '',
      image_url_png: png = '',
      image_url_svg: svg = '',
      hosted_instructions_url: page = '',
    } = qrOf(intent);
    const [order] = (await world.control<{ payload: string }[]>('GET', '/control/qr')).body;
    expect(data).toBe(order?.payload);
    expect(await readQrs(Buffer.from(await (await fetch(png)).arrayBuffer()))).toEqual([data]);
    expect((await fetch(svg)).headers.get('content-type')).toContain('image/svg+xml');
    expect(await (await fetch(page)).text()).toContain('<img src="/stripe/qr/');

    expect(await pay('DEP1')).toMatchObject({ status: 200, body: { provider: 'STRIPE', amount: 500.25 } });
    expect(await find(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 50_025,
      next_action: null,
      latest_charge: expect.stringMatching(/^py_/) as string,
    });
    await expect.poll(told).toEqual([`payment_intent.succeeded ${intent.id}`]);
    expect((await ask('/balance')).body).toMatchObject({
      object: 'balance',
      pending: [{ amount: 50_025, currency: 'thb' }],
    });
  });

  it('is shown with its charge where that is asked for', async () => {
    const { open, pay, ask } = await stripeWorld();
    const { id } = await open();
    const path = `/payment_intents/${id}?expand[]=latest_charge`;
    expect((await ask(path)).body).toMatchObject({ latest_charge: null });
    await pay('DEP1');
    expect((await ask(path)).body).toMatchObject({
      latest_charge: { object: 'charge', amount: 50_025, amount_refunded: 0, created: 1_767_323_045 },
    });
  });

  it('is in the list of its period, newest first and a page at a time', async () => {
    const { open, pay, clock, ask } = await stripeWorld();
    const first = await open();
    await pay('DEP1');
    clock.forward(60_000);
    const second = await open();
    const created = Math.floor(clock.now() / 1_000);
    const list = async (query: string) => (await ask(`/payment_intents?${query}`)).body;
    expect(await list('limit=1')).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ id: second.id }],
    });
    expect(await list(`limit=1&starting_after=${second.id}&expand[]=data.latest_charge`)).toMatchObject({
      has_more: false,
      data: [{ id: first.id, latest_charge: { object: 'charge' } }],
    });
    expect(await list(`created[gte]=${created}`)).toMatchObject({ data: [{ id: second.id }] });
    expect(await list(`created[lt]=${created}&created[gt]=0&created[lte]=${created}`)).toMatchObject({
      data: [{ id: first.id }],
    });
    expect(await list('starting_after=pi_none')).toMatchObject({ error: { code: 'resource_missing' } });
    expect(await list('page=2')).toMatchObject({ error: { code: 'parameter_unknown' } });
  });

  it('is made first and confirmed afterwards, with an e-mail', async () => {
    const { open, ask, find } = await stripeWorld();
    const { id, ...made } = await open({ confirm: 'false' });
    expect(made).toMatchObject({ status: 'requires_payment_method', next_action: null });
    const path = `/payment_intents/${id}/confirm`;
    expect(await ask(path, { method: 'POST' })).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_missing', param: 'billing_details[email]' } },
    });
    const { confirm: _confirm, ...method } = CONFIRMED;
    expect(await ask(path, { form: method })).toMatchObject({
      status: 200,
      body: { status: 'requires_action' },
    });
    expect(await find(id)).toMatchObject({ status: 'requires_action' });
  });

  it('confirmed again has another QR, and the old one takes no payment', async () => {
    const { open, ask, world } = await stripeWorld();
    const intent = await open();
    const [order] = (await world.control<{ payload: string }[]>('GET', '/control/qr')).body;
    const { confirm: _confirm, ...method } = CONFIRMED;
    const again = shown(await ask(`/payment_intents/${intent.id}/confirm`, { form: method }));
    expect(qrOf(again)['data']).not.toBe(order?.payload);
    expect((await world.control('GET', '/control/qr')).body).toMatchObject([
      { qrcodeId: intent.id, payload: qrOf(again)['data'] },
    ]);
  });

  it('whose QR has ended fails, with an event, and can be confirmed again', async () => {
    const { open, find, clock, told, pay, ask } = await stripeWorld();
    const { id } = await open();
    clock.forward(HOUR_MS);
    expect(await find(id)).toMatchObject({
      status: 'requires_payment_method',
      canceled_at: null,
      last_payment_error: { code: EXPIRED, type: 'card_error' },
    });
    await expect.poll(told).toEqual([`payment_intent.payment_failed ${id}`]);
    expect(await pay(id)).toMatchObject({ status: 409, body: { error: 'not_payable' } });
    const { confirm: _confirm, ...method } = CONFIRMED;
    await ask(`/payment_intents/${id}/confirm`, { form: method });
    expect(await find(id)).toMatchObject({ status: 'requires_action', last_payment_error: null });
    expect((await pay(id)).status).toBe(200);
  });

  it('fails by the control call', async () => {
    const { open, world, told } = await stripeWorld();
    const { id } = await open();
    const path = `/control/stripe/payment_intents/${id}`;
    const failed = { status: 'requires_payment_method', last_payment_error: { code: EXPIRED } };
    expect(await world.control('POST', path, { code: EXPIRED })).toMatchObject({ status: 200, body: failed });
    expect((await world.control('POST', path, { code: EXPIRED })).status).toBe(409);
    await expect.poll(told).toEqual([`payment_intent.payment_failed ${id}`]);
    expect((await world.control('GET', '/control/stripe/payment_intents')).body).toMatchObject([failed]);
  });

  it('is canceled until it is paid, and takes no payment after that', async () => {
    const { open, ask, pay, told } = await stripeWorld();
    const { id } = await open();
    const cancel = (form?: Record<string, string>) =>
      ask(`/payment_intents/${id}/cancel`, form ? { form } : { method: 'POST' });
    expect(await cancel({ cancellation_reason: 'bored' })).toMatchObject({ status: 400 });
    expect(await cancel({ cancellation_reason: 'abandoned' })).toMatchObject({
      status: 200,
      body: { status: 'canceled', cancellation_reason: 'abandoned', canceled_at: 1_767_323_045 },
    });
    expect(await cancel()).toMatchObject(UNEXPECTED);
    expect((await pay(id)).status).toBe(409);
    await expect.poll(told).toEqual([`payment_intent.canceled ${id}`]);

    const paid = await open();
    await pay(paid.id);
    expect(await ask(`/payment_intents/${paid.id}/cancel`, { method: 'POST' })).toMatchObject(UNEXPECTED);
    const { confirm: _confirm, ...method } = CONFIRMED;
    expect(await ask(`/payment_intents/${paid.id}/confirm`, { form: method })).toMatchObject(UNEXPECTED);
  });

  it('takes its own amount only, and once', async () => {
    const { open, pay } = await stripeWorld();
    const { id } = await open();
    expect(await pay(id, { amount: 12 })).toMatchObject({ status: 409, body: { error: 'other_amount' } });
    expect((await pay(id)).status).toBe(200);
    expect(await pay(id)).toMatchObject({ status: 409, body: { error: 'not_payable' } });
  });

  it.each([
    ['amount_too_small', { amount: '999' }],
    ['amount_too_large', { amount: '100000000' }],
    ['parameter_invalid_integer', { amount: '500.25' }],
    ['parameter_unknown', { colour: 'red' }],
  ])('is answered %s with %j', async (code, change: Record<string, string>) => {
    const { create, world } = await stripeWorld();
    const answer = await create(change);
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error', code } } });
    expect((await world.control('GET', '/control/stripe/payment_intents')).body).toEqual([]);
  });

  it('needs an amount, and an e-mail to be confirmed', async () => {
    const { ask } = await stripeWorld();
    const missing = (form: Record<string, string>) => ask('/payment_intents', { form });
    expect((await missing({ currency: 'thb' })).body).toMatchObject({
      error: { code: 'parameter_missing', param: 'amount' },
    });
    expect((await missing({ amount: '50025', currency: 'thb', confirm: 'true' })).body).toMatchObject({
      error: { code: 'parameter_missing', param: 'billing_details[email]' },
    });
  });

  it.each([
    ['currency', 'usd'],
    ['payment_method_types[]', 'card'],
  ])('is not made with the %s %s', async (name, value) => {
    const { create } = await stripeWorld();
    expect(await create({ [name]: value })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    });
  });

  it('must exist to be seen', async () => {
    const { ask, world } = await stripeWorld();
    expect(await ask('/payment_intents/pi_none')).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing' } },
    });
    expect((await fetch(`${world.url}/stripe/qr/qr_none.png`)).status).toBe(404);
  });

  it('survives a restart', async () => {
    const dataFolder = await temporaryFolder();
    const { open, world, clock } = await stripeWorld({ dataFolder });
    const { id } = await open();
    await world.stop();
    const again = await startWorld({ dataFolder, now: clock.now });
    expect((await again.control('GET', '/control/stripe/payment_intents')).body).toMatchObject([{ id }]);
    expect((await again.control('POST', '/control/qr/DEP1/pay')).status).toBe(200);
  });
});

describe('the key of Stripe', () => {
  it.each([
    ['Bearer sk_test_other', 401],
    ['sk_test_demo', 401],
    ['', 401],
    ['Bearer sk_test_demo', 200],
    [basic('sk_test_demo', '')['authorization'] ?? '', 200],
  ])('as %j is answered %i', async (authorization, status) => {
    const { ask } = await stripeWorld();
    expect((await ask('/balance', { headers: { authorization } })).status).toBe(status);
  });

  it('opens forms only', async () => {
    const { ask } = await stripeWorld();
    const answer = await ask('/payment_intents', { json: { amount: 50_025 } });
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
  });
});
