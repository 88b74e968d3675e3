import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { ProtectionStop } from '../../domain/member.ts';
import { debitedBy } from '../../ledger/queries.ts';

/*
 * Reads of breaks and exclusions for other modules. The database enforces them in the statements that move money
 * (`refuse_transfer`, `refuse_protected_order`, `hold_excess`); what is read here refuses earlier.
 */

/**
 * The break, the exclusion, the account of the held balance and the chosen minutes between reality checks, of each
 * member who has ever set something.
 */
export const memberProtection = sql`(
  select member_id, break_until, excluded_at, exclusion_until, exclusion_ends_at, held_account, reality_minutes
    from protection)`;

/** The break or the exclusion that holds at a moment, and until when: one row for each member who is stopped. */
export const memberStops = (now: Date) => sql`(
  select p.member_id, s.code,
      case s.code when 'EXCLUDED' then coalesce(p.exclusion_ends_at, p.exclusion_until) else p.break_until end as until,
      case s.code when 'EXCLUDED' then p.exclusion_ends_at end as ends_at
    from protection p cross join lateral (select protection_stop(p, ${now}) as code) s
    where s.code is not null)`;

/** Whether a member has a limit. */
export const hasLimits = (memberId: RawBuilder<unknown>) => sql<boolean>`
  exists (select from protection_limit where member_id = ${memberId})`;

/** When a member's limits were last changed, or reviewed by the member. */
export const limitsSeenAt = (memberId: RawBuilder<unknown>) => sql<Date | null>`(
  select made_at from protection_change
    where member_id = ${memberId} and what in ('limit', 'ask', 'confirm', 'review') order by id desc limit 1)`;

/** Columns of {@link memberProtection}, as milliseconds since 1970. */
interface StoredStops {
  break_until: number | null;
  excluded_at: number | null;
  exclusion_until: number | null;
  exclusion_ends_at: number | null;
}

/** Returns what stops a member at a moment; undefined where nothing does. The SQL function is `protection_stop`. */
export function stopAt(row: StoredStops, nowMs: number): ProtectionStop | undefined {
  const endsAt = dateOf(row.exclusion_ends_at);
  if (row.excluded_at !== null && (endsAt === null || endsAt.getTime() > nowMs)) {
    return { code: 'EXCLUDED', until: endsAt ?? dateOf(row.exclusion_until), endsAt };
  }
  const breakEnd = dateOf(row.break_until);
  if (breakEnd === null || breakEnd.getTime() <= nowMs) return undefined;
  return { code: 'ON_BREAK', until: breakEnd, endsAt: breakEnd };
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Returns whether the member debited by a transfer is on a break or excluded. */
export async function isPayerStopped(queries: Queries, transferId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from protection p
      where p.wallet_account = ${debitedBy(transferId)} and protection_stop(p, ${now}) is not null`.execute(
    queries,
  );
  return rows.length > 0;
}

/** What a new registration says about its person. */
export interface RegisteredPerson {
  phone: string;
  bankCode: string;
  bankAccountNo: string;
  /** Name of the person and of the bank account's holder; empty where names are not compared. */
  names: readonly string[];
}

/** How a bank account is written in `exclusion_mark`. */
export const bankMark = (bankCode: string, bankAccountNo: string): string => `${bankCode} ${bankAccountNo}`;

/** Returns whether a registration names a person who is excluded now. */
export async function isExcludedPerson(
  queries: Queries,
  { phone, bankCode, bankAccountNo, names }: RegisteredPerson,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from exclusion_mark m join protection p on p.member_id = m.member_id
      where protection_stop(p, ${now}) = 'EXCLUDED'
        and (m.kind = 'phone' and m.value = ${phone}
          or m.kind = 'bank' and m.value = ${bankMark(bankCode, bankAccountNo)}
          or m.kind = 'name' and m.value in (select person_key(n) from unnest(${sql.val([...names])}::text[]) n))
      limit 1`.execute(queries);
  return rows.length > 0;
}
