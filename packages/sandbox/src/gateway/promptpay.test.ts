import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billPaymentPayload, crc16 } from './promptpay.ts';

/** Reads tag, length, value, one after the other; fails on text that is not made so. */
function read(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let place = 0; place < text.length;) {
    const tag = text.slice(place, place + 2);
    const length = Number(text.slice(place + 2, place + 4));
    const value = text.slice(place + 4, place + 4 + length);
    if (value.length !== length) throw new Error(`tag ${tag} is cut short`);
    fields[tag] = value;
    place += 4 + length;
  }
  return fields;
}

describe('the CRC', () => {
  it.each([
    ['00020101021129370016A0000006770101110113006681222333353037645802TH6304', '1DCF'],
    ['00020101021229370016A0000006770101110113006681234567853037645802TH5406100.006304', '1123'],
    ['00420006000001010301402212026000000000000002AB5102TH9104', '07B2'],
  ])('of %s is %s', (text, crc) => {
    expect(crc16(text)).toBe(crc);
  });
});

describe('the bill payment QR', () => {
  it('holds the biller, both references and the amount, for one payment', () => {
    const fields = read(billPaymentPayload(minor(50_005n), '1234567890123', 'KBANK'));
    const { '30': account = '', '63': crc, ...rest } = fields;
    expect(rest).toEqual({ '00': '01', '01': '12', '53': '764', '54': '500.05', '58': 'TH' });
    expect(read(account)).toEqual({
      '00': 'A000000677010112',
      '01': '000000000000001',
      '02': '1234567890123',
      '03': 'KBANK',
    });
    expect(crc).toMatch(/^[0-9A-F]{4}$/);
  });

  it('ends in the CRC of all before it, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), (amount) => {
        const payload = billPaymentPayload(minor(amount), '1', 'FP');
        expect(crc16(payload.slice(0, -4))).toBe(payload.slice(-4));
        const [whole = '', fraction = ''] = (read(payload)['54'] ?? '').split('.');
        expect(BigInt(whole + fraction)).toBe(amount);
      }),
    );
  });
});
