import { describe, expect, it } from 'vitest';
import { readQrs } from '../testing/qr-reader.ts';
import { raw } from '../testing/raw.ts';
import {
  accepting,
  BILLER,
  billsOf,
  dataOf,
  PAYER,
  SCB_HEADERS,
  SCB_KEYS,
  scbWorld,
} from '../testing/scb.ts';
import { startWorld, temporaryFolder } from '../testing/world.ts';

const HALF_AN_HOUR_MS = 1_800_000;
const NOT_FOUND = { status: 404, body: { status: { code: 1104 } } };

describe('a token of SCB', () => {
  it('is given for the keys, for half an hour', async () => {
    const { token, clock, ask } = await scbWorld();
    const answer = await token();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: { code: 1000, description: 'Success' },
        data: { tokenType: 'Bearer', expiresIn: 1800, expiresAt: Math.floor(clock.now() / 1000) + 1800 },
      },
    });
    const authorization = `Bearer ${dataOf(answer)['accessToken'] ?? ''}`;
    const code = async () =>
      (await ask('/v1/payment/billpayment/inquiry', { headers: { authorization } })).body;
    clock.forward(HALF_AN_HOUR_MS - 1);
    expect(await code()).toMatchObject({ status: { code: 1101 } });
    clock.forward(1);
    expect(await code()).toMatchObject({ status: { code: 9300 } });
  });

  it.each([{ applicationKey: 'other' }, { applicationSecret: 'other' }])(
    'is not given for %j',
    async (keys) => {
      const { token } = await scbWorld();
      expect(await token(keys)).toMatchObject({ status: 401, body: { status: { code: 9500 } } });
    },
  );

  it.each(['resourceOwnerId', 'requestUId'] as const)('needs the header %s', async (name) => {
    const { world } = await scbWorld();
    const { [name]: _left, ...headers } = SCB_HEADERS;
    const answer = await raw(`${world.url}/scb/v1/oauth/token`, { headers, json: SCB_KEYS });
    expect(answer).toMatchObject({ status: 400, body: { status: { code: 9100 } } });
  });

  it.each([
    [401, 9100, {}],
    [401, 9300, { authorization: 'Bearer other' }],
    [401, 9300, { authorization: 'Basic other' }],
  ])('opens what needs it: %i and %i with %j', async (status, code, headers) => {
    const { ask } = await scbWorld();
    for (const path of ['/v1/payment/billpayment/inquiry', '/v1/payment/billpayment/transactions/1']) {
      expect(await ask(path, { headers })).toMatchObject({ status, body: { status: { code } } });
    }
    const create = await ask('/v1/payment/qrcode/create', { headers, json: {} });
    expect(create).toMatchObject({ status, body: { status: { code } } });
  });
});

describe('a QR of SCB', () => {
  it('is a text and a PNG of it', async () => {
    const { create, world } = await scbWorld();
    const answer = await create();
    expect(answer).toMatchObject({ status: 200, body: { status: { code: 1000 } } });
    const { qrRawData = '', qrImage = '' } = dataOf(answer);
    const picture = Buffer.from(qrImage, 'base64');
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(await readQrs(picture)).toEqual([qrRawData]);
    expect((await world.control('GET', '/control/qr')).body).toMatchObject([
      { qrcodeId: 'DEP1', provider: 'SCB', amount: 500.25, payload: qrRawData, status: 'open' },
    ]);
  });

  it('of the same content is the same, and no second order', async () => {
    const { create, world } = await scbWorld();
    expect((await create()).body).toEqual((await create()).body);
    await create({ ref1: 'DEP2' });
    expect((await world.control('GET', '/control/qr')).body).toHaveLength(2);
  });

  it.each([
    [1101, { amount: undefined }],
    [1101, { ref3: undefined }],
    [1102, { amount: '0' }],
    [1102, { amount: '1.001' }],
    [1102, { qrType: 'CS' }],
    [1102, { ppId: '1' }],
    [1102, { ref1: 'dep-1' }],
    [1102, { ref1: 'X'.repeat(21) }],
    [1103, { ref1: '' }],
    [1105, { note: 'x' }],
    [8102, { ppId: '000000000000002' }],
  ])('is answered %i with %j', async (code, change) => {
    const { create, world } = await scbWorld();
    expect(await create(change)).toMatchObject({ status: 400, body: { status: { code } } });
    expect((await world.control('GET', '/control/qr')).body).toEqual([]);
  });
});

