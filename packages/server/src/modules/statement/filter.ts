import { CURRENCIES, MAX_MINOR, type Minor } from '@krapao/contract/money';
import type { StatementFilter } from '@krapao/contract/statement';
import { readAmountMinor } from '@krapao/contract/typed-amount';
import { withPlainDigits } from '@krapao/contract/typed-digits';
import type { MovementStatus } from '@krapao/contract/wallet';
import { sql, type RawBuilder } from 'kysely';
import { kindsOfType } from '../../ledger/kinds/registry.ts';
import type { TransferState } from '../../ledger/types.ts';

const STATES: Readonly<Record<MovementStatus, TransferState>> = {
  SUCCESS: 'posted',
  FAILED: 'voided',
  PENDING: 'pending',
};

/** Minimum length of a searched reference. Shorter parts match half of all movements. */
const REFERENCE_MIN = 4;

/** Returns whether the filter leaves anything out. */
export const isFiltered = (filter: StatementFilter): boolean =>
  Object.values(filter).some((wanted) => wanted !== undefined && wanted !== '');

/** Returns the SQL condition for a transfer `t`. */
export function conditionOf(filter: StatementFilter): RawBuilder<unknown> {
  const { statementType, status, since, until, search } = filter;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (statementType) parts.push(sql`t.kind = any (${sql.val(kindsOfType(statementType))}::text[])`);
  if (status) parts.push(sql`t.state = ${STATES[status]}`);
  if (since) parts.push(sql`t.created_at >= ${startOf(since)}`);
  if (until) parts.push(sql`t.created_at < ${startOf(until)}::timestamptz + interval '1 day'`);
  if (search) parts.push(found(search));
  return sql.join(parts, sql` and `);
}

/** Bangkok and Vientiane are at UTC+7 all year. */
const startOf = (day: string): string => `${day}T00:00:00+07:00`;

/** Matches a number as an amount and as a part of a reference. Text that can be neither matches nothing. */
function found(search: string): RawBuilder<unknown> {
  const ways: RawBuilder<unknown>[] = [sql`false`];
  const amount = amountOf(search);
  if (amount !== null) ways.push(sql`t.amount = ${String(amount)}::bigint`);
  const text = withPlainDigits(search).normalize('NFKC');
  if (text.length >= REFERENCE_MIN) {
    const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    ways.push(sql`t.id::text like ${pattern}`, sql`lower(t.detail ->> 'reference') like ${pattern}`);
  }
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Parses an amount such as `1,000`, `฿20.50`, `๑,๐๐๐` or `-300`; null when it is not one. */
function amountOf(search: string): Minor | null {
  // Statements show amounts with a sign, before or after the currency symbol.
  const unsigned = search.trim().replace(/^([฿₭]?)\s*[+\-\u2212]/u, '$1');
  const [amount = null] = CURRENCIES.map((currency) => readAmountMinor(unsigned, currency)).filter(
    (read) => read !== null,
  );
  return amount === null || amount > MAX_MINOR ? null : amount;
}
