import { generate } from 'promptparse';
import { describe, expect, it } from 'vitest';
import { raw, type RawCall } from '../testing/raw.ts';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';

const EASYSLIP = { authorization: 'Bearer demo-easyslip-key' };
const SLIPOK = { 'x-authorization': 'demo-slipok-key' };
const SLIP2GO = { authorization: 'Bearer demo-slip2go-secret' };

const REFERENCE = '2026010212ABCDEF';
const QR = generate.slipVerify({ sendingBank: '006', transRef: REFERENCE });
const OTHER_QR = generate.slipVerify({ sendingBank: '006', transRef: '2026010299NOSUCH' });
/** The last character of the checksum is another one. */
const BROKEN_QR = QR.slice(0, -1) + (QR.endsWith('0') ? '1' : '0');

/** How each service is asked about a QR, and how it says yes, and what it says of a slip it does not find. */
const SERVICES: Record<
  string,
  {
    ask: (qr: string, more?: object) => [string, RawCall];
    found: object;
    notFound: object;
    noSlip: object;
    auth: object;
  }
> = {
  easyslip: {
    ask: (payload, more) => ['/easyslip/v2/verify/bank', { headers: EASYSLIP, json: { payload, ...more } }],
    found: { status: 200, body: { success: true, data: { rawSlip: { transRef: REFERENCE } } } },
    notFound: { status: 404, body: { success: false, error: { code: 'SLIP_NOT_FOUND' } } },
    noSlip: { status: 400, body: { success: false, error: { code: 'VALIDATION_ERROR' } } },
    auth: { status: 401, body: { error: { code: 'INVALID_API_KEY' } } },
  },
  slipok: {
    ask: (data, more) => ['/slipok/api/line/apikey/10001', { headers: SLIPOK, json: { data, ...more } }],
    found: { status: 200, body: { success: true, data: { transRef: REFERENCE } } },
    notFound: { status: 400, body: { code: 1011 } },
    noSlip: { status: 400, body: { code: 1008 } },
    auth: { status: 400, body: { code: 1002 } },
  },
  slip2go: {
    ask: (qrCode, more) => [
      '/slip2go/api/verify-slip/qr-code/info',
      { headers: SLIP2GO, json: { payload: { qrCode, ...more } } },
    ],
    found: { status: 200, body: { code: '200000', data: { transRef: REFERENCE } } },
    notFound: { status: 200, body: { code: '200404' } },
    noSlip: { status: 400, body: { code: '400001' } },
    auth: { status: 401, body: { code: '401001' } },
  },
};

async function paidWorld(random?: () => number): Promise<TestWorld> {
  const clock = testClock();
  const world = await startWorld({ now: clock.now, ...(random && { random }) });
  await world.control('POST', '/control/bank/transfer', {
    reference: REFERENCE,
    fromBankCode: 'KTB',
    fromAccountNo: '0009876543',
    fromName: 'นาย สมชาย ใจดี',
    toAccountNo: '0001234572',
    amount: 500.25,
  });
  return world;
}

const ask = (world: TestWorld, [path, call]: [string, RawCall]) => raw(world.url + path, call);
const fault = (world: TestWorld, port: string, kind: string) =>
  world.control('POST', '/control/faults', { port, kind, rate: 1 });

const service = (name: string) => SERVICES[name] ?? expect.unreachable();

