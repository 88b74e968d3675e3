/** The game of each kind of provider, as played on its site. */
import type { Category } from '../providers.ts';
import { CARD_PICKS, playCards } from './dragon-tiger.ts';
import { MATCH_PICKS, playMatch } from './match.ts';
import { spin } from './slot.ts';
import type { Dice, PlayedRound, Stake } from './stakes.ts';
import { playNumber } from './two-digits.ts';

/** Plays a round; null for an unknown pick. */
type Game = (stake: Stake, pick: string, dice: Dice) => PlayedRound | null;

/** Returns a game with a fixed set of picks. */
const picking =
  <P extends string>(picks: readonly P[], play: (stake: Stake, pick: P, dice: Dice) => PlayedRound): Game =>
  (stake, wanted, dice) => {
    const pick = picks.find((one) => one === wanted);
    return pick === undefined ? null : play(stake, pick, dice);
  };

export const GAMES: Readonly<Record<Category, Game>> = {
  slot: (stake, _pick, dice) => spin(stake, dice),
  sport: picking(MATCH_PICKS, playMatch),
  casino: picking(CARD_PICKS, playCards),
  lotto: (stake, number, dice) => (/^\d{2}$/.test(number) ? playNumber(stake, number, dice) : null),
};
