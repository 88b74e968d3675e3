import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Checks statement files against the books: each entry that was taken is there and is one transfer, no transfer is there
 * without a source, and no payment was credited by two sources that tell of the same days. Deposits that a person decided
 * about, from suspense, are theirs to answer for.
 */
export function statementDayCheck(database: Database, since: Date): Check {
  const name = 'statement days';
  return {
    name,
    run: async () => {
      const { rows } = await sql<{ subject: string; message: string }>`
        with credited as (${credited(since)})
        ${lostEntries(since)} union all ${otherMoney} union all ${twoInOne} union all ${ofNoSource(since)}
        union all ${bySourcesApart} union all ${byFilesApart}`.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  };
}

/** Transfers of the period and those around it, with their owner and what told of them. */
const credited = (since: Date) => sql`
  select i.id, i.account_no, i.amount, i.created_at >= ${since} as is_due,
      i.statement_ref is not null as is_fed, i.slip_ref is not null as has_slip, i.transferred_at,
      (i.transferred_at at time zone 'Asia/Bangkok')::date as day, t.credit_account as owner,
      t.credit_no is null as is_decided_by_person
    from incoming_transfer i join ledger_transfer t on t.id = i.id
    where i.created_at >= ${since}::timestamptz - interval '7 days'`;

/** Files count what they booked; their entries must be there. */
const lostEntries = (since: Date) => sql`
  select f.digest as subject, format('the file %s booked %s entries, and %s are known', f.name, f.taken, count(e.place)) as message
    from statement_file f left join statement_entry e on e.digest = f.digest
    where f.keeps_entries and f.read_at >= ${since}
    -- Entries that were put aside may have been taken in since.
    group by f.digest having count(e.place) not between f.taken and f.taken + f.aside`;

const otherMoney = sql`
  select c.id::text, format('a statement tells of %s minor units at %s, and %s at %s are in the books',
      e.amount, e.account_no, c.amount, c.account_no)
    from credited c join statement_entry e on e.transfer_id = c.id
    where c.is_due and (e.amount, e.account_no) is distinct from (c.amount, c.account_no)`;

const twoInOne = sql`
  select c.id::text, format('one statement tells of it %s times: as many payments are credited as one', count(*))
    from credited c join statement_entry e on e.transfer_id = c.id
    where e.statement > 0
    group by c.id, e.digest, e.statement having count(*) > 1`;

const ofNoSource = (since: Date) => sql`
  select i.id::text, format('%s minor units were credited, and neither feed, file nor slip told of them', i.amount)
    from incoming_transfer i
    where i.created_at >= ${since} and i.statement_ref is null and i.slip_ref is null
      and not exists (select from statement_entry e where e.transfer_id = i.id)`;

const bySourcesApart = sql`
  select one.id::text, format('was told by a statement file alone, and %s by %s alone: one payment of %s may be credited twice',
      other.id, case when other.is_fed then 'the feed' else 'a slip' end, one.amount)
    from credited one
    join statement_entry e on e.transfer_id = one.id
    join credited other on other.account_no = one.account_no and other.amount = one.amount
      and other.owner = one.owner and other.id <> one.id
      and other.day between least(e.booked_on, e.value_on) - 4 and greatest(e.booked_on, e.value_on) + 4
    where (one.is_due or other.is_due) and e.statement > 0 and not one.is_fed and not one.has_slip
      and not one.is_decided_by_person and not other.is_decided_by_person
      and not exists (select from statement_entry x where x.transfer_id = other.id)`;

const byFilesApart = sql`
  select b.transfer_id::text, format('an entry of one statement, and %s of another, are alike: one payment of %s may be credited twice',
      a.transfer_id, a.amount)
    from statement_entry a
    join statement_entry b on b.account_no = a.account_no and b.amount = a.amount and b.format = a.format
      and b.booked_on = a.booked_on and b.value_on = a.value_on and b.text = a.text
      and b.booked_at is not distinct from a.booked_at and b.bank_ref is not distinct from a.bank_ref
      and (b.from_bank, b.from_account, b.from_name) = (a.from_bank, a.from_account, a.from_name)
      and b.transfer_id > a.transfer_id and (b.digest, b.statement) <> (a.digest, a.statement)
    join credited one on one.id = a.transfer_id
    join credited other on other.id = b.transfer_id
    -- A person decides about the others.
    join ledger_transfer t on t.id in (one.id, other.id) and t.detail ->> 'maybe' is null
      and not exists (select from returned_payout r where r.deposit_id = t.id)
    where (one.is_due or other.is_due) and a.statement > 0 and b.statement > 0
      -- Feed and slips tell of payments one by one: two that they know are two.
      and not ((one.is_fed or one.has_slip) and (other.is_fed or other.has_slip))
      and not exists (
        select from statement_entry x join statement_entry y on y.digest = x.digest and y.statement = x.statement
          where x.transfer_id = a.transfer_id and y.transfer_id = b.transfer_id)
    group by a.transfer_id, b.transfer_id, a.amount having count(distinct t.id) = 2`;
