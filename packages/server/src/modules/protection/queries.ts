import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { ProtectionStop } from '../../domain/member.ts';
import { debitedBy } from '../../ledger/queries.ts';

/*
 * Reads of breaks and exclusions for other modules. The database enforces them in the statements that move money
 * (`refuse_protected_transfer`, `refuse_protected_order`, `hold_excess`); what is read here refuses earlier.
 */

/** The break, the exclusion and the account of the held balance of each member who has ever set something. */
export const memberProtection = sql`(
  select member_id, break_until, excluded_at, exclusion_until, exclusion_ends_at, held_account from protection)`;

/** Whether a member has a limit. */
export const hasLimits = (memberId: RawBuilder<unknown>) => sql`
  exists (select from protection_limit where member_id = ${memberId})`;

/** Whether a member has limits whose last change or review was before a moment. */
export const hasOldLimits = (memberId: RawBuilder<unknown>, since: Date) => sql`(
  ${hasLimits(memberId)}
    and (select made_at from protection_change
        where member_id = ${memberId} and what in ('limit', 'ask', 'confirm', 'review') order by id desc limit 1)
      < ${since.toISOString()}::timestamptz)`;

/** Columns of {@link memberProtection}, as milliseconds since 1970. */
interface StoredStops {
  break_until: number | null;
  excluded_at: number | null;
  exclusion_until: number | null;
  exclusion_ends_at: number | null;
}

/**
 * Returns the break or exclusion that holds at a moment; undefined where none holds. `untilMs` of an exclusion is when
 * its end can be asked for, null for good; `endMs` is null until then. The SQL function is `protection_stop`.
 */
export function stopAt(
  row: StoredStops,
  nowMs: number,
): { code: ProtectionStop; untilMs: number | null; endMs: number | null } | undefined {
  const isExcluded =
    row.excluded_at !== null && (row.exclusion_ends_at === null || row.exclusion_ends_at > nowMs);
  if (isExcluded) {
    const endMs = row.exclusion_ends_at;
    return { code: 'EXCLUDED', untilMs: endMs ?? row.exclusion_until, endMs };
  }
  if (row.break_until === null || row.break_until <= nowMs) return undefined;
  return { code: 'ON_BREAK', untilMs: row.break_until, endMs: row.break_until };
}

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
