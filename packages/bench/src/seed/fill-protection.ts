import type { Connection } from './connection.ts';

/** One member in so many has set something; of these one third each is on a break, excluded, or coming back. */
const EVERY = 5;
/** Changes of the member with the most. */
const CHANGES = 100_000;

/** Returns statements that stop members, half of them at times that are over. */
const statementsOf = (members: number): string[] => [
  `create table stopping as
    select m.id, m.wallet_account, m.currency, substr(m.id, 6)::int / ${EVERY} as n,
        now() + (substr(m.id, 6)::int - ${Math.floor(members / 2)}) * interval '1 minute' as at
      from member m where substr(m.id, 6)::int % ${EVERY} = 0`,
  `insert into ledger_account (code, currency, house, barred)
    select 'held:' || id, currency, false, '{withdraw,game_in,finish_bonus,adjustment}' from stopping`,
  `insert into protection (member_id, wallet_account, held_account, break_at, break_until, excluded_at, exclusion_until,
      exclusion_ends_at)
    select s.id, s.wallet_account, h.id, case n % 3 when 0 then at - interval '3 days' end,
        case n % 3 when 0 then at end, case when n % 3 > 0 then at - interval '6 months' end,
        case when n % 3 > 0 then at end, case n % 3 when 2 then at end
      from stopping s join ledger_account h on h.code = 'held:' || s.id`,
  `insert into protection_limit (member_id, kind, period, amount, set_at)
    select id, 'deposit', 'day', 100000, at from stopping`,
  `insert into protection_change (member_id, made_at, what, detail)
    select id, at - interval '6 months', case n % 3 when 0 then 'break' else 'exclusion' end,
        jsonb_build_object('hours', 72, 'months', 6, 'until', at)
      from stopping`,
  'drop table stopping',
];

/** Adds limits, breaks and exclusions of members, and one history that is long. */
export async function fillProtection(connection: Connection, members: number): Promise<void> {
  for (const statement of statementsOf(members)) await connection.query(statement);
  await connection.query(
    `insert into protection_change (member_id, made_at, what, detail)
      select (select max(member_id) from protection), now() - n * interval '1 second', 'reality_check', '{"minutes": 60}'
        from generate_series(1, ${CHANGES}) n`,
  );
}
