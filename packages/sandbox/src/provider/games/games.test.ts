import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { scripted } from '../../testing/world.ts';
import { CARD_PICKS, playCards } from './dragon-tiger.ts';
import { GAMES } from './games.ts';
import { MATCH_PICKS, playMatch } from './match.ts';
import { playNumber } from './two-digits.ts';

/** Returns the percentage paid back, over every pair of throws with so many sides. */
function returnOf(first: number, second: number, winOf: (dice: () => number) => bigint): number {
  let paid = 0n;
  for (let one = 0; one < first; one += 1) {
    for (let other = 0; other < second; other += 1) paid += winOf(scripted(one, other));
  }
  return Number(paid) / (first * second);
}

describe('a bet on a match', () => {
  it.each([
    [0, 0, 'draw', 315n],
    [9, 0, 'home', 270n],
    [0, 9, 'away', 270n],
  ] as const)('goals by throws %i and %i: %s wins', (first, second, winner, paid) => {
    for (const pick of MATCH_PICKS) {
      const { win } = playMatch(1, pick, scripted(first, second));
      expect([pick, win]).toEqual([pick, pick === winner ? paid : 0n]);
    }
  });

  it('gives back between 90 and 96 in 100, whatever is picked', () => {
    for (const pick of MATCH_PICKS) {
      const back = returnOf(10, 10, (dice) => playMatch(1, pick, dice).win);
      expect(back).toBeGreaterThan(90);
      expect(back).toBeLessThan(96);
    }
  });
});

describe('dragon tiger', () => {
  it.each([
    ['the higher card', 12, 0, { dragon: 'K♠', tiger: 'A♠' }, { dragon: 200n, tiger: 0n, tie: 0n }],
    ['the other card', 0, 11, { dragon: 'A♠', tiger: 'K♠' }, { dragon: 0n, tiger: 200n, tie: 0n }],
    ['two alike', 0, 12, { dragon: 'A♠', tiger: 'A♥' }, { dragon: 50n, tiger: 50n, tie: 1500n }],
  ] as const)('pays by %s', (_what, first, second, shown, pays) => {
    for (const pick of CARD_PICKS) {
      const round = playCards(1, pick, scripted(first, second));
      expect(round).toEqual({ bet: 100n, win: pays[pick], shown });
    }
  });

  it('never deals one card twice', () => {
    for (let first = 0; first < 52; first += 1) {
      for (let second = 0; second < 51; second += 1) {
        const { dragon, tiger } = playCards(1, 'tie', scripted(first, second)).shown;
        expect(dragon).not.toBe(tiger);
      }
    }
  });

  it('keeps something for the house', () => {
    for (const pick of CARD_PICKS) {
      const back = returnOf(52, 51, (dice) => playCards(1, pick, dice).win);
      expect(back).toBeGreaterThan(85);
      expect(back).toBeLessThan(98);
    }
  });
});

describe('two digits', () => {
  it('pays ninety times for the number that is drawn', () => {
    expect(playNumber(20, '07', () => 7)).toEqual({ bet: 2000n, win: 180_000n, shown: { drawn: '07' } });
    expect(playNumber(20, '70', () => 7).win).toBe(0n);
  });
});

describe('a game', () => {
  it.each([
    ['sport', 'win'],
    ['sport', ''],
    ['casino', 'home'],
    ['lotto', '7'],
    ['lotto', '007'],
    ['lotto', 'ab'],
  ] as const)('of %s has no pick %j', (category, pick) => {
    expect(GAMES[category](1, pick, () => 0)).toBeNull();
  });

  it('takes the stake for a bet, in minor units', () => {
    for (const [category, pick] of [
      ['slot', ''],
      ['sport', 'home'],
      ['casino', 'tie'],
      ['lotto', '00'],
    ] as const) {
      expect(GAMES[category](5, pick, () => 1)?.bet).toBe(minor(500n));
    }
  });
});
