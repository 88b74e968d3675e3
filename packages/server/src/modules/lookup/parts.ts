import { isQr } from '../../content/checks.ts';
import type { DepositBank, DepositWallet } from '../../content/schema.ts';
import type { Part } from '../../ports/part.ts';

/** Returns the part that reports payments into an account. Without it, payments are not credited for now. */
export function partOfAccount(account: Pick<DepositBank, 'bankCode' | 'bankType' | 'mode'>): Part {
  if (isQr(account)) return `gateway:${account.bankCode}`;
  return account.mode === 'AUTO' ? 'bank' : 'slip';
}

/** Returns the part that reports payments to a digital wallet. */
export const partOfWallet = ({ mode }: Pick<DepositWallet, 'mode'>): Part =>
  mode === 'AUTO' ? 'ewallet' : 'gift';
