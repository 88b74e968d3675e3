import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { gameCode, lines, page, password, requiredLines, requiredText, sentAmount, text } from './fields.ts';
import { ENGLISH_NAME, requiresEnglishName } from './limits.ts';

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('fields', () => {
  it('texts are one line, trimmed and bounded', () => {
    expect(text(3).parse('  กขค ')).toBe('กขค');
    expect(takes(text(3), 'กขคง')).toBe(false);
    expect(takes(text(3), '')).toBe(true);
    expect(takes(requiredText(3), '   ')).toBe(false);
    for (const control of ['\u0000', '\u0007', '\n', '\r\n', '\u001b', '\u007f', '\u0000a', 'a\u0000b'])
      expect(takes(text(10), `a${control}b`)).toBe(false);
    for (const value of [1, null, undefined, {}, [], true]) expect(takes(text(10), value)).toBe(false);
  });

  it('messages keep their lines and tabs, whatever system they were written on', () => {
    expect(requiredLines(40).parse(' ธนาคาร\tSCB\r\nจำนวน 500.00\rบาท\n\n')).toBe(
      'ธนาคาร\tSCB\nจำนวน 500.00\nบาท',
    );
    expect(takes(requiredLines(10), ' \n\t ')).toBe(false);
    expect(takes(lines(10), '')).toBe(true);
    expect(takes(lines(3), 'a\nbc')).toBe(false);
    for (const control of ['\u0000', '\u0007', '\u001b', '\u007f', '\u000b', '\ud83d'])
      expect(takes(lines(10), `a${control}b`)).toBe(false);
  });

  it('passwords are left as they are', () => {
    expect(password.parse('  spaced  ')).toBe('  spaced  ');
    expect(takes(password, 'x'.repeat(72))).toBe(true);
    expect(takes(password, 'x'.repeat(73))).toBe(false);
  });

  it('amounts are numbers with at most two decimals', () => {
    for (const value of [0, -1, 0.01, 1.1, 1e11]) expect(takes(sentAmount, value)).toBe(true);
    for (const value of [
      '1',
      1.005,
      1e12,
      1e308,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      null,
      [1],
      { n: 1 },
      true,
      1n,
    ])
      expect(takes(sentAmount, value)).toBe(false);
  });

  it('codes are letters, digits and low lines', () => {
    for (const code of ['PG', 'WALLET', 'pg_2']) expect(takes(gameCode, code)).toBe(true);
    for (const code of ['', 'P G', 'PG/..', 'PG\u0000', 'ก', 'x'.repeat(41)])
      expect(takes(gameCode, code)).toBe(false);
  });

  it('pages are whole numbers in bounds', () => {
    expect(takes(page, { page: 1, limit: 100 })).toBe(true);
    for (const wrong of [
      { page: 0, limit: 1 },
      { page: 1, limit: 101 },
      { page: 1.5, limit: 1 },
      { page: '1', limit: 1 },
      {},
    ])
      expect(takes(page, wrong)).toBe(false);
  });

  it('English names are letters and spaces, where a bank wants them', () => {
    for (const name of ['A', 'Somchai Jaidee', 'SOMCHAI']) expect(ENGLISH_NAME.test(name)).toBe(true);
    for (const name of ['', ' A', 'สมชาย', 'Som-chai', 'A1', 'A\n', 'É'])
      expect(ENGLISH_NAME.test(name)).toBe(false);
    expect(['KTB', 'TMB', 'BBL', 'SCB', 'ktb', ''].map(requiresEnglishName)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
