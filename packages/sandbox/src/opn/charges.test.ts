import { describe, expect, it } from 'vitest';
import { opnWorld, shown } from '../testing/opn.ts';
import { readQrs } from '../testing/qr-reader.ts';
import { basic } from '../testing/raw.ts';
import { startWorld, temporaryFolder } from '../testing/world.ts';

const DAY_MS = 86_400_000;
const ID = /^chrg_test_[0-9a-z]{19}$/;
const BAD_REQUEST = { status: 400, body: { object: 'error', code: 'bad_request' } };

describe('a charge of Opn', () => {
  it('waits with a QR as a picture, is paid by the control call, and a signed event tells of it', async () => {
    const { open, find, world, told, drive } = await opnWorld();
    const charge = await open();
    expect(charge).toMatchObject({
      object: 'charge',
      id: expect.stringMatching(ID) as string,
      amount: 50_025,
      currency: 'THB',
      status: 'pending',
      paid: false,
      expires_at: '2026-01-03T03:04:05Z',
      metadata: { ref: 'DEP1' },
      source: { type: 'promptpay', flow: 'offline', scannable_code: { object: 'barcode', type: 'qr' } },
    });
    const { image } = (charge['source'] as { scannable_code: { image: Record<string, string> } })
      .scannable_code;
    expect(image).toMatchObject({ object: 'document', filename: 'qrcode_test.svg', kind: 'qr' });
    const picture = await fetch(image['download_uri'] ?? '');
    expect(picture.headers.get('content-type')).toContain('image/svg+xml');
    const { payload } = (await world.control<{ payload: string }[]>('GET', '/control/qr')).body[0] ?? {};
    expect(await readQrs(Buffer.from(await picture.arrayBuffer()))).toEqual([payload]);

    expect(await drive('/control/qr/DEP1/pay')).toMatchObject({ provider: 'OPN', amount: 500.25 });
    expect(await find(`/charges/${charge.id}`)).toMatchObject({
      status: 'successful',
      paid: true,
      paid_at: '2026-01-02T03:04:05Z',
      transaction: expect.stringMatching(/^trxn_test_/) as string,
      fee: 825,
      fee_vat: 57,
      net: 49_143,
    });
    await expect.poll(told).toEqual([`charge.complete ${charge.id}`, `charge.create ${charge.id}`]);
    expect(await find('/balance')).toMatchObject({
      object: 'balance',
      total: 100_049_143,
      transferable: 100_049_143,
    });
  });

  it('is opened by a form too, and with a source that was made before', async () => {
    const { ask, charge } = await opnWorld();
    const form = {
      amount: '50025',
      currency: 'THB',
      'source[type]': 'promptpay',
      'metadata[ref]': 'DEP2',
      description: 'x',
    };
    expect(await ask('/charges', { form })).toMatchObject({
      status: 200,
      body: { amount: 50_025, description: 'x', metadata: { ref: 'DEP2' } },
    });
    const source = { type: 'promptpay', amount: 50_025, currency: 'THB' };
    const { id } = shown(await ask('/sources', { json: source, headers: basic('pkey_test_demo', '') }));
    expect((await charge({ source: id, amount: 50_026 })).status).toBe(400);
    expect(await charge({ source: id })).toMatchObject({ status: 200, body: { source: { id } } });
    expect(await charge({ source: id })).toMatchObject(BAD_REQUEST);
    expect((await charge({ source: 'src_test_none' })).status).toBe(404);
  });

  it('has no idempotency: the same request is another charge', async () => {
    const { open, ask } = await opnWorld();
    const first = await open();
    expect((await open()).id).not.toBe(first.id);
    expect(shown(await ask('/charges'))).toMatchObject({ object: 'list', total: 2 });
  });

  it('is in the list of its period', async () => {
    const { open, clock, ask } = await opnWorld();
    const first = await open();
    clock.forward(60_000);
    const second = await open();
    const at = encodeURIComponent(new Date(clock.now() - 1_000).toISOString());
    expect(await ask(`/charges?from=${at}`)).toMatchObject({ body: { total: 1, data: [{ id: second.id }] } });
    expect(await ask(`/charges?to=${at}`)).toMatchObject({ body: { total: 1, data: [{ id: first.id }] } });
  });

  it.each([
    [{ amount: 1_999 }],
    [{ amount: 15_000_001 }],
    [{ amount: 500.25 }],
    [{ amount: undefined }],
    [{ currency: 'usd' }],
    [{ source: { type: 'truemoney' } }],
    [{ expires_at: '2026-01-02T03:04:05Z' }],
    [{ expires_at: 'soon' }],
  ])('is not opened with %j', async (change) => {
    const { charge, world } = await opnWorld();
    expect(await charge(change)).toMatchObject(BAD_REQUEST);
    expect((await world.control('GET', '/control/qr')).body).toEqual([]);
  });

  it('takes its own amount only, and once', async () => {
    const { open, world } = await opnWorld();
    const { id } = await open();
    const pay = (body?: object) => world.control('POST', `/control/qr/${id}/pay`, body);
    expect(await pay({ amount: 12 })).toMatchObject({ status: 409, body: { error: 'other_amount' } });
    expect((await pay()).status).toBe(200);
    expect(await pay()).toMatchObject({ status: 409, body: { error: 'not_payable' } });
  });

  it('ends at its time, which the next look notices and an event tells of', async () => {
    const { open, find, clock, told, world } = await opnWorld();
    const { id } = await open({ expires_at: '2026-01-02T03:19:05Z' });
    clock.forward(DAY_MS / 96);
    expect(await find(`/charges/${id}`)).toMatchObject({
      status: 'expired',
      expired: true,
      expired_at: '2026-01-02T03:19:05Z',
      failure_code: 'payment_expired',
    });
    await expect.poll(told).toEqual([`charge.create ${id}`, `charge.expire ${id}`]);
    expect((await world.control('POST', `/control/qr/${id}/pay`)).status).toBe(409);
  });

  it('is ended by the operator, while it waits', async () => {
    const { open, ask, told } = await opnWorld();
    const { id } = await open();
    const expire = () => ask(`/charges/${id}/expire`, { method: 'POST' });
    expect(await expire()).toMatchObject({ status: 200, body: { status: 'expired' } });
    expect(await expire()).toMatchObject({ status: 400, body: { code: 'failed_expire' } });
    await expect.poll(told).toEqual([`charge.create ${id}`, `charge.expire ${id}`]);
  });

  it('fails by the control call', async () => {
    const { open, drive, world, told } = await opnWorld();
    const { id } = await open();
    const path = `/control/opn/charges/${id}`;
    const failed = { status: 'failed', failure_code: 'payment_cancelled' };
    expect(await drive(path, { failure_code: 'payment_cancelled' })).toMatchObject(failed);
    await expect.poll(told).toEqual([`charge.complete ${id}`, `charge.create ${id}`]);
    expect((await world.control('POST', path, { failure_code: 'timeout' })).status).toBe(409);
    expect((await world.control('GET', '/control/opn/charges')).body).toMatchObject([failed]);
  });

  it('survives a restart', async () => {
    const dataFolder = await temporaryFolder();
    const { open, world, clock } = await opnWorld({ dataFolder });
    const { id } = await open();
    await world.stop();
    const again = await startWorld({ dataFolder, now: clock.now });
    expect((await again.control('GET', '/control/opn/charges')).body).toMatchObject([{ id, amount: 50_025 }]);
    expect((await again.control('POST', '/control/qr/DEP1/pay')).status).toBe(200);
  });
});

