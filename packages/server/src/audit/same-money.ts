import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Checks deposits that staff marked as duplicates: the money left suspense once and whole, to the account it
 * came from, and the matching deposit exists, is not it in turn, and has what the bank told of the first one, at
 * the same account and of the same amount.
 */
export function sameMoneyCheck(database: Database): Check {
  const name = 'money told of twice';
  return {
    name,
    run: async () => {
      const { rows } = await sql<{ subject: string; message: string }>`
        with recursive followed (deposit_id, id) as (
          select deposit_id, credit_id from same_money
          union
          select f.deposit_id, s.credit_id from followed f join same_money s on s.deposit_id = f.id
        ), held as (
          select deposit_id, id from followed f where not exists (select from same_money s where s.deposit_id = f.id)
        )
        ${unsound} union all ${unrecorded}`.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  };
}

const unsound = sql`
  select s.deposit_id::text as subject,
      format('is said to be the same money as %s: %s', s.credit_id, case
        when d.id is null or c.id is null then 'one of them is not in the books'
        when b.id is null then 'it has not gone back'
        when d.amount <> c.amount or b.amount <> d.amount then 'the amounts differ'
        when d.debit_account <> c.debit_account or b.credit_account <> d.debit_account then 'the accounts differ'
        when h.id is null then 'each is said to be the other'
        else 'the credit has not the reference of the statement' end) as message
    from same_money s
    left join ledger_transfer d on d.id = s.deposit_id and d.kind = 'deposit'
    left join ledger_transfer c on c.id = s.credit_id and c.kind = 'deposit'
    left join ledger_transfer b on b.kind = 'suspense_back'
      and b.detail ->> 'origin' = s.deposit_id::text and b.detail ->> 'same' = s.credit_id::text
    left join held h on h.deposit_id = s.deposit_id
    left join incoming_transfer i on i.id = h.id
    where (d.amount = c.amount and b.amount = d.amount and d.debit_account = c.debit_account
      and b.credit_account = d.debit_account and h.id is not null
      and (i.statement_ref = d.detail ->> 'reference' or exists (
        select from statement_entry e
          where e.transfer_id = h.id and (e.bank_ref = d.detail ->> 'reference'
            or starts_with(d.detail ->> 'reference', e.booked_on || '/'))))) is not true`;

const unrecorded = sql`
  select b.id::text, format('%s went back from suspense, and nobody said why', b.amount)
    from ledger_transfer b
    where b.kind = 'suspense_back' and not exists (
      select from same_money s where s.deposit_id::text = b.detail ->> 'origin')`;
