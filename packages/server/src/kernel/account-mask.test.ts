import { describe, expect, it } from 'vitest';
import { isWholeNo, maskPattern, matchesMask, readMaskedNo, tellsAccount } from './account-mask.ts';

describe('matchesMask', () => {
  it.each([
    ['xxxxx1234x', '0000012340', true],
    ['XXXXX1234X', '9999912349', true],
    ['1234567890', '1234567890', true],
    ['xxxxx1234x', '0000012350', false],
    ['xxxxx1234x', '00000123400', false],
    ['', '', true],
  ])('%s and %s: %s', (masked, accountNo, matches) => {
    expect(matchesMask(masked, accountNo)).toBe(matches);
  });
});

describe('maskPattern', () => {
  it('hides nothing of SQL in a masked number', () => {
    expect(maskPattern('xX12%_\\3')).toBe('__12\\%\\_\\\\3');
  });
});

describe('a masked number', () => {
  it.each([
    ['xxx-x-x1234-x', 'xxxxx1234x', true, false],
    ['XXX-X-XX123-4', 'xxxxxx1234', true, false],
    ['***-*-**123-*', 'xxxxxx123x', false, false],
    ['123-4-56789-0', '1234567890', true, true],
    ['', '', false, false],
    ['123', '123', false, true],
  ])('%s is read as %s; tells the account: %s; whole: %s', (text, read, tells, isWhole) => {
    expect(readMaskedNo(text)).toBe(read);
    expect(tellsAccount(read)).toBe(tells);
    expect(isWholeNo(read)).toBe(isWhole);
  });
});