describe('the keys of Opn', () => {
  it.each([
    [{}],
    [basic('skey_test_other', '')],
    [basic('pkey_test_demo', '')],
    [{ authorization: 'Bearer skey_test_demo' }],
  ])('are asked for: %j opens nothing', async (headers) => {
    const { ask } = await opnWorld();
    for (const path of ['/balance', '/account', '/charges', '/charges/1', '/search', '/transfers/1']) {
      expect(await ask(path, { headers })).toMatchObject({
        status: 401,
        body: { object: 'error', code: 'authentication_failure' },
      });
    }
    expect((await ask('/transfers', { headers, json: {} })).status).toBe(401);
  });

  it('open the account', async () => {
    const { find, receiver } = await opnWorld();
    expect(await find('/account')).toMatchObject({ object: 'account', webhook_uri: `${receiver.url}/opn` });
  });
});

describe('charges are found', () => {
  it('by a text of their metadata or description, newest first', async () => {
    const { open, find } = await opnWorld();
    const [one, two] = [await open(), await open({ description: 'about DEP1' })];
    await open({ metadata: { ref: 'DEP2' } });
    const found = await find('/search?scope=charge&query=DEP1');
    expect(found).toMatchObject({
      object: 'search',
      total: 2,
      page: 1,
      data: [{ id: two.id }, { id: one.id }],
    });
    expect(await find('/search?scope=charge&query=DEP1&per_page=1&page=2')).toMatchObject({
      total_pages: 2,
      data: [{ id: one.id }],
    });
    expect(await find('/search?query=DEP1')).toMatchObject({ code: 'bad_request' });
  });

  it('page by page', async () => {
    const { open, find } = await opnWorld();
    const ids = [(await open()).id, (await open()).id, (await open()).id];
    const page = async (query: string) =>
      ((await find(`/charges?${query}`))['data'] as { id: string }[]).map(({ id }) => ids.indexOf(id));
    expect(await page('limit=2')).toEqual([0, 1]);
    expect(await page('limit=2&offset=2')).toEqual([2]);
    expect(await page('order=reverse_chronological')).toEqual([2, 1, 0]);
  });

  it('by nothing else', async () => {
    const { ask, world, open } = await opnWorld();
    const { id } = await open();
    expect(await ask('/charges/chrg_test_none')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const picture = await fetch(`${world.url}/opn/charges/${id}/documents/docu_test_none/downloads/0`);
    expect(picture.status).toBe(404);
  });
});
