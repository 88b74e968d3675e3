import { toMinor, type Minor } from '@krapao/contract/money';

/** What may be staked on a round of any game, in whole baht. */
export const STAKES = [1, 5, 10, 20] as const;
export type Stake = (typeof STAKES)[number];

export const stakeMinor = (stake: Stake): Minor => toMinor(stake) as Minor;

/** A whole number from 0 up to but without `sides`, every one as likely. */
export type Dice = (sides: number) => number;

/** One round as it was played, and what its page shows of it. */
export interface PlayedRound {
  readonly bet: Minor;
  readonly win: Minor;
  readonly shown: object;
}
