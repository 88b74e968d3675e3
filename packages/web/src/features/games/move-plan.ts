import type { Minor } from '@krapao/contract/money';
import { SMALLEST_MOVE } from '../session/move-credit.ts';

/** The two actions beside the amount of a game account. */
export type MoveAction = 'transfer' | 'transfer-and-play';

/** What a press of an action does. */
export type MovePlan = 'move' | 'move-and-play' | 'play' | 'focus-amount';

/**
 * What an action does with the amount that stands there (null: none, or not an amount). Nothing moves without
 * an amount above zero: transferring then asks for one, and transferring to play just plays.
 */
export function planMove(action: MoveAction, amountMinor: Minor | null): MovePlan {
  const hasAmount = amountMinor !== null && amountMinor > 0n;
  if (action === 'transfer') return hasAmount ? 'move' : 'focus-amount';
  return hasAmount ? 'move-and-play' : 'play';
}

export type AmountFault = 'notEnough' | 'tooSmall' | null;

/** What is wrong with an amount that was typed: more than there is, or less than moves. Null for nothing, or none typed. */
export function amountFault(amountMinor: Minor | null, walletMinor: Minor): AmountFault {
  if (amountMinor === null || amountMinor === 0n) return null;
  if (amountMinor > walletMinor) return 'notEnough';
  return amountMinor < SMALLEST_MOVE ? 'tooSmall' : null;
}
