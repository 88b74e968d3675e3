import type { Currency, Minor } from '@krapao/contract/money';
import type { QueueName } from '@krapao/contract/staff/today';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database/open.ts';

/** One currency's part of a queue; a queue without money has no currency. */
interface QueueRow {
  name: QueueName;
  currency: Currency | null;
  count: number;
  sum: Minor;
  oldestAt: Date | null;
}

/** Who looks: of the proposals they see their own, those that they may decide, or all. */
interface Looker {
  id: string;
  permissions: readonly string[];
}

/** Rows of each queue: currency, amount, time. */
const queuesFor = (
  { id, permissions }: Looker,
  now: Date,
): Readonly<Record<QueueName, RawBuilder<unknown>>> => ({
  payouts: sql`
    select a.currency, t.amount, r.created_at from payout_review r
      join ledger_transfer t on t.id = r.transfer_id
      join ledger_account a on a.id = t.debit_account
      where r.state in ('waiting', 'held') and t.state = 'pending'
        and not exists (select from payout_decision d where d.transfer_id = r.transfer_id)`,
  approvals: sql`
    select null::text, 0::bigint, created_at from approval
      where decided_at is null and expires_at > ${now}
        and (permission = any (${sql.val([...permissions])}::text[]) or maker = ${id}
          or ${permissions.includes('approvals.read')}::boolean)`,
  suspense: sql`
    select a.currency, t.amount, t.created_at from suspense_open o
      join ledger_transfer t on t.id = o.deposit_id
      join ledger_account a on a.id = t.credit_account
      where a.house`,
  review: sql`
    select a.currency, t.amount, t.created_at
      from (select transfer_id from manual_review
        union select transfer_id from balance_claim where unclear_at is not null) r
      join ledger_transfer t on t.id = r.transfer_id
      join ledger_account a on a.id = t.debit_account
      where t.state = 'pending'`,
  slips: sql`select null::text, 0::bigint, created_at from slip where state = 'processing'`,
  gifts: sql`select null::text, 0::bigint, created_at from gift_link where state = 'manual_review'`,
  rejected: sql`select null::text, 0::bigint, created_at from rejected_entry where closed_at is null`,
});

/**
 * Reads count, sums and age of the queues. Each has its own statement: PostgreSQL compiles one that it expects to be
 * long, which takes longer than to read them.
 */
export async function readQueues(
  queries: Queries,
  names: readonly QueueName[],
  looker: Looker,
  now: Date,
): Promise<QueueRow[]> {
  const parts = queuesFor(looker, now);
  const found: QueueRow[] = [];
  // One after the other: Today is read often, and takes one connection of the pool for it.
  for (const name of names) {
    const { rows } = await sql<QueueRow>`
      select ${name}::text as name, q.currency, count(*)::int as count, sum(q.amount)::bigint as sum, min(q.at) as "oldestAt"
        from (${parts[name]}) q (currency, amount, at) group by q.currency`.execute(queries);
    found.push(...rows);
  }
  return found;
}

/** Money and registrations of a span of time, in one currency. */
export interface SpanRow {
  currency: Currency;
  deposits: Minor;
  payouts: Minor;
  registrations: number;
}

/** Reads what came and went from one time to another. */
export async function readSpan(queries: Queries, from: Date, to: Date): Promise<SpanRow[]> {
  const { rows } = await sql<SpanRow>`
    with summed as (
      -- By the operator's account, of which there are few: no member's account is looked up.
      select t.kind, case t.kind when 'deposit' then t.debit_account else t.credit_account end as account,
          sum(t.amount) as amount
        from ledger_transfer t
        where t.created_at >= ${from} and t.created_at < ${to} and t.state = 'posted' and t.kind in ('deposit', 'withdraw')
        group by 1, 2
    ), found as (
      -- A look-up each: PostgreSQL expects many accounts, and would read all of them for a join.
      select (select a.currency from ledger_account a where a.id = s.account) as currency,
          case s.kind when 'deposit' then s.amount else 0 end as deposits,
          case s.kind when 'withdraw' then s.amount else 0 end as payouts, 0::bigint as registrations
        from summed s
      union all
      select currency, 0, 0, count(*) from member
        where created_at >= ${from} and created_at < ${to} group by currency
    )
    select currency, sum(deposits)::bigint as deposits, sum(payouts)::bigint as payouts,
        sum(registrations)::int as registrations
      from found group by currency order by currency`.execute(queries);
  return rows;
}

/** Parts that are down or switched off. */
export async function readDown(queries: Queries): Promise<{ kind: 'provider' | 'switch'; name: string }[]> {
  const { rows } = await sql<{ kind: 'provider' | 'switch'; name: string }>`
    select 'switch' as kind, name from control where stopped
    union all
    select 'provider', provider from provider_outage
    order by 1, 2`.execute(queries);
  return rows;
}
