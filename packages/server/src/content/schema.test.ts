import { CURRENCIES, MAX_MINOR, minor, parseDecimal, toDecimal } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localized } from './fields.ts';
import { acceptsAccountNo, contentSchema } from './schema.ts';
import type { Bank } from './schema.ts';

const withdraw = contentSchema.shape.withdraw;
const limits = (min: unknown, max: unknown) => ({
  approval: 'none',
  limits: Object.fromEntries(CURRENCIES.map((currency) => [currency, { min, max }])),
});

describe('localized', () => {
  const greeting = { th: 'สวัสดี', la: 'ສະບາຍດີ', en: 'Hello' };

  it('picks the language asked for', () => {
    expect([localized(greeting, 'th'), localized(greeting, 'la'), localized(greeting, 'en')]).toEqual([
      'สวัสดี',
      'ສະບາຍດີ',
      'Hello',
    ]);
  });

  it.each(['', 'fr', 'EN', 'constructor', '__proto__'])('answers Thai for %j', (language) => {
    expect(localized(greeting, language)).toBe('สวัสดี');
  });
});

describe('amounts', () => {
  it('keeps any amount, whole or in quotes, as the same decimal text', () => {
    const amount = fc.bigInt({ min: 0n, max: MAX_MINOR }).map(minor);
    fc.assert(
      fc.property(amount, (value) => {
        const text = toDecimal(value);
        expect(withdraw.parse(limits(text, text)).limits.BAHT).toEqual({ min: text, max: text });
      }),
    );
    expect(withdraw.parse(limits(100, 100_000)).limits.BAHT).toEqual({ min: '100.00', max: '100000.00' });
  });

  it.each([100.5, -1, 1e21, Number.NaN, '1,000', '1e3', '0.001', '', true, null, '-1', '100000000000.01'])(
    'refuses %j',
    (value) => {
      expect(withdraw.safeParse(limits(value, '100000000000')).success).toBe(false);
    },
  );

  it('compares min and max as amounts, not as text', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 1_000_000n), (a, b) => {
        const [min, max] = [toDecimal(minor(a)), toDecimal(minor(b))];
        const ordered = (parseDecimal(min) ?? 0n) <= (parseDecimal(max) ?? 0n);
        expect(withdraw.safeParse(limits(min, max)).success).toBe(ordered);
      }),
    );
  });
});

describe('acceptsAccountNo', () => {
  const bank = (accountNoLengths?: number[]): Bank => ({
    code: 'GSB',
    nameTH: 'ออมสิน',
    nameEN: 'GSB',
    country: 'TH',
    currencies: ['BAHT'],
    accountNoLengths,
  });

  it('takes the lengths the bank issues', () => {
    const gsb = bank([10, 12]);
    expect(acceptsAccountNo(gsb, '0123456789')).toBe(true);
    expect(acceptsAccountNo(gsb, '012345678901')).toBe(true);
    expect(acceptsAccountNo(gsb, '01234567890')).toBe(false);
  });

  it('takes 6 to 20 digits where no lengths are listed', () => {
    expect(acceptsAccountNo(bank(), '123456')).toBe(true);
    expect(acceptsAccountNo(bank(), '12345')).toBe(false);
    expect(acceptsAccountNo(bank(), '1'.repeat(21))).toBe(false);
  });

  it('takes digits only', () => {
    for (const text of ['012-345678', '๐๑๒๓๔๕๖๗๘๙', ' 123456789', '123456789\n']) {
      expect(acceptsAccountNo(bank([10]), text)).toBe(false);
    }
  });
});