describe('a payment of a bill', () => {
  it('is told of by an unsigned callback and by the inquiry, with the payer', async () => {
    const { create, pay, inquire, told, receiver } = await scbWorld();
    await create();
    expect(await inquire()).toMatchObject(NOT_FOUND);
    expect(await pay({ payer: PAYER })).toMatchObject({ status: 200, body: { amount: 500.25 } });
    const inquiry = await inquire();
    const same = {
      payeeProxyId: BILLER,
      payeeProxyType: 'BILLERID',
      payerAccountNumber: PAYER.accountNo,
      payerName: PAYER.name,
      sendingBankCode: '030',
      receivingBankCode: '014',
      amount: '500.25',
      billPaymentRef1: 'DEP1',
      billPaymentRef2: '2',
      billPaymentRef3: 'KRP1',
      currencyCode: '764',
    };
    expect(inquiry.body).toMatchObject({
      status: { code: 1000 },
      data: [
        {
          ...same,
          eventCode: '00300100',
          reverseFlag: '',
          transactionDateandTime: '2026-01-02T10:04:05.000+07:00',
        },
      ],
    });
    const transactionId = billsOf(inquiry)[0]?.['transactionId'];
    await expect
      .poll(told)
      .toMatchObject([{ ...same, transactionId, transactionDateandTime: '2026-01-02T10:04:05+07:00' }]);
    expect(receiver.received[0]?.path).toBe('/scb');
    expect(Object.keys(receiver.received[0]?.headers ?? {}).join()).not.toMatch(/signature|authorization/);
  });

  it('can come again, late and of another amount: a QR does not expire', async () => {
    const { create, pay, inquire, clock, told } = await scbWorld();
    await create();
    await pay();
    clock.forward(48 * 3_600_000);
    await pay({ amount: 12 });
    expect(dataOf(await inquire())).toMatchObject([{ amount: '500.25' }]);
    expect(dataOf(await inquire({ transactionDate: '2026-01-04' }))).toMatchObject([{ amount: '12.00' }]);
    await expect.poll(told).toHaveLength(2);
  });

  it('is looked for by biller, first reference and day, and by more', async () => {
    const { create, pay, inquire } = await scbWorld();
    await create();
    await pay();
    expect((await inquire({ reference2: '2', amount: '500.25' })).status).toBe(200);
    const others: Record<string, string>[] = [
      { billerId: '000000000000002' },
      { reference1: 'DEP2' },
      { reference2: '3' },
      { amount: '500.26' },
      { transactionDate: '2026-01-03' },
    ];
    for (const other of others) expect(await inquire(other)).toMatchObject(NOT_FOUND);
    expect(await inquire({ transactionDate: 'today' })).toMatchObject({
      status: 400,
      body: { status: { code: 1102 } },
    });
  });

  it('is told of up to three times until the answer says that it was accepted', async () => {
    const { create, pay, receiver, told } = await scbWorld();
    receiver.say('{"resCode":"99"}');
    await create();
    await pay();
    await expect.poll(told).toHaveLength(3);
    receiver.say(accepting());
    await pay();
    await expect.poll(told).toHaveLength(4);
  });

  it('is told to nobody where the third reference has another prefix', async () => {
    const { create, pay, inquire, told } = await scbWorld();
    await create({ ref3: 'ELSE1' });
    await pay();
    expect((await inquire()).status).toBe(200);
    await create({ ref1: 'DEP3' });
    await pay();
    expect(told()).toEqual([]);
  });

  it('can be given back', async () => {
    const { create, pay, inquire, world } = await scbWorld();
    await create();
    await pay();
    const transactionId = billsOf(await inquire())[0]?.['transactionId'] ?? '';
    const path = `/control/scb/payments/${transactionId}/reverse`;
    expect(await world.control('POST', path)).toMatchObject({ status: 200, body: { reversed: true } });
    expect(dataOf(await inquire())).toMatchObject([{ transactionId, reverseFlag: 'R' }]);
    expect((await world.control('POST', '/control/scb/payments/none/reverse')).status).toBe(404);
  });

  it.each([{ name: '' }, { bankCode: 'BCEL' }, { bankCode: 'NONE' }, { accountNo: 'x' }])(
    'is not made by %j',
    async (change) => {
      const { create, pay } = await scbWorld();
      await create();
      expect((await pay({ payer: { ...PAYER, ...change } })).status).toBe(400);
    },
  );

  it('survives a restart, its QR too', async () => {
    const dataFolder = await temporaryFolder();
    const { create, pay, world, clock } = await scbWorld({ dataFolder });
    await create();
    await pay();
    await world.stop();
    const again = await startWorld({ dataFolder, now: clock.now });
    const paid = { ref1: 'DEP1', amount: 500.25, billerId: BILLER };
    expect((await again.control('GET', '/control/scb/payments')).body).toMatchObject([paid]);
    expect((await again.control('POST', '/control/qr/DEP1/pay')).status).toBe(200);
    expect((await again.control('GET', '/control/scb/payments')).body).toMatchObject([paid, paid]);
  });
});

