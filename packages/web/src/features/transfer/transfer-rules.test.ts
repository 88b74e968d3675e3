import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, movesWhole, partnerOf } from './transfer-rules.ts';

const enough = minor(100n);
const side = fc.constantFrom('', 'WALLET', 'PG', 'JOKER');

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

  it('lets one whole unit through', () => {
    expect(faultOf({ from: 'PG', to: 'WALLET', amountMinor: enough })).toBeNull();
  });
});

describe('partnerOf', () => {
  it('never leaves two different games facing each other', () => {
    fc.assert(
      fc.property(side, side, (chosen, other) => {
        const partner = partnerOf(chosen, other);
        const games = new Set([chosen, partner].filter((code) => movesWhole(code)));
        expect(games.size).toBeLessThanOrEqual(1);
        expect([other, 'WALLET']).toContain(partner);
      }),
    );
  });

  it('leaves a pair that can move alone', () => {
    expect(partnerOf('PG', 'WALLET')).toBe('WALLET');
    expect(partnerOf('WALLET', 'PG')).toBe('PG');
    expect(partnerOf('PG', 'PG')).toBe('PG');
    expect(partnerOf('PG', '')).toBe('');
  });
});

describe('movesWhole', () => {
  it('is so for games only', () => {
    expect(['PG', 'WALLET', ''].map(movesWhole)).toEqual([true, false, false]);
  });
});
