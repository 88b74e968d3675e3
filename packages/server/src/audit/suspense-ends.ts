import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Checks deposits in suspense that no member gets: each that is said to be returned or kept left suspense once and
 * whole, and none left so without a person who said it.
 */
export function suspenseEndCheck(database: Database): Check {
  const name = 'deposits returned or kept';
  return {
    name,
    run: async () => {
      const { rows } = await sql<{ subject: string; message: string }>`
        ${unsound} union all ${unrecorded}`.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  };
}

const moved = sql`(
  select t.amount, t.credit_account, t.detail ->> 'origin' as origin,
      case t.kind when 'suspense_keep' then 'kept' else 'returned' end as how
    from ledger_transfer t where t.kind in ('suspense_return', 'suspense_keep'))`;

const unsound = sql`
  select e.deposit_id::text as subject, format('is said to be %s, and the books differ', e.how) as message
    from suspense_end e
    left join ledger_transfer d on d.id = e.deposit_id and d.kind = 'deposit'
    left join ${moved} m on m.origin = e.deposit_id::text and m.how = e.how
    where (m.amount = d.amount and (m.how = 'kept' or m.credit_account = d.debit_account)) is not true`;

const unrecorded = sql`
  select m.origin, format('%s was %s from suspense, and no person is on record for it', m.amount, m.how)
    from ${moved} m
    where not exists (select from suspense_end e where e.deposit_id::text = m.origin and e.how = m.how)`;
