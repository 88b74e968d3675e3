import { slipJpeg } from '@krapao/sandbox/slip/picture';
import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { readSlipQr } from '@krapao/contract/slip-qr';
import { generate } from 'promptparse';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { qrPicture, slipText } from '../../../testing/slips.ts';
import { SlipReader } from './slip-reader.ts';

const REFERENCE = '20261120ABCDEFGH0123';
const READ = { outcome: 'read', sendingBank: '014', reference: REFERENCE };
const PROMPTPAY = '00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF';

const slip = slipJpeg({
  reference: REFERENCE,
  fromBankCode: 'SCB',
  fromAccountNo: '1234567890',
  fromName: 'SOMCHAI JAIDEE',
  toBankCode: 'KBANK',
  toAccountNo: '0001234572',
  toName: 'KRAPAO WALLET',
  amountMinor: minor(50_000n),
  at: Date.UTC(2026, 10, 20, 3),
});

describe('SlipReader', () => {
  const reader = new SlipReader();
  afterAll(() => reader.close());

  it.each([
    ['as it is', (picture: Sharp) => picture],
    ['on its head', (picture: Sharp) => picture.rotate(180)],
    ['askew', (picture: Sharp) => picture.rotate(23, { background: '#555' })],
    ['small', (picture: Sharp) => picture.resize(320)],
    ['dark', (picture: Sharp) => picture.linear(0.2, 5)],
    ['out of focus', (picture: Sharp) => picture.blur(5)],
    ['as a negative', (picture: Sharp) => picture.negate()],
  ])('reads a slip %s', async (_, change) => {
    const picture = await change(sharp(await slip))
      .jpeg({ quality: 60 })
      .toBuffer();
    expect(await reader.read(picture)).toEqual(READ);
  });

  it('finds the slip’s code beside another', async () => {
    const [ours, other] = await Promise.all([
      qrPicture(slipText('014', REFERENCE)),
      qrPicture(PROMPTPAY, { width: 400, height: 400, size: 300 }),
    ]);
    const both = await sharp(ours)
      .composite([{ input: other, left: 200, top: 20 }])
      .jpeg()
      .toBuffer();
    expect(await reader.read(both)).toEqual(READ);
  });

  it.each([
    [
      'no code',
      'INVALID_SLIP',
      () =>
        sharp({ create: { width: 700, height: 900, channels: 3, background: '#eee' } })
          .jpeg()
          .toBuffer(),
    ],
    ['a payment code', 'INVALID_SLIP', () => qrPicture(PROMPTPAY)],
    ['an address', 'INVALID_SLIP', () => qrPicture('https://example.com/slip')],
    [
      'a code cut in half',
      'INVALID_SLIP',
      async () =>
        sharp(await qrPicture(slipText('014', REFERENCE)))
          .extract({ left: 0, top: 0, width: 180, height: 800 })
          .jpeg()
          .toBuffer(),
    ],
    [
      'a slip’s code that says something wrong',
      'UNSTABLE_REFNO_ON_SLIP',
      () => qrPicture(slipText('014', REFERENCE).replace('GH01', 'HG01')),
    ],
    [
      'two slips',
      'UNSTABLE_REFNO_ON_SLIP',
      async () => {
        const other = await qrPicture(slipText('004', '20261120ZZZZ00001111'), {
          width: 300,
          height: 300,
          size: 220,
        });
        return sharp(await qrPicture(slipText('014', REFERENCE)))
          .composite([{ input: other, left: 290, top: 0 }])
          .jpeg()
          .toBuffer();
      },
    ],
  ])('tells %s: %s', async (_, reason, draw) => {
    expect(await reader.read(await draw())).toEqual({ outcome: 'unreadable', reason });
  });

  it('reads several at once', async () => {
    const references = Array.from({ length: 6 }, (_, n) => `20261120ABCDEFGH000${n}`);
    const pictures = await Promise.all(references.map((reference) => qrPicture(slipText('004', reference))));
    expect(await Promise.all(pictures.map((picture) => reader.read(picture)))).toEqual(
      references.map((reference) => ({ outcome: 'read', sendingBank: '004', reference })),
    );
  });
});

describe('readSlipQr', () => {
  const digits = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((d) => d.join(''));
  const reference = fc.stringMatching(/^[0-9A-Z]{10,25}$/);

  it('reads whatever another library writes, with the zeros of its checksum or without', () => {
    fc.assert(
      fc.property(digits(3), reference, (sendingBank, transRef) => {
        const text = generate.slipVerify({ sendingBank, transRef });
        const dropped = text.slice(0, -4) + text.slice(-4).replace(/^0+(?=.)/, '');
        const expected = { kind: 'slip', sendingBank, reference: transRef };
        expect(readSlipQr(text)).toEqual(expected);
        expect(readSlipQr(dropped)).toEqual(expected);
      }),
    );
  });

  it('reads the wallet’s as well', () => {
    fc.assert(
      fc.property(digits(14), digits(8), (transactionId, date) => {
        const text = generate.trueMoneySlipVerify({ eventType: 'P2P', transactionId, date });
        expect(readSlipQr(text)).toMatchObject({ kind: 'slip', reference: transactionId });
      }),
    );
  });
});
