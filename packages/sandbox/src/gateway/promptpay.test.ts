import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16 } from '../emv/emv.ts';
import { readFields } from '../testing/emv-fields.ts';
import { billPaymentPayload } from './promptpay.ts';

describe('the bill payment QR', () => {
  it('holds the biller, both references and the amount, for one payment', () => {
    const fields = readFields(billPaymentPayload(minor(50_005n), '1234567890123', 'KBANK'));
    const { '30': account = '', '63': crc, ...rest } = fields;
    expect(rest).toEqual({ '00': '01', '01': '12', '53': '764', '54': '500.05', '58': 'TH' });
    expect(readFields(account)).toEqual({
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
        const [whole = '', fraction = ''] = (readFields(payload)['54'] ?? '').split('.');
        expect(BigInt(whole + fraction)).toBe(amount);
      }),
    );
  });
});