describe('EasySlip', () => {
  it('tells of the transfer, with names and accounts masked', async () => {
    const world = await paidWorld();
    const { body } = await ask(world, service('easyslip').ask(QR, { matchAmount: 500, matchAccount: true }));
    expect(body).toEqual({
      success: true,
      message: expect.any(String) as string,
      data: {
        isDuplicate: false,
        matchedAccount: expect.any(Object) as object,
        amountInSlip: 500.25,
        amountInOrder: 500,
        isAmountMatched: false,
        rawSlip: {
          payload: QR,
          transRef: REFERENCE,
          date: '2026-01-02T10:04:05+07:00',
          countryCode: 'TH',
          amount: { amount: 500.25, local: { amount: 0, currency: '' } },
          fee: 0,
          ref1: '',
          ref2: '',
          ref3: '',
          sender: {
            bank: { id: '006', name: 'ธ.กรุงไทย', short: 'KTB' },
            account: {
              name: { th: 'นาย สมชาย ใจ***' },
              bank: { type: 'BANKAC', account: 'xxx-x-x7654-x' },
            },
          },
          receiver: {
            bank: { id: '004', name: 'ธ.กสิกรไทย', short: 'KBANK' },
            account: {
              name: { th: expect.any(String) as string },
              bank: { type: 'BANKAC', account: 'xxx-x-x3457-x' },
            },
          },
        },
      },
    });
  });

  it('marks a slip that was asked for before, where duplicates are asked for', async () => {
    const world = await paidWorld();
    const duplicate = async (more: object) =>
      (await ask(world, service('easyslip').ask(QR, more))).body as { data: { isDuplicate: boolean } };
    expect((await duplicate({ checkDuplicate: true })).data.isDuplicate).toBe(false);
    expect((await duplicate({ checkDuplicate: true })).data.isDuplicate).toBe(true);
    expect((await duplicate({})).data.isDuplicate).toBe(false);
  });

  it('may know a receiver by a proxy alone', async () => {
    const world = await paidWorld();
    await fault(world, 'slip:easyslip', 'alternate');
    const { body } = await ask(world, service('easyslip').ask(QR));
    const { account } = (body as { data: { rawSlip: { receiver: { account: object } } } }).data.rawSlip
      .receiver;
    expect(account).toHaveProperty('proxy.type', 'EWALLETID');
    expect(account).not.toHaveProperty('bank');
  });

  it('tells a missing key from a wrong one, and a quota from a bank that is behind', async () => {
    const world = await paidWorld();
    const [path, call] = service('easyslip').ask(QR);
    expect(await raw(world.url + path, { ...call, headers: {} })).toMatchObject({
      status: 401,
      body: { error: { code: 'MISSING_API_KEY' } },
    });
    await fault(world, 'slip:easyslip', 'delayed');
    expect((await raw(world.url + path, call)).body).toMatchObject({ error: { code: 'SLIP_PENDING' } });
    await world.control('DELETE', '/control/faults');
    await fault(world, 'slip', 'quota');
    expect(await raw(world.url + path, call)).toMatchObject({
      status: 403,
      body: { error: { code: 'QUOTA_EXCEEDED' } },
    });
  });

  it('takes at most 128 characters', async () => {
    const world = await paidWorld();
    expect(await ask(world, service('easyslip').ask('x'.repeat(129)))).toMatchObject(
      service('easyslip').noSlip,
    );
  });
});

describe('SlipOK', () => {
  it('tells of the transfer, and counts the quota', async () => {
    const world = await paidWorld();
    const { body } = await ask(world, service('slipok').ask(QR));
    const party = { displayName: 'นาย สมชาย ใจ***', name: 'นาย สมชาย ใจ***' };
    expect(body).toMatchObject({
      success: true,
      data: {
        transRef: REFERENCE,
        sendingBank: '006',
        receivingBank: '004',
        transDate: '20260102',
        transTime: '10:04:05',
        transTimestamp: '2026-01-02T03:04:05.000Z',
        sender: { ...party, account: { type: 'BANKAC', value: 'xxx-x-x7654-x' } },
        amount: 500.25,
      },
    });
    expect((await raw(`${world.url}/slipok/api/line/apikey/10001/quota`, { headers: SLIPOK })).body).toEqual({
      success: true,
      data: { quota: 999, overQuota: 0, specialQuota: 0 },
    });
  });

  it('refuses another amount, a slip seen before and another receiver, with the slip’s data', async () => {
    const world = await paidWorld();
    const data = { transRef: REFERENCE };
    expect((await ask(world, service('slipok').ask(QR, { amount: 500 }))).body).toMatchObject({
      code: 1013,
      data,
    });
    expect(await ask(world, service('slipok').ask(QR, { log: true }))).toMatchObject(service('slipok').found);
    expect((await ask(world, service('slipok').ask(QR, { log: true }))).body).toMatchObject({
      code: 1012,
      data,
    });
    await world.control('POST', '/control/bank/transfer', {
      reference: '2026010212OTHERS',
      fromBankCode: 'KTB',
      fromAccountNo: '0009876543',
      fromName: 'สมชาย',
      toAccountNo: '5555555555',
      amount: 1,
    });
    const other = generate.slipVerify({ sendingBank: '006', transRef: '2026010212OTHERS' });
    expect((await ask(world, service('slipok').ask(other, { log: true }))).body).toMatchObject({
      code: 1014,
    });
  });

  it('is closed to another branch, and tells when to ask again', async () => {
    const world = await paidWorld();
    const [, call] = service('slipok').ask(QR);
    expect(await raw(`${world.url}/slipok/api/line/apikey/9`, call)).toMatchObject(service('slipok').auth);
    await fault(world, 'slip', 'delayed');
    expect((await ask(world, service('slipok').ask(QR))).body).toMatchObject({
      code: 1010,
      data: { delay: 5 },
    });
    await world.control('DELETE', '/control/faults');
    await fault(world, 'slip:slipok', 'quota');
    expect((await ask(world, service('slipok').ask(QR))).body).toMatchObject({ code: 1004 });
  });
});

