import type { Minor } from '@krapao/contract/money';

/** Limits of one withdrawal and the member's balance, in minor units. Both limits are inclusive. */
export interface WithdrawLimits {
  minMinor: Minor;
  maxMinor: Minor;
  availableMinor: Minor;
}

export type WithdrawProblem = 'tooSmall' | 'tooLarge' | 'notEnough';

/** Withdrawal request. */
export interface WithdrawalRequest {
  amountMinor: Minor;
  /** The whole balance, which the upper limit does not restrict. The amount is the whole balance. */
  isWhole: boolean;
}

/** Returns the problem of a withdrawal, or null. */
export function checkWithdrawal(
  { amountMinor, isWhole }: WithdrawalRequest,
  limits: WithdrawLimits,
): WithdrawProblem | null {
  if (amountMinor < limits.minMinor) return 'tooSmall';
  if (amountMinor > limits.maxMinor && !isWhole) return 'tooLarge';
  if (amountMinor > limits.availableMinor) return 'notEnough';
  return null;
}

/**
 * True when withdrawing everything is offered as a choice of its own: only where an ordinary withdrawal
 * cannot do it. The choice must be deliberate, so an amount typed above the limit is refused even where it
 * happens to be the whole balance.
 */
export function offersWhole({ maxMinor, availableMinor }: WithdrawLimits): boolean {
  return availableMinor > maxMinor;
}

/** Returns the largest ordinary withdrawal: the whole balance, up to the limit. */
export function mostOf({ maxMinor, availableMinor }: WithdrawLimits): Minor {
  return availableMinor < maxMinor ? availableMinor : maxMinor;
}
