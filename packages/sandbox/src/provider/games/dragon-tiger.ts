/**
 * Dragon tiger: one card each from one pack; the higher card wins, and an ace is the lowest. On a tie, half
 * of a bet on either side comes back. The return is about 97 %, and 88 % for a bet on the tie.
 */
import { minor } from '@krapao/contract/money';
import { stakeMinor, type Dice, type PlayedRound, type Stake } from './stakes.ts';

export const CARD_PICKS = ['dragon', 'tiger', 'tie'] as const;
export type CardPick = (typeof CARD_PICKS)[number];

/** Times the stake, the stake included. */
export const CARD_PAY: Readonly<Record<CardPick, bigint>> = { dragon: 2n, tiger: 2n, tie: 15n };

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const;
const SUITS = ['♠', '♥', '♦', '♣'] as const;
const PACK = RANKS.length * SUITS.length;

export interface CardRound extends PlayedRound {
  readonly shown: { readonly dragon: string; readonly tiger: string };
}

const rankOf = (card: number): number => card % RANKS.length;

const faceOf = (card: number): string =>
  `${RANKS[rankOf(card)] ?? ''}${SUITS[Math.floor(card / RANKS.length)] ?? ''}`;

function winnerOf(dragon: number, tiger: number): CardPick {
  if (rankOf(dragon) === rankOf(tiger)) return 'tie';
  return rankOf(dragon) > rankOf(tiger) ? 'dragon' : 'tiger';
}

export function playCards(stake: Stake, pick: CardPick, dice: Dice): CardRound {
  const dragon = dice(PACK);
  // The second card is one of the remaining ones: indices from the first card's place on shift by one.
  const drawn = dice(PACK - 1);
  const tiger = drawn < dragon ? drawn : drawn + 1;
  const bet = stakeMinor(stake);
  const winner = winnerOf(dragon, tiger);
  const half = winner === 'tie' ? bet / 2n : 0n;
  const win = winner === pick ? bet * CARD_PAY[pick] : half;
  return { bet, win: minor(win), shown: { dragon: faceOf(dragon), tiger: faceOf(tiger) } };
}