describe('Slip2Go', () => {
  it('tells of the transfer', async () => {
    const world = await paidWorld();
    expect((await ask(world, service('slip2go').ask(QR))).body).toMatchObject({
      code: '200000',
      data: {
        referenceId: expect.any(String) as string,
        transRef: REFERENCE,
        dateTime: '2026-01-02T10:04:05+07:00',
        amount: 500.25,
        sender: {
          account: { name: 'นาย สมชาย ใจ***', bank: { account: 'xxx-x-x7654-x' } },
          bank: { id: '006' },
        },
        receiver: { account: { bank: { account: 'xxx-x-x3457-x' } }, bank: { id: '004' } },
      },
    });
  });

  it('marks a slip seen before by its code, and a used-up quota by another', async () => {
    const world = await paidWorld();
    const more = { checkCondition: { checkDuplicate: true } };
    expect((await ask(world, service('slip2go').ask(QR, more))).body).toMatchObject({ code: '200000' });
    expect((await ask(world, service('slip2go').ask(QR, more))).body).toMatchObject({
      code: '200501',
      data: { transRef: REFERENCE },
    });
    await fault(world, 'slip:slip2go', 'quota');
    expect(await ask(world, service('slip2go').ask(QR))).toMatchObject({
      status: 401,
      body: { code: '401005' },
    });
  });
});

describe.each(Object.keys(SERVICES))('the service %s', (name) => {
  const { ask: asking, found, notFound, noSlip, auth } = service(name);

  it('finds a slip, and only the slips that there are', async () => {
    const world = await paidWorld();
    expect(await ask(world, asking(QR))).toMatchObject(found);
    expect(await ask(world, asking(OTHER_QR))).toMatchObject(notFound);
    const ofOtherBank = generate.slipVerify({ sendingBank: '014', transRef: REFERENCE });
    expect(await ask(world, asking(ofOtherBank))).toMatchObject(notFound);
    for (const text of [BROKEN_QR, 'https://example.com/', '0002010102']) {
      expect(await ask(world, asking(text))).toMatchObject(noSlip);
    }
  });

  it('is closed to other keys', async () => {
    const world = await paidWorld();
    const [path, call] = asking(QR);
    const headers = { authorization: 'Bearer other', 'x-authorization': 'other' };
    expect(await raw(world.url + path, { ...call, headers })).toMatchObject(auth);
  });

  it('answers each of its errors on demand', async () => {
    const world = await paidWorld();
    const { body } = await world.control<{ service: string; errors: string[] }[]>('GET', '/control/services');
    const errors = body.find((one) => one.service === name)?.errors ?? [];
    expect(errors.length).toBeGreaterThan(5);
    for (const error of errors) {
      await world.control('POST', `/control/services/${name}`, { error });
      const answer = await ask(world, asking(QR));
      expect(JSON.stringify(answer.body)).toContain(error);
    }
    expect(await ask(world, asking(QR))).toMatchObject(found);
  });

  it('shows a web page, unknown fields and a broken body’s error', async () => {
    const world = await paidWorld(() => 0.2);
    await fault(world, `slip:${name}`, 'html');
    expect((await ask(world, asking(QR))).body).toContain('<html>');
    await world.control('DELETE', '/control/faults');
    await fault(world, `slip:${name}`, 'extra');
    expect((await ask(world, asking(QR))).body).toHaveProperty('x_unannounced');
    await world.control('DELETE', '/control/faults');
    const [path, call] = asking(QR);
    const answer = await fetch(world.url + path, {
      method: 'POST',
      headers: { ...call.headers, 'content-type': 'application/json' },
      body: '{"payload":',
    });
    expect(answer.status).toBe(400);
  });

  it('fails alone: another service still answers', async () => {
    const world = await paidWorld(() => 0.2);
    await fault(world, `slip:${name}`, 'http_500');
    expect((await ask(world, asking(QR))).status).toBe(500);
    const other = service(Object.keys(SERVICES).find((one) => one !== name) ?? '');
    expect(await ask(world, other.ask(QR))).toMatchObject(other.found);
  });
});
