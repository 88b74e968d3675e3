import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Checks deposits in suspense that no member gets: each that is said to be returned, kept or a payout's return left
 * suspense once and whole, none left so without a person who said it, and a payout's return is one whose member had the
 * money again, once.
 */
export function suspenseEndCheck(database: Database): Check {
  const name = 'deposits returned or kept';
  return {
    name,
    run: async () => {
      const { rows } = await sql<{ subject: string; message: string }>`
        ${unsound} union all ${unrecorded} union all ${notGivenBack}`.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  };
}

const moved = sql`(
  select t.amount, t.credit_account, t.detail ->> 'origin' as origin,
      case t.kind when 'suspense_keep' then array['kept'] else array['returned', 'payout'] end as hows
    from ledger_transfer t where t.kind in ('suspense_return', 'suspense_keep'))`;

const unsound = sql`
  select e.deposit_id::text as subject, format('is said to be %s, and the books differ', e.how) as message
    from suspense_end e
    left join ledger_transfer d on d.id = e.deposit_id and d.kind = 'deposit'
    left join ${moved} m on m.origin = e.deposit_id::text and e.how = any (m.hows)
    where (m.amount = d.amount and (e.how = 'kept' or m.credit_account = d.debit_account)) is not true`;

const unrecorded = sql`
  select m.origin, format('%s was %s from suspense, and no person is on record for it', m.amount, m.hows[1])
    from ${moved} m
    where not exists (select from suspense_end e where e.deposit_id::text = m.origin and e.how = any (m.hows))`;

const notGivenBack = sql`
  select e.deposit_id::text, 'is said to be the return of a payout, and no member has the money again by it alone'
    from suspense_end e
    left join ledger_transfer d on d.id = e.deposit_id
    left join returned_payout r on r.deposit_id = e.deposit_id and r.confirmed
    left join ledger_transfer p on p.id = r.payout_id and p.kind = 'withdraw' and p.state = 'voided'
    where e.how = 'payout' and (p.amount is distinct from d.amount
      or exists (
        select from returned_payout o join suspense_end x on x.deposit_id = o.deposit_id and x.how = 'payout'
          where o.payout_id = r.payout_id and o.deposit_id <> r.deposit_id))`;
