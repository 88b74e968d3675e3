import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { multipleOf, spin, STRIP, SYMBOLS, type Line } from './slot.ts';
import { STAKES } from './stakes.ts';

const everyLine = (): Line[] =>
  STRIP.flatMap((first) => STRIP.flatMap((second) => STRIP.map((third): Line => [first, second, third])));

describe('the slot machine', () => {
  it('has a strip of 32 with every symbol on it', () => {
    const counts = SYMBOLS.map((symbol) => STRIP.filter((place) => place === symbol).length);
    expect(counts).toEqual([2, 3, 4, 6, 8, 9]);
  });

  it('gives back between 90 and 96 in 100 over all that can come', () => {
    const lines = everyLine();
    const paid = lines.reduce((total, line) => total + multipleOf(line), 0);
    expect(paid / lines.length).toBeGreaterThan(0.9);
    expect(paid / lines.length).toBeLessThan(0.96);
  });

  it.each<[Line, number]>([
    [['seven', 'seven', 'seven'], 200],
    [['seven', 'seven', 'coin'], 10],
    [['seven', 'coin', 'seven'], 10],
    [['coin', 'seven', 'seven'], 10],
    [['coin', 'coin', 'seven'], 0],
    [['mango', 'bell', 'mango'], 1],
    [['coin', 'coin', 'coin'], 6],
    [['coin', 'chili', 'mango'], 0],
  ])('pays %j %i times the stake', (line, multiple) => {
    expect(multipleOf(line)).toBe(multiple);
  });

  it('stops where the dice say, rolled over the whole strip for each reel', () => {
    const rolls = [0, 31, 15];
    const sides: number[] = [];
    const result = spin(20, (count) => {
      sides.push(count);
      return rolls.shift() ?? 0;
    });
    expect(sides).toEqual([32, 32, 32]);
    expect(result.shown.stops).toEqual([0, 31, 15]);
  });

  it('wins the stake times what the line pays, in minor units', () => {
    const seven = STRIP.indexOf('seven');
    for (const stake of STAKES) {
      const { bet, win, shown } = spin(stake, () => seven);
      expect([bet, win, shown.multiple]).toEqual([
        minor(BigInt(stake) * 100n),
        minor(BigInt(stake) * 20_000n),
        200,
      ]);
    }
  });
});
