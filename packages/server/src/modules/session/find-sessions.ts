import type { Currency } from '@krapao/contract/money';
import { visibleText } from '@krapao/contract/visible-text';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import type { CallerColumns, MemberQuery } from '../../http/authenticate.ts';
import type { AccountId } from '../../ledger/types.ts';
import { sessionMembers } from '../account/queries.ts';
import { memberProtection, stopAt } from '../protection/queries.ts';

/**
 * A stored session with its member. `id` is null when the member is gone. Times are milliseconds since 1970.
 */
export interface FoundSession {
  session_id: bigint;
  /** True when the session is older than the member's password. */
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
  factors_removed_at: number | null;
  is_disabled: boolean;
  break_until: number | null;
  excluded_at: number | null;
  exclusion_until: number | null;
  exclusion_ends_at: number | null;
  is_new_device: boolean;
  proved_at: number | null;
}

/**
 * Milliseconds, the precision of a Date. Parsing a number is many times faster than parsing a date's text. A
 * double holds the seconds exactly to whole microseconds.
 */
const msOf = (column: string): RawBuilder<number> =>
  sql<number>`floor(round(date_part('epoch', ${sql.ref(column)}) * 1000000) / 1000)`;

/** Columns of the statement of {@link findSessions}. */
const CALLER: CallerColumns = {
  id: sql.ref('s.member_id'),
  walletAccount: sql.ref('m.wallet_account'),
  protection: sql.ref('p'),
};

/**
 * Reads the current sessions of tokens in one round trip. Requests that arrive together are authenticated
 * together. Sessions are not cached, since another process may have ended one.
 * @param hashes of the tokens
 * @param query about the members, whose row is added to the session's
 * @returns in the order of the hashes; undefined for an unknown token
 */
export async function findSessions<D extends object>(
  database: Database,
  hashes: readonly Buffer[],
  query?: MemberQuery<D>,
): Promise<((FoundSession & D) | undefined)[]> {
  const data = query && (await query(CALLER));
  // The database computes staleness to its full precision. A Date has milliseconds only.
  const rows = await database.prepared(sql<FoundSession & D & { no: number }>`
    select ${data ? sql`data.*, ` : sql``}h.no::int, s.id as session_id, s.authenticated_at < m.password_changed_at as is_stale,
        ${msOf('s.last_seen_at')} as last_seen_at, ${msOf('s.expires_at')} as expires_at, m.id, m.username, m.name, m.source_code, m.invite_code, m.bank_code, m.bank_account_name,
        m.bank_account_no, m.currency, m.coin, ${msOf('m.created_at')} as created_at, m.wallet_account,
        ${msOf('m.password_changed_at')} as password_changed_at, ${msOf('m.bank_changed_at')} as bank_changed_at,
        ${msOf('m.factors_removed_at')} as factors_removed_at,
        m.disabled_at is not null as is_disabled, ${msOf('p.break_until')} as break_until,
        ${msOf('p.excluded_at')} as excluded_at, ${msOf('p.exclusion_until')} as exclusion_until,
        ${msOf('p.exclusion_ends_at')} as exclusion_ends_at,
        s.is_new_device, ${msOf('s.proved_at')} as proved_at
      from unnest(${sql.val(hashes.map((hash) => hash.toString('hex')))}::text[]) with ordinality as h (token_hash, no)
      -- The limit keeps PostgreSQL from reading the whole of a table with some thousand sessions for a few tokens.
      cross join lateral (select * from session where token_hash = decode(h.token_hash, 'hex') limit 1) s
      left join ${sessionMembers} m on m.id = s.member_id
      left join ${memberProtection} p on p.member_id = m.id
      ${data ? sql`left join lateral (${data}) data on true` : sql``}`);
  const found: ((FoundSession & D) | undefined)[] = hashes.map(() => undefined);
  for (const row of rows) found[row.no - 1] = row;
  return found;
}

/**
 * @param id of the member, who must exist
 * @param nowMs the time of the request
 */
export function toMember(id: string, row: FoundSession, nowMs: number): Member {
  return {
    id,
    sessionId: row.session_id,
    username: row.username,
    // Names stored before input was normalised are normalised on display.
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
    factorsRemovedAt: row.factors_removed_at === null ? null : new Date(row.factors_removed_at),
    walletAccount: row.wallet_account,
    stop: stopAt(row, nowMs),
    proof: {
      isNewDevice: row.is_new_device,
      at: row.proved_at === null ? null : new Date(row.proved_at),
    },
  };
}
