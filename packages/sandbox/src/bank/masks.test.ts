import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskAccountNo, maskAllButLast, maskName, statementName } from './masks.ts';

describe('a masked account number', () => {
  it.each([
    ['0009876543', 'xxxxx7654x'],
    ['000034567894', 'xxxxx4567xxx'],
    ['12345', 'xxxxx'],
    ['1234567', 'xxxxx67'],
  ])('of %s is %s', (accountNo, masked) => {
    expect(maskAccountNo(accountNo)).toBe(masked);
  });

  it('keeps its length and shows four digits, in their places', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9,14}$/), (accountNo) => {
        const masked = maskAccountNo(accountNo);
        expect(masked).toMatch(/^x{5}\d{4}x*$/);
        expect(masked.slice(5, 9)).toBe(accountNo.slice(5, 9));
        expect(masked).toHaveLength(accountNo.length);
      }),
    );
  });
});

describe('a masked name', () => {
  it.each([
    ['SOMCHAI JAIDEE', 'SOMCHAI J***'],
    ['  Anna  Maria   Berg ', 'Anna M*** B***'],
    ['สมชาย ใจดี', 'สมชาย ใจ***'],
    ['นาย สมชาย ดีมาก', 'นาย สมชาย ดี***'],
    ['MR. SOMCHAI JAIDEE', 'MR. SOMCHAI J***'],
    ['บจก. กระเป๋า วอลเล็ต', 'บจก. กระเป๋า ว***'],
    ['ສົມໃຈ ແກ້ວມະນີ', 'ສົມໃຈ ແກ້***'],
    ['MADONNA', 'MADONNA'],
  ])('of %s is %s', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });
});

describe('an account number by its last digits', () => {
  it.each([
    ['0009876543', 'xxxxxx6543'],
    ['000034567894', 'xxxxxxxx7894'],
    ['12345', 'x2345'],
  ])('of %s is %s', (accountNo, masked) => {
    expect(maskAllButLast(accountNo)).toBe(masked);
  });
});

describe('a name on a statement', () => {
  it.each([
    ['SOMCHAI JAIDEE', 'plain', /^SOMCHAI JAIDEE$/],
    ['SOMCHAI JAIDEE', 'whole', /^(MR|MISS|MRS\.) SOMCHAI JAIDEE$/],
    ['SOMCHAI JAIDEE', 'cut', /^(MR|MISS|MRS\.) SOMCHAI J$/],
    ['SOMCHAI JAIDEE', 'stars', /^(MR|MISS|MRS\.) SOMCHAI J\*\*\*$/],
    ['นาย สมชาย ใจดี', 'cut', /^นาย สมชาย ใ$/],
    ['ສົມໃຈ ແກ້ວມະນີ', 'whole', /^(ທ້າວ|ນາງ) ສົມໃຈ ແກ້ວມະນີ$/],
    ['MADONNA', 'cut', /^(MR|MISS|MRS\.) MADONNA$/],
  ] as const)('of %s, %s', (name, style, written) => {
    expect(statementName(name, style)).toMatch(written);
    expect(statementName(name, style)).toBe(statementName(name, style));
  });
});
