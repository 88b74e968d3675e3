/** The shapes of PayoneX's answers and of its webhook. */
import { minor, toDecimal, toWire, type Minor } from '@krapao/contract/money';
import type { PayonexTransactionRecord } from '../store/payonex-records.ts';

export const ok = (data: unknown) => ({ success: true, code: '20000', data });

const isoOf = (atMs: number): string => new Date(atMs).toISOString();

/** Returns what a deposit adds to the operator's balance, or what a payout takes from it. */
export const settleAmountOf = ({ type, amountMinor, feeMinor }: PayonexTransactionRecord): Minor =>
  minor(type === 'deposit' ? amountMinor - feeMinor : amountMinor + feeMinor);

/**
 * Returns a transaction as the look-up, the list and the webhook tell of it.
 * @param alternate with amounts as text, the type in capital letters, and times, which no fact names.
 */
export function transactionView(transaction: PayonexTransactionRecord, alternate: boolean) {
  const { uuid, type, status, amountMinor, feeMinor, referenceId, accountNo, bankCode } = transaction;
  const { createdAt, updatedAt } = transaction;
  const amount = alternate ? toDecimal : toWire;
  return {
    uuid,
    type: alternate ? type.toUpperCase() : type,
    status,
    amount: amount(amountMinor),
    fee: amount(feeMinor),
    settleAmount: amount(settleAmountOf(transaction)),
    referenceId,
    accountNo,
    bankCode,
    ...(alternate && { createdAt: isoOf(createdAt), updatedAt: isoOf(updatedAt) }),
  };
}
