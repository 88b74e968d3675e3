import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { readFields } from '../testing/emv-fields.ts';
import { billQrText } from './qr-text.ts';

describe('the text of a bill’s QR', () => {
  it('is the one that SCB’s documentation has for an example', () => {
    const qr = { billerId: '123456789012345', amount: minor(100n), ref3: 'SCB' };
    expect(billQrText({ ...qr, ref1: 'REFERENCE1', ref2: 'REFERENCE2' })).toBe(
      '00020101021230670016A00000067701011201151234567890123450210REFERENCE10310REFERENCE2' +
        '52047011530376454041.005802TH6007BANGKOK62070703SCB6304CE18',
    );
  });

  it('has no second reference where none is given', () => {
    const qr = { billerId: '123456789012345', amount: minor(123_456n), ref1: 'A', ref2: '', ref3: 'KRP' };
    const fields = readFields(billQrText(qr));
    expect(readFields(fields['30'] ?? '')).toEqual({
      '00': 'A000000677010112',
      '01': '123456789012345',
      '02': 'A',
    });
    expect(fields['54']).toBe('1234.56');
  });
});
