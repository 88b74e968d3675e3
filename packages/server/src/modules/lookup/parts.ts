import { isQr } from '../../content/checks.ts';
import type { DepositBank, DepositWallet } from '../../content/schema.ts';
import type { Part } from '../../ports/part.ts';

/** The part that tells of what is paid into an account: without it, a payment would not be credited for now. */
export function partOfAccount(account: Pick<DepositBank, 'bankCode' | 'bankType' | 'mode'>): Part {
  if (isQr(account)) return `gateway:${account.bankCode}`;
  return account.mode === 'AUTO' ? 'bank' : 'slip';
}

/** The part that a digital wallet is paid through. */
export const partOfWallet = ({ mode }: Pick<DepositWallet, 'mode'>): Part =>
  mode === 'AUTO' ? 'ewallet' : 'gift';
