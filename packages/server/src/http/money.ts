import { toMinor, toWire, type Minor } from '@krapao/contract/money';
import type { MovementStatus } from '@krapao/contract/wallet';
import { AppError } from '../kernel/app-error.ts';
import type { TransferState } from '../ledger/types.ts';

/** An amount of a validated body. @throws AppError KEY_INVALID when it is none */
export function sentMinor(amount: number): Minor {
  const value = toMinor(amount);
  if (value === null) throw new AppError('KEY_INVALID');
  return value;
}

/** What the wire calls a transfer's state. */
export const WIRE_STATUS: Record<TransferState, MovementStatus> = {
  pending: 'PENDING',
  posted: 'SUCCESS',
  voided: 'FAILED',
};

/** The reply of a call that moved money. */
export function presentMovement(movement: { id: string; state: TransferState; amount: Minor }) {
  return {
    message: movement.state === 'posted' ? 'SUCCESS' : 'OK',
    _id: movement.id,
    status: WIRE_STATUS[movement.state],
    amount: toWire(movement.amount),
  };
}
