import type { Currency } from '@krapao/contract/money';
import { visibleText } from '@krapao/contract/visible-text';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../http/member.ts';
import type { AccountId } from '../../ledger/types.ts';

/** A session with its member, as stored; a member who is gone leaves `id` null. Times are milliseconds since 1970. */
export interface FoundSession {
  session_id: bigint;
  /** Older than the member's password. */
  is_stale: boolean;
  last_seen_at: number;
  expires_at: number;
  id: string | null;
  username: string;
  name: string;
  source_code: string;
  invite_code: string;
  bank_code: string;
  bank_account_name: string;
  bank_account_no: string;
  currency: Currency;
  coin: number;
  created_at: number;
  wallet_account: AccountId;
  password_changed_at: number;
  bank_changed_at: number | null;
  is_disabled: boolean;
}

/**
 * Milliseconds, as a date has them: a number is read many times faster than a date's text. Of what a double holds of the
 * seconds, whole microseconds are exact.
 */
const msOf = (column: string): RawBuilder<number> =>
  sql<number>`floor(round(date_part('epoch', ${sql.ref(column)}) * 1000000) / 1000)`;

/** What is to be asked about members in the statement that finds their sessions. */
export interface Beside<R> {
  /** Columns by names that a {@link FoundSession} has not, each after a comma. */
  columns: RawBuilder<R>;
  /** Joins to `member m`, each to one row at most, and none that leaves a session out. */
  joins: RawBuilder<unknown>;
}

const NOTHING: Beside<never> = { columns: sql``, joins: sql`` };

/**
 * The sessions that tokens belong to, as they are now, in one round trip: requests that arrive together are let in
 * together, and nothing is remembered that another process may have ended.
 * @param hashes of the tokens
 * @returns in their order; undefined for a token that is none
 */
export async function findSessions<R extends object>(
  database: Database,
  hashes: readonly Buffer[],
  { columns, joins }: Beside<R> = NOTHING,
): Promise<((FoundSession & R) | undefined)[]> {
  // Stale is told by the database, to its full precision: a Date has milliseconds only.
  const rows = await database.prepared(sql<FoundSession & R & { no: number }>`
    select h.no::int, s.id as session_id, s.authenticated_at < m.password_changed_at as is_stale,
        ${msOf('s.last_seen_at')} as last_seen_at, ${msOf('s.expires_at')} as expires_at, m.id, m.username, m.name, m.source_code, m.invite_code, m.bank_code, m.bank_account_name,
        m.bank_account_no, m.currency, m.coin, ${msOf('m.created_at')} as created_at, m.wallet_account,
        ${msOf('m.password_changed_at')} as password_changed_at, ${msOf('m.bank_changed_at')} as bank_changed_at,
        m.disabled_at is not null as is_disabled ${columns}
      from unnest(${sql.val(hashes.map((hash) => hash.toString('hex')))}::text[]) with ordinality as h (token_hash, no)
      join session s on s.token_hash = decode(h.token_hash, 'hex')
      left join member m on m.id = s.member_id ${joins}`);
  const found: ((FoundSession & R) | undefined)[] = hashes.map(() => undefined);
  for (const row of rows) found[row.no - 1] = row;
  return found;
}

/** @param id of the member, who is there */
export function toMember(id: string, row: FoundSession): Member {
  return {
    id,
    sessionId: row.session_id,
    username: row.username,
    // Names from before they were normalised at the door are shown like the others.
    name: visibleText(row.name) || row.username,
    sourceCode: row.source_code,
    inviteCode: row.invite_code,
    bankCode: row.bank_code,
    bankAccountName: visibleText(row.bank_account_name),
    bankAccountNo: row.bank_account_no,
    currency: row.currency,
    coin: row.coin,
    createdAt: new Date(row.created_at),
    passwordChangedAt: new Date(row.password_changed_at),
    bankChangedAt: row.bank_changed_at === null ? null : new Date(row.bank_changed_at),
    walletAccount: row.wallet_account,
  };
}
