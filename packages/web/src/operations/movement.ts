import { toWire, ZERO } from '@krapao/contract/money';
import type { MovementStatus } from '@krapao/contract/wallet';
import { ApiError } from '../lib/api-error.ts';
import { parseTyped } from '../lib/money.ts';
import type { Resolution } from './operation.ts';

interface Movement {
  _id: string;
  status: MovementStatus;
}

/** Reads the status of a movement. */
export function readMovement({ _id, status }: Movement): Resolution {
  if (status === 'PENDING') return { kind: 'pending' };
  if (status === 'FAILED') return { kind: 'refused', error: new ApiError('TRANSFER_FAIL', 409), ended: _id };
  return { kind: 'done', ended: _id };
}

/** Reads the status of a movement that was looked up. */
export const readFound = (found: Movement | undefined): Resolution | undefined =>
  found && readMovement(found);

/** Converts the decimal text of an intent's amount to the amount on the wire. */
export const wireOf = (decimal: string): number => toWire(parseTyped(decimal) ?? ZERO);
