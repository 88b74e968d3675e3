import { minor } from '@krapao/contract/money';
import { validate } from 'promptparse';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BANKS } from '../bank/banks.ts';
import { readQrs } from '../testing/qr-reader.ts';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';
import { drawSlip, qrTextOf, thaiDate, type SlipFacts } from './drawing.ts';
import { drawText, widthOf } from './letters.ts';

const TRANSFER = {
  fromBankCode: 'KBANK',
  fromAccountNo: '0009876543',
  fromName: 'สมชาย ใจดี',
  toAccountNo: '0002345683',
  amount: 1234.5,
};

interface Made {
  reference: string;
  slipUrl: string;
}

const send = (world: TestWorld, change: object = {}) =>
  world.control<Made>('POST', '/control/bank/transfer', { ...TRANSFER, ...change });

const lookUp = async (world: TestWorld, reference: string, sendingBank = '004') =>
  (await world.call('POST', '/slip/lookup', { sendingBank, reference })).body;

const pictureOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('a slip', () => {
  it('is a JPEG whose mini-QR leads to the transfer', async () => {
    const world = await startWorld({ now: testClock().now });
    const { reference, slipUrl } = (await send(world)).body;
    expect(slipUrl).toBe(`${world.url}/control/bank/slip/${reference}`);
    const picture = await pictureOf(slipUrl);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1620 });
    const [text = ''] = await readQrs(picture);
    const read = validate.slipVerify(text);
    expect(read).toEqual({ sendingBank: '004', transRef: reference });

    expect(await lookUp(world, read?.transRef ?? '', read?.sendingBank)).toEqual({
      status: 'found',
      amount: '1234.50',
      at: '2026-01-02T03:04:05.000Z',
      fromBankCode: 'KBANK',
      fromAccountNo: 'xxxxx7654x',
      fromName: 'สมชาย ใจ***',
      toBankCode: 'SCB',
      toAccountNo: 'xxxxx4568x',
      toName: 'บจก. กระเป๋า ว***',
    });
  });

  it('is the same picture each time, and is named for saving', async () => {
    const world = await startWorld();
    const { reference, slipUrl } = (await send(world)).body;
    const answer = await fetch(slipUrl);
    expect(answer.headers.get('content-disposition')).toContain(`slip-${reference}.jpg`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(await pictureOf(slipUrl))).toBe(true);
  });

  it('there is none without a transfer, or of a bank that prints none', async () => {
    const world = await startWorld();
    expect(await world.control('GET', '/control/bank/slip/NOBODYSENT1')).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    const { reference, slipUrl } = (await send(world, { fromBankCode: 'BCEL' })).body;
    expect(slipUrl).toBeNull();
    expect(await world.control('GET', `/control/bank/slip/${reference}`)).toMatchObject({
      status: 404,
      body: { error: 'no_slip' },
    });
  });

  it('of every Thai bank names that bank in its QR, and there are no two alike', () => {
    const facts: SlipFacts = {
      reference: '20260102K3MZP8X0QW2E',
      fromBankCode: '',
      fromAccountNo: '0009876543',
      fromName: 'A B',
      toBankCode: 'GSB',
      toAccountNo: '000034567894',
      toName: 'C D',
      amountMinor: minor(100n),
      at: 0,
    };
    const thai = BANKS.filter(({ number }) => number !== null).map((bank) => ({
      number: bank.number,
      slip: { ...facts, fromBankCode: bank.code },
    }));
    expect(thai.length).toBeGreaterThan(16);
    for (const { number, slip } of thai) {
      expect(validate.slipVerify(qrTextOf(slip))?.sendingBank).toBe(number);
    }
    expect(new Set(thai.map(({ slip }) => drawSlip(slip))).size).toBe(thai.length);
    expect(() => drawSlip({ ...facts, fromBankCode: 'BCEL' })).toThrow(RangeError);
  });

  it('writes the moment as slips do, in Bangkok', () => {
    expect(thaiDate(Date.UTC(2026, 11, 31, 17, 5))).toBe('1 ม.ค. 2570 00:05 น.');
  });
});

describe('the slip look-up', () => {
  it('knows a transfer by bank and reference together', async () => {
    const world = await startWorld();
    const { reference } = (await send(world)).body;
    expect(await lookUp(world, reference)).toMatchObject({ status: 'found' });
    expect(await lookUp(world, reference, '014')).toEqual({ status: 'not_found' });
    expect(await lookUp(world, `${reference}X`)).toEqual({ status: 'not_found' });
  });

  it('knows transfers to other people as well', async () => {
    const world = await startWorld();
    const { reference } = (
      await send(world, { toSomebodyElse: true, toName: 'Other One', toBankCode: 'BBL' })
    ).body;
    expect(await lookUp(world, reference)).toMatchObject({
      status: 'found',
      toBankCode: 'BBL',
      toName: 'Other O***',
    });
  });

  it('is put off or refused when told so, and knows the transfer again afterwards', async () => {
    const world = await startWorld();
    const { reference } = (await send(world)).body;
    const fault = (kind: string) => world.control('POST', '/control/faults', { port: 'slip', kind, rate: 1 });
    await fault('quota');
    expect(await lookUp(world, reference)).toEqual({ status: 'quota' });
    await fault('delayed');
    expect(await lookUp(world, reference)).toEqual({ status: 'delayed', retryAfterSeconds: 900 });
    await world.control('DELETE', '/control/faults');
    expect(await lookUp(world, reference)).toMatchObject({ status: 'found' });
  });

  it.each([{ sendingBank: '4' }, { reference: '' }, { reference: 7 }])('refuses %j', async (change) => {
    const world = await startWorld();
    const body = { sendingBank: '004', reference: 'A', ...change };
    expect(await world.call('POST', '/slip/lookup', body)).toMatchObject({
      status: 400,
      body: { error: 'bad_body' },
    });
  });
});

describe('the letters of a slip', () => {
  const at = { x: 0, y: 0, size: 40, colour: '#000' };

  it.each(['โอนเงินสำเร็จ', 'ที่ น้ำ กู้ ญี่ปุ่น', 'ທະນາຄານ ກຳ ນ້ຳ', 'SOMCHAI J*** 1,234.50'])(
    'of %s are outlines: no font of the machine takes part',
    (text) => {
      const markup = drawText(text, at);
      expect(markup).not.toContain('<text');
      expect(markup.match(/<path/g)?.length ?? 0).toBeGreaterThanOrEqual(text.replace(/ /g, '').length - 2);
    },
  );

  it('escape nothing, since no letter is left in the drawing', () => {
    expect(drawText('<script>&"', at)).not.toMatch(/script|&/);
  });

  it('stand above each other in Thai, without taking room', () => {
    expect(widthOf('ที่', 40)).toBe(widthOf('ท', 40));
    expect(widthOf('น้ำ', 40)).toBe(widthOf('นำ', 40));
  });

  it('are drawn smaller when they do not fit', () => {
    const scaleOf = (markup: string): number => Number(/scale\(([\d.]+)/.exec(markup)?.[1]);
    const narrow = scaleOf(drawText('a long text', { ...at, maxWidth: 50 }));
    expect(narrow).toBeLessThan(scaleOf(drawText('a long text', at)));
  });
});
