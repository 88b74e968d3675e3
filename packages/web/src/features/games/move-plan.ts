import type { Minor } from '@krapao/contract/money';

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
