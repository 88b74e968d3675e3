import { describe, expect, it } from 'vitest';
import { maskPattern, matchesMask, matchesMaskedName } from './account-mask.ts';

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

describe('matchesMaskedName', () => {
  it.each([
    ['SOMCHAI J***', 'Somchai  Jaidee', true],
    ['SOMCHAI J***', 'SOMCHAI KHAO', false],
    ['สมชาย ใจ***', 'สมชาย ใจดี', true],
    ['SOMCHAI JAIDEE', 'somchai jaidee', true],
    ['SOMCHAI JAIDEE', 'SOMCHAI JAIDEES', false],
    ['***', 'ANYBODY', false],
    ['', 'ANYBODY', false],
  ])('%s and %s: %s', (masked, name, matches) => {
    expect(matchesMaskedName(masked, name)).toBe(matches);
  });
});
