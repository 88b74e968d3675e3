import type { Minor } from '@krapao/contract/money';

/** Limits of one withdrawal and what the member has, in minor units. Both limits may be withdrawn. */
export interface WithdrawLimits {
  minMinor: Minor;
  maxMinor: Minor;
  availableMinor: Minor;
}

export type WithdrawProblem = 'tooSmall' | 'tooLarge' | 'notEnough';

/** What stands in the way of withdrawing an amount, or null. */
export function checkWithdrawal(amountMinor: Minor, limits: WithdrawLimits): WithdrawProblem | null {
  if (amountMinor < limits.minMinor) return 'tooSmall';
  if (amountMinor > limits.maxMinor) return 'tooLarge';
  if (amountMinor > limits.availableMinor) return 'notEnough';
  return null;
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
