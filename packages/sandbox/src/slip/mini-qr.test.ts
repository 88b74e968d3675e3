import fc from 'fast-check';
import { validate } from 'promptparse';
import { describe, expect, it } from 'vitest';
import { miniQrPayload } from './mini-qr.ts';

describe('the mini-QR', () => {
  it.each([
    ['004', '014123456789ABC012345', '0041000600000101030040220014123456789ABC012345102TH9104F05E'],
    ['014', '02026000000000000000002AB', '00420006000001010301402212026000000000000002AB5102TH910407B2'],
  ])('of bank %s and reference %s is known from the field', (bank, reference, payload) => {
    const known = validate.slipVerify(payload);
    expect(known?.sendingBank).toBe(bank);
    expect(miniQrPayload(bank, known?.transRef ?? reference)).toBe(payload);
  });

  it('is read back by a parser that is not ours', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{3}$/),
        fc.stringMatching(/^[0-9A-Z]{10,25}$/),
        (sendingBank, transRef) => {
          expect(validate.slipVerify(miniQrPayload(sendingBank, transRef))).toEqual({
            sendingBank,
            transRef,
          });
        },
      ),
    );
  });
});
