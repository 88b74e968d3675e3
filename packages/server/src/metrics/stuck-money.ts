import { sql } from 'kysely';
import type { Database } from '../database/open.ts';

/** Cap on counted rows: a scrape must stay cheap in any situation. */
const COUNTED_AT_MOST = 10_000;

/** Waiting items: their number, and the age of the oldest. */
export interface Waiting {
  count: number;
  oldestSeconds: number;
}

/** Signs of stuck money. Amounts are in baht or kip, for graphs and alarms only. */
export interface StuckMoney {
  /** Pending transfers, by kind. */
  pending: (Waiting & { kind: string; amount: number })[];
  /** Payouts in progress that nothing on our side holds back, by age. */
  payouts: { age: string; count: number }[];
  payoutsWaiting: Waiting;
  /** Payouts not yet sent to the bank, by what holds them back. */
  payoutsHeld: (Waiting & { by: 'freeze' | 'stop' | 'delay' | 'review' })[];
  /** Incoming payments without a member, by currency. */
  suspense: { currency: string; amount: number }[];
  suspenseDeposits: Waiting;
  /** Transfers under manual review. */
  manualReview: Waiting;
  /** Entries of feeds and reports that staff have not handled. */
  rejected: Waiting;
  slips: Waiting;
  gifts: Waiting;
  secondLegs: Waiting;
  /** Messages that the support desk has not received. */
  outbox: Waiting;
  outages: { provider: string; seconds: number }[];
  audit: { wrong: number; attention: number; sinceRunSeconds: number; sinceCleanSeconds: number } | undefined;
  /** Seconds for which each staff switch has been stopped; 0 if it is open. */
  switches: { control: string; stoppedSeconds: number }[];
  /** Age of the newest backup's data; undefined without any backup. */
  backupSeconds: number | undefined;
}

interface Row {
  figures: StuckMoney;
}

const isHouseSuspense = sql`code in ('house:suspense:BAHT', 'house:suspense:LAK')`;

const waiting = (from: ReturnType<typeof sql>) => sql`(select json_build_object(
    'count', count(*), 'oldestSeconds', coalesce(extract(epoch from now() - min(at)), 0)
  ) from (${from} limit ${COUNTED_AT_MOST}) as w (at))`;

/** Pending payouts, each with the reason for which we hold it back; null if it waits for the bank. */
const payout = sql`
    select p.at, case
        when d.orders > 0 then null
        when m.disabled_at is not null then 'freeze'
        when c.stopped then 'stop'
        when (p.detail ->> 'notBefore')::timestamptz > now() then 'delay'
        when r.state in ('waiting', 'held') then 'review'
      end as held_by
      from pending p
      join control c on c.name = 'payouts'
      left join payout_decision d on d.transfer_id = p.id
      left join payout_review r on r.transfer_id = p.id
      left join member m on m.wallet_account = p.debit_account
      where p.kind = 'withdraw'`;

/**
 * Reads everything that waits, once. Each part uses an index over open rows only and stops at
 * {@link COUNTED_AT_MOST} rows.
 */
export async function lookAtStuckMoney(database: Database): Promise<StuckMoney> {
  const { rows } = await sql<Row>`
    with pending as materialized (
      select id, kind, amount, detail, debit_account, created_at as at from ledger_transfer where state = 'pending'
        order by created_at limit ${COUNTED_AT_MOST}
    ),
    payout as materialized (${payout})
    select json_build_object(
      'pending', coalesce((select json_agg(p) from (
        select kind, count(*)::int as count, (sum(amount) / 100.0)::float8 as amount,
               extract(epoch from now() - min(at))::float8 as "oldestSeconds" from pending group by kind
      ) p), '[]'),
      'payouts', (select json_agg(a) from (
        select age, (select count(*)::int from payout
            where held_by is null and now() - at >= from_age and now() - at < to_age) as count
          from (values ('under 5 minutes', interval '0', interval '5 minutes'),
                       ('5 to 60 minutes', interval '5 minutes', interval '1 hour'),
                       ('1 to 24 hours', interval '1 hour', interval '1 day'),
                       ('over a day', interval '1 day', interval '1000 years')) as ages (age, from_age, to_age)
      ) a),
      'payoutsWaiting', ${waiting(sql`select at from payout where held_by is null`)},
      'payoutsHeld', (select json_agg(h) from (
        select by, count(at)::int as count, coalesce(extract(epoch from now() - min(at)), 0)::float8 as "oldestSeconds"
          from (values ('freeze'), ('stop'), ('delay'), ('review')) as reasons (by) left join payout on held_by = by group by by
      ) h),
      'suspense', coalesce((select json_agg(s) from (
        select currency, (balance / 100.0)::float8 as amount from ledger_account where ${isHouseSuspense}
      ) s), '[]'),
      'suspenseDeposits', ${waiting(sql`select created_at from suspense_open order by created_at`)},
      'manualReview', ${waiting(sql`
        select r.at from (
          select transfer_id, unclear_at as at from balance_claim where unclear_at is not null
          union all
          select transfer_id, created_at from manual_review
        ) r join ledger_transfer t on t.id = r.transfer_id where t.state = 'pending'`)},
      'rejected', ${waiting(sql`select created_at from rejected_entry where closed_at is null`)},
      'slips', ${waiting(sql`select created_at from slip where state = 'processing'`)},
      'gifts', ${waiting(sql`select created_at from gift_link where state in ('redeeming', 'manual_review')`)},
      'secondLegs', ${waiting(sql`select created_at from onward_transfer where not done`)},
      'outbox', ${waiting(sql`
        select created_at from chat_message where sender = 'customer' and handed_on_at is null`)},
      'outages', coalesce((select json_agg(o) from (
        select provider, extract(epoch from now() - since)::float8 as seconds from provider_outage
      ) o), '[]'),
      'audit', (select json_build_object(
          'wrong', wrong, 'attention', attention,
          'sinceRunSeconds', extract(epoch from now() - finished_at),
          'sinceCleanSeconds', extract(epoch from now() - coalesce(
            (select max(finished_at) from audit_run where wrong = 0),
            (select min(started_at) from audit_run))))
        from audit_run where finished_at is not null order by finished_at desc limit 1),
      'switches', (select json_agg(c) from (
        select name as control,
               case when stopped then extract(epoch from now() - changed_at)::float8 else 0 end as "stoppedSeconds"
          from control
      ) c),
      'backupSeconds', (select extract(epoch from now() - max(taken_at)) from backup_run)
    ) as figures`.execute(database.queries);
  const [row] = rows;
  if (!row) throw new Error('a look at stuck money answered nothing');
  const { figures } = row;
  return {
    ...figures,
    audit: figures.audit ?? undefined,
    backupSeconds: figures.backupSeconds ?? undefined,
  };
}
