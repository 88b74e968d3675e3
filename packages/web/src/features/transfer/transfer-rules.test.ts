import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { faultOf, movesWhole } from './transfer-rules.ts';

const enough = minor(100n);

describe('faultOf', () => {
  it.each([
    ['', 'PG'],
    ['WALLET', ''],
    ['', ''],
  ])('asks for both sides: %j to %j', (from, to) => {
    expect(faultOf({ from, to, amountMinor: enough })).toBe('selectAccMsg');
  });

  it.each(['WALLET', 'PG'])('refuses %s to itself', (code) => {
    expect(faultOf({ from: code, to: code, amountMinor: enough })).toBe('canNotTransferMsg');
  });

  it.each([null, minor(0n), minor(99n)])('refuses an amount of %s', (amountMinor) => {
    expect(faultOf({ from: 'PG', to: 'WALLET', amountMinor })).toBe('minAmountMsg');
  });

  it.each([
    ['PG', 'WALLET'],
    ['WALLET', 'PG'],
    ['PG', 'JOKER'],
  ])('lets one whole unit through: %s to %s', (from, to) => {
    expect(faultOf({ from, to, amountMinor: enough })).toBeNull();
  });
});

describe('movesWhole', () => {
  it('is so for games only', () => {
    expect(['PG', 'WALLET', ''].map(movesWhole)).toEqual([true, false, false]);
  });
});
