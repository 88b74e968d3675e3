import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { ProtectionStop } from '../../domain/member.ts';
import { debitedBy } from '../../ledger/queries.ts';

/*
 * Reads of breaks and exclusions for other modules. The database enforces them in the statements that move money
 * (`refuse_protected_transfer`, `refuse_protected_order`, `hold_excess`); what is read here refuses earlier.
 */

/** The break and the exclusion of each member who has ever had one. */
export const memberStops = sql`(select member_id, break_until, excluded_at, exclusion_ends_at from protection)`;

/** Columns of {@link memberStops}, as milliseconds since 1970. */
interface StoredStops {
  break_until: number | null;
  excluded_at: number | null;
  exclusion_ends_at: number | null;
}

/** Returns what stops a member at a moment; undefined where nothing does. The SQL function is `protection_stop`. */
export function stopAt(row: StoredStops, nowMs: number): ProtectionStop | undefined {
  const isExcluded =
    row.excluded_at !== null && (row.exclusion_ends_at === null || row.exclusion_ends_at > nowMs);
  if (isExcluded) return 'EXCLUDED';
  return row.break_until !== null && row.break_until > nowMs ? 'ON_BREAK' : undefined;
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
