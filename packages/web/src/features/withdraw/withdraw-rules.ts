import type { Minor } from '@krapao/contract/money';

/** Limits of one withdrawal and what the member has, in minor units. Both limits may be withdrawn. */
export interface WithdrawLimits {
  minMinor: Minor;
  maxMinor: Minor;
  availableMinor: Minor;
}

export type WithdrawProblem = 'tooSmall' | 'tooLarge' | 'notEnough';

/** What to withdraw. */
export interface Wish {
  amountMinor: Minor;
  /** Everything there is, which the upper limit does not hold back. The amount is the whole balance. */
  isWhole: boolean;
}

/** What stands in the way of a withdrawal, or null. */
export function checkWithdrawal(
  { amountMinor, isWhole }: Wish,
  limits: WithdrawLimits,
): WithdrawProblem | null {
  if (amountMinor < limits.minMinor) return 'tooSmall';
  if (amountMinor > limits.maxMinor && !isWhole) return 'tooLarge';
  if (amountMinor > limits.availableMinor) return 'notEnough';
  return null;
}

/**
 * Whether withdrawing everything is offered as a choice of its own: only where an ordinary withdrawal cannot do it.
 * Choosing it is a deliberate act, so that an amount typed above the limit is refused even where it happens to be
 * the whole balance.
 */
export function offersWhole({ maxMinor, availableMinor }: WithdrawLimits): boolean {
  return availableMinor > maxMinor;
}

/** The most that can be withdrawn at once: the whole balance, as far as one withdrawal goes. */
export function mostOf({ maxMinor, availableMinor }: WithdrawLimits): Minor {
  return availableMinor < maxMinor ? availableMinor : maxMinor;
}

const SHOWN_DIGITS = 4;

/** An account number of which only the last four digits can be read: enough to know it, too little to use it. */
export function maskAccountNo(accountNo: string): string {
  const hidden = Math.max(0, accountNo.length - SHOWN_DIGITS);
  const masked = '•'.repeat(hidden) + accountNo.slice(hidden);
  return accountNo.length === 10 ? `${masked.slice(0, 3)}-${masked.slice(3, 6)}-${masked.slice(6)}` : masked;
}
