import { toMinor, type Minor } from '@krapao/contract/money';

/** Allowed stakes of a round of any game, in whole baht. */
export const STAKES = [1, 5, 10, 20] as const;
export type Stake = (typeof STAKES)[number];

export const stakeMinor = (stake: Stake): Minor => toMinor(stake) as Minor;

/** A whole number from 0 up to but not including `sides`, all equally likely. */
export type Dice = (sides: number) => number;

/** One round and the values its page shows. */
export interface PlayedRound {
  readonly bet: Minor;
  readonly win: Minor;
  readonly shown: object;
}
