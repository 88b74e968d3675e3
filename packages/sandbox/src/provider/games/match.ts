/**
 * A bet on the result of a football match that is played at once. Each side scores by the same chances; home
 * and away win 35 of 100 matches each. The return is about 94 %, whatever the pick.
 */
import { minor } from '@krapao/contract/money';
import { stakeMinor, type Dice, type PlayedRound, type Stake } from './stakes.ts';

export const MATCH_PICKS = ['home', 'draw', 'away'] as const;
export type MatchPick = (typeof MATCH_PICKS)[number];

/** In hundredths of the stake, the stake included. */
export const ODDS: Readonly<Record<MatchPick, bigint>> = { home: 270n, draw: 315n, away: 270n };

/** Each entry is equally likely: no goal in three of ten, three goals in one of ten. */
const GOALS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3] as const;

export interface MatchRound extends PlayedRound {
  readonly shown: { readonly home: number; readonly away: number };
}

export function endOf(home: number, away: number): MatchPick {
  if (home === away) return 'draw';
  return home > away ? 'home' : 'away';
}

export function playMatch(stake: Stake, pick: MatchPick, dice: Dice): MatchRound {
  const goals = (): number => GOALS[dice(GOALS.length)] ?? 0;
  const [home, away] = [goals(), goals()];
  const odds = endOf(home, away) === pick ? ODDS[pick] : 0n;
  return { bet: stakeMinor(stake), win: minor(BigInt(stake) * odds), shown: { home, away } };
}
