import { minor, type Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { toEpochMs } from '../../lib/dates.ts';
import { minorOf } from '../../lib/money.ts';

type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];

/**
 * Returns deposits that reached the wallet at or after a moment (epoch ms by the server's clock) and are not
 * in `told`.
 */
export function newDeposits(
  items: readonly StatementItem[],
  sinceMs: number,
  told: ReadonlySet<string>,
): StatementItem[] {
  return items.filter(
    (item) =>
      item.statementType === 'deposit' &&
      item.status === 'SUCCESS' &&
      !told.has(item._id) &&
      (toEpochMs(item.createdAt) ?? 0) >= sinceMs,
  );
}

/** Returns the held part of deposits in minor units. */
export function heldOf(items: readonly StatementItem[]): Minor {
  return items.reduce((sum, { held = 0 }) => minor(sum + minorOf(held)), minor(0n));
}

/** Returns the sum of deposits in minor units. */
export function sumOf(items: readonly StatementItem[]): Minor {
  return items.reduce((sum, item) => minor(sum + minorOf(item.amount)), minor(0n));
}
