import type { Minor } from '@krapao/contract/money';
import { SMALLEST_MOVE } from '@krapao/contract/money';

/** The two actions beside the amount of a game account. */
export type MoveAction = 'transfer' | 'transfer-and-play';

/** Effect of a press on an action. */
export type MovePlan = 'move' | 'move-and-play' | 'play' | 'focus-amount';

/**
 * Returns the effect of an action on the field's amount (null: none, or invalid). Only an amount above zero
 * moves: without one, transfer focuses the field, and transfer-and-play just plays.
 */
export function planMove(action: MoveAction, amountMinor: Minor | null): MovePlan {
  const hasAmount = amountMinor !== null && amountMinor > 0n;
  if (action === 'transfer') return hasAmount ? 'move' : 'focus-amount';
  return hasAmount ? 'move-and-play' : 'play';
}

export type AmountFault = 'notEnough' | 'tooSmall' | null;

/**
 * Returns the fault of a typed amount: more than the wallet holds, or less than the minimum. Null for a valid
 * or missing amount.
 */
export function amountFault(amountMinor: Minor | null, walletMinor: Minor): AmountFault {
  if (amountMinor === null || amountMinor === 0n) return null;
  if (amountMinor > walletMinor) return 'notEnough';
  return amountMinor < SMALLEST_MOVE ? 'tooSmall' : null;
}
