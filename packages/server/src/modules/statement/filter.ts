import { CURRENCIES, MAX_MINOR, type Minor } from '@krapao/contract/money';
import type { StatementFilter, StatementType } from '@krapao/contract/statement';
import { readAmountMinor } from '@krapao/contract/typed-amount';
import { withPlainDigits } from '@krapao/contract/typed-digits';
import type { MovementStatus } from '@krapao/contract/wallet';
import { sql, type RawBuilder } from 'kysely';
import type { TransferKind, TransferState } from '../../ledger/types.ts';

/** The ledger's kinds that the statement calls by one name. */
const KINDS: Readonly<Record<StatementType, readonly TransferKind[]>> = {
  deposit: ['deposit', 'suspense_out'],
  withdraw: ['withdraw'],
  transfer: ['game_in', 'game_out'],
  bonus: ['bonus'],
  finish_bonus: ['finish_bonus'],
};

const STATES: Readonly<Record<MovementStatus, TransferState>> = {
  SUCCESS: 'posted',
  FAILED: 'voided',
  PENDING: 'pending',
};

/** Shorter parts of a reference would be found in half of all movements. */
const REFERENCE_MIN = 4;

/** Whether anything is left out at all. */
export const isFiltered = (filter: StatementFilter): boolean =>
  Object.values(filter).some((wanted) => wanted !== undefined && wanted !== '');

/** The condition a transfer `t` has to meet. */
export function conditionOf(filter: StatementFilter): RawBuilder<unknown> {
  const { statementType, status, since, until, search } = filter;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (statementType) parts.push(sql`t.kind = any (${sql.val([...KINDS[statementType]])}::text[])`);
  if (status) parts.push(sql`t.state = ${STATES[status]}`);
  if (since) parts.push(sql`t.created_at >= ${startOf(since)}`);
  if (until) parts.push(sql`t.created_at < ${startOf(until)}::timestamptz + interval '1 day'`);
  if (search) parts.push(found(search));
  return sql.join(parts, sql` and `);
}

/** Bangkok and Vientiane keep UTC+7 all year. */
const startOf = (day: string): string => `${day}T00:00:00+07:00`;

/** A number may be an amount as well as a part of a reference; what can be neither finds nothing. */
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

/** The amount a person means by `1,000`, `฿20.50`, `๑,๐๐๐` or `-300`; null when it is none. */
function amountOf(search: string): Minor | null {
  // A statement has its amounts with a sign, before or behind that of the currency.
  const unsigned = search.trim().replace(/^([฿₭]?)\s*[+\-\u2212]/u, '$1');
  const [amount = null] = CURRENCIES.map((currency) => readAmountMinor(unsigned, currency)).filter(
    (read) => read !== null,
  );
  return amount === null || amount > MAX_MINOR ? null : amount;
}