describe('a slip at SCB', () => {
  const slipOf = (transRef: string, sendingBank: string) =>
    `/v1/payment/billpayment/transactions/${transRef}?sendingBank=${sendingBank}`;

  it('of a paid bill is known by its reference and the sending bank', async () => {
    const { create, pay, inquire, ask } = await scbWorld();
    await create();
    await pay({ payer: PAYER });
    const transactionId = billsOf(await inquire())[0]?.['transactionId'] ?? '';
    expect(await ask(slipOf(transactionId, '030'))).toMatchObject({
      status: 200,
      body: {
        data: {
          transRef: transactionId,
          sendingBank: '030',
          receivingBank: '014',
          transDate: '20260102',
          transTime: '10:04:05',
          sender: { displayName: 'สมหญิง รั***', account: { type: 'BANKAC' } },
          receiver: { proxy: { type: 'BILLERID', value: BILLER } },
          amount: '500.25',
          paidLocalCurrency: '764',
          countryCode: 'TH',
          ref1: 'DEP1',
          ref2: '2',
          ref3: 'KRP1',
        },
      },
    });
    expect(await ask(slipOf(transactionId, '004'))).toMatchObject(NOT_FOUND);
  });

  it('of a bank transfer is known too', async () => {
    const { world, ask } = await scbWorld();
    const { reference } = (
      await world.control<{ reference: string }>('POST', '/control/bank/transfer', {
        fromBankCode: 'KBANK',
        fromAccountNo: '0009876543',
        fromName: 'สมชาย ใจดี',
        toAccountNo: '0002345683',
        amount: 1234.5,
      })
    ).body;
    expect(dataOf(await ask(slipOf(reference, '004')))).toMatchObject({
      transRef: reference,
      amount: '1234.50',
      sender: { account: { value: 'xxx-x-x7654-x' } },
      ref1: '',
    });
    expect(await ask(slipOf('NONE', '004'))).toMatchObject(NOT_FOUND);
    expect(await ask(slipOf(reference, 'four'))).toMatchObject({
      status: 400,
      body: { status: { code: 1102 } },
    });
  });
});
