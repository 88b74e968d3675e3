import { describe, expect, it } from 'vitest';
import { readSlipQr, TRUEMONEY, writeSlipQr } from './slip-qr.ts';

const BANK = '0041000600000101030040220014123456789ABC012345102TH9104F05E';
const ZERO = '00420006000001010301402212026000000000000002AB5102TH910407B2';
const WALLET = '00490002010102010203P2P0314500000000000010408250120269104d959';

describe('readSlipQr', () => {
  it('reads the sending bank and the reference', () => {
    expect(readSlipQr(BANK)).toEqual({
      kind: 'slip',
      sendingBank: '004',
      reference: '014123456789ABC01234',
    });
  });

  it('reads a TrueMoney slip, whose checksum is in small letters', () => {
    expect(readSlipQr(WALLET)).toEqual({
      kind: 'slip',
      sendingBank: TRUEMONEY,
      reference: '50000000000001',
    });
  });

  it.each([
    ['as it should be', ZERO],
    ['without its leading zero', ZERO.replace('910407B2', '91047B2')],
    ['without its leading zero, and the length corrected', ZERO.replace('910407B2', '91037B2')],
    ['in small letters', ZERO.replace('07B2', '07b2')],
    ['with space around', ` ${ZERO}\n`],
  ])('accepts the checksum %s', (_, text) => {
    expect(readSlipQr(text)).toMatchObject({ kind: 'slip', sendingBank: '014' });
  });

  it.each([
    ['a wrong digit', BANK.replace('789', '798')],
    ['a wrong checksum', BANK.replace('F05E', 'F05F')],
    ['no checksum', BANK.replace('9104F05E', '')],
    ['its end missing', BANK.slice(0, 30)],
    ['a checksum cut off', BANK.slice(0, -1)],
  ])('tells a slip with %s as damaged', (_, text) => {
    expect(readSlipQr(text)).toEqual({ kind: 'damaged' });
  });

  it.each([
    ['a PromptPay code', '00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF'],
    ['an address', 'https://example.com/pay?x=1'],
    ['nothing', ''],
    ['a very long text', '0'.repeat(5_000)],
  ])('tells %s as something else', (_, text) => {
    expect(readSlipQr(text)).toEqual({ kind: 'other' });
  });

  it('notices every single character that was misread', () => {
    for (let at = 18; at < BANK.length; at += 1) {
      const misread = BANK.slice(0, at) + (BANK[at] === '7' ? '3' : '7') + BANK.slice(at + 1);
      expect(readSlipQr(misread), misread).toEqual({ kind: 'damaged' });
    }
  });
});

describe('writeSlipQr', () => {
  // By npm `promptparse`: generate.slipVerify({ sendingBank, transRef }).
  it.each([
    ['014', '20260102AAAA1234567890', '004300060000010103014022220260102AAAA12345678905102TH91049DEA'],
    ['004', '015000000000ABC12345', '0041000600000101030040220015000000000ABC123455102TH91044A4E'],
    ['004', '014123456789ABC01234', BANK],
  ])('writes what another tool writes: %s %s', (sendingBank, reference, text) => {
    expect(writeSlipQr({ sendingBank, reference })).toBe(text);
    expect(readSlipQr(text)).toEqual({ kind: 'slip', sendingBank, reference });
  });

  it.each([
    [TRUEMONEY, '014123456789ABC01234'],
    ['14', '014123456789ABC01234'],
    ['014', ''],
    ['014', 'with a blank'],
    ['014', 'r'.repeat(65)],
  ])('writes nothing for %s %s', (sendingBank, reference) => {
    expect(writeSlipQr({ sendingBank, reference })).toBeNull();
  });
});
