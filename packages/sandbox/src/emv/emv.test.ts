import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFields } from '../testing/emv-fields.ts';
import { crc16, field, withCrc } from './emv.ts';

describe('the CRC', () => {
  it.each([
    ['00020101021129370016A0000006770101110113006681222333353037645802TH6304', '1DCF'],
    ['00020101021229370016A0000006770101110113006681234567853037645802TH5406100.006304', '1123'],
    [
      '00020101021138670016A00526628466257701082771041802030010324TESTRECEIVER00000000000A53034185802LA6304',
      'B895',
    ],
    ['00420006000001010301402212026000000000000002AB5102TH9104', '07B2'],
  ])('of %s is %s', (text, crc) => {
    expect(crc16(text)).toBe(crc);
  });
});

describe('fields', () => {
  it('are read back as they were written', () => {
    const value = fc.stringMatching(/^[0-9A-Z]{0,99}$/);
    fc.assert(
      fc.property(value, value, (one, two) => {
        const text = withCrc(field('00', one) + field('51', two), '91');
        expect(readFields(text)).toEqual({ '00': one, '51': two, '91': crc16(text.slice(0, -4)) });
      }),
    );
  });

  it('hold no more than two digits can say', () => {
    expect(() => field('00', 'x'.repeat(100))).toThrow(RangeError);
  });
});
