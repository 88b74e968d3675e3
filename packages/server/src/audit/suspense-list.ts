import { sql } from 'kysely';
import { hasNotLeftSuspense } from '../database/suspense.ts';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Compares the list of deposits in suspense, from which staff work, with the books: a deposit that is missing there
 * would never be assigned.
 */
export function suspenseListCheck(database: Database): Check {
  const name = 'deposits in suspense are listed';
  return {
    name,
    run: async () => {
      const { rows } = await sql<{ subject: string; message: string }>`
        ${unlisted} union all ${listedInVain}`.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  };
}

const unlisted = sql`
  select t.id::text as subject, 'is in suspense, and staff do not see it' as message
    from ledger_transfer t
    where t.kind = 'deposit' and t.detail ? 'unmatched' and ${hasNotLeftSuspense}
      and not exists (select from suspense_open o where o.deposit_id = t.id)`;

const listedInVain = sql`
  select o.deposit_id::text, 'is listed for staff, and is not in suspense'
    from suspense_open o
    where not exists (
      select from ledger_transfer t
        where t.id = o.deposit_id and t.kind = 'deposit' and t.detail ? 'unmatched' and ${hasNotLeftSuspense})`;
