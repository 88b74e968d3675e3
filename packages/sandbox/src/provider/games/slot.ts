/**
 * A slot machine with three reels and one line. Every reel is the same strip and stops at each place with the
 * same chance. A line pays a whole multiple of the stake. The return is about 93 %.
 */
import { minor } from '@krapao/contract/money';
import { stakeMinor, type Dice, type PlayedRound, type Stake } from './stakes.ts';

export const SYMBOLS = ['seven', 'diamond', 'bell', 'mango', 'chili', 'coin'] as const;
export type SlotSymbol = (typeof SYMBOLS)[number];

/** One turn of a reel: 2 sevens, 3 diamonds, 4 bells, 6 mangoes, 8 chilies, 9 coins. */
export const STRIP: readonly SlotSymbol[] = (
  'coin chili mango coin bell chili coin diamond mango chili coin chili mango bell coin seven ' +
  'chili coin mango diamond chili coin bell mango chili coin seven chili mango coin diamond bell'
).split(' ') as SlotSymbol[];

/** Multiples of the stake for three alike on the line. */
export const THREE_PAY: Readonly<Record<SlotSymbol, number>> = {
  seven: 200,
  diamond: 75,
  bell: 30,
  mango: 15,
  chili: 10,
  coin: 6,
};

/** Multiples of the stake for two alike, anywhere on the line. */
export const TWO_PAY: Readonly<Partial<Record<SlotSymbol, number>>> = {
  seven: 10,
  diamond: 4,
  bell: 2,
  mango: 1,
};

export type Line = readonly [SlotSymbol, SlotSymbol, SlotSymbol];

export interface SlotRound extends PlayedRound {
  readonly shown: {
    /** Stop of each reel, as places on {@link STRIP}. */
    readonly stops: readonly [number, number, number];
    readonly multiple: number;
  };
}

/** Returns the payout of a line, as a multiple of the stake. */
export function multipleOf([first, second, third]: Line): number {
  if (first === second && second === third) return THREE_PAY[first];
  const pair = first === second || first === third ? first : second === third ? second : null;
  return pair === null ? 0 : (TWO_PAY[pair] ?? 0);
}

export function spin(stake: Stake, dice: Dice): SlotRound {
  const roll = (): number => dice(STRIP.length);
  const stops = [roll(), roll(), roll()] as const;
  const line = stops.map((stop) => STRIP[stop]) as unknown as Line;
  const multiple = multipleOf(line);
  const bet = stakeMinor(stake);
  return { bet, win: minor(bet * BigInt(multiple)), shown: { stops, multiple } };
}
