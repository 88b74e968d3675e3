import { toMinor, toWire, type Minor } from '@krapao/contract/money';
import type { MovementStatus } from '@krapao/contract/wallet';
import { AppError } from '../kernel/app-error.ts';
import type { TransferState } from '../ledger/types.ts';

/** Returns an amount of a validated body. @throws AppError KEY_INVALID if it is not an amount */
export function sentMinor(amount: number): Minor {
  const value = toMinor(amount);
  if (value === null) throw new AppError('KEY_INVALID');
  return value;
}

/** Wire names of the states of transfers. */
export const WIRE_STATUS: Record<TransferState, MovementStatus> = {
  pending: 'PENDING',
  posted: 'SUCCESS',
  voided: 'FAILED',
};

/** Returns the reply of a call that moved money. */
export function presentMovement(movement: { id: string; state: TransferState; amount: Minor }) {
  return {
    message: movement.state === 'posted' ? 'SUCCESS' : 'OK',
    _id: movement.id,
    status: WIRE_STATUS[movement.state],
    amount: toWire(movement.amount),
  };
}
