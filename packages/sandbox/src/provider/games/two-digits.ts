/** A lotto of two digits, drawn at once: one number of a hundred wins. The return is 90 %. */
import { minor, ZERO } from '@krapao/contract/money';
import { stakeMinor, type Dice, type PlayedRound, type Stake } from './stakes.ts';

/** Times the stake, the stake included. */
export const NUMBER_PAY = 90n;
const NUMBERS = 100;

export interface LottoRound extends PlayedRound {
  readonly shown: { readonly drawn: string };
}

/** @param number two digits. */
export function playNumber(stake: Stake, number: string, dice: Dice): LottoRound {
  const drawn = String(dice(NUMBERS)).padStart(2, '0');
  const bet = stakeMinor(stake);
  return { bet, win: drawn === number ? minor(bet * NUMBER_PAY) : ZERO, shown: { drawn } };
}
