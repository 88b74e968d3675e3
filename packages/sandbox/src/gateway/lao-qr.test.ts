import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16 } from '../emv/emv.ts';
import { readFields } from '../testing/emv-fields.ts';
import { laoQrPayload } from './lao-qr.ts';

describe('the Lao QR', () => {
  it('asks for one payment in kip to a merchant', () => {
    const {
      '38': account = '',
      '62': more = '',
      '63': crc,
      ...rest
    } = readFields(laoQrPayload(minor(5_000_050n), '1234567890123'));
    expect(rest).toEqual({ '00': '01', '01': '12', '53': '418', '54': '50000.50', '58': 'LA' });
    expect(readFields(account)).toEqual({
      '00': 'A005266284662577',
      '01': '00000000',
      '02': '002',
      '03': '000000000000000000000001',
    });
    expect(readFields(more)).toEqual({ '05': '1234567890123' });
    expect(crc).toMatch(/^[0-9A-F]{4}$/);
  });

  it('ends in the CRC of all before it, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), (amount) => {
        const payload = laoQrPayload(minor(amount), '1');
        expect(crc16(payload.slice(0, -4))).toBe(payload.slice(-4));
        expect(BigInt((readFields(payload)['54'] ?? '').replace('.', ''))).toBe(amount);
      }),
    );
  });
});
