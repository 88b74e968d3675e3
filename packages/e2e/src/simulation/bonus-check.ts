import type { Database } from '../support/database.ts';

/** Maximum difference between the clocks of the ledger and the games' reports. */
const BLUR_SECONDS = 3;
/** Remainders too small to be moved, which stay in the two games. */
const NOT_HOME_SATANG = 200;

/**
 * Compares the costs of bonuses that ended before their conditions were met with the credit at that time.
 * Credit is all money that ever came in, less money out, plus wins and losses by then, in any game, reachable
 * or not.
 * @returns a line for each that cost too little
 */
export async function compareBonuses(database: Database): Promise<string[]> {
  const rows = await database.query(
    `with ended as (
        select b.*, m.wallet_account as wallet, (b.terms ->> 'percentFail')::bigint as percent,
            ((b.terms ->> 'endsBelow')::numeric * 100)::bigint as ends_below,
            b.ended_at - make_interval(secs => $1) as earliest, b.ended_at + make_interval(secs => $1) as latest
          from user_bonus b join member m on m.id = b.member_id
          where b.state in ('failed', 'cancelled') and b.turnover_done < b.turnover_needed
      ), judged as (
        select e.*, e.own_money + coalesce(own.since, 0) as own, credit.least as credit
          from ended e
          cross join lateral (
            select sum(t.amount) as since from ledger_transfer t
              where t.credit_account = e.wallet and t.credit_no > e.position and t.state = 'posted'
                and t.created_at <= e.latest and t.kind in ('deposit', 'suspense_out', 'bonus')
          ) own
          cross join lateral (
            select sum(amount) filter (where at <= e.earliest or amount < 0) as least from (
              select created_at as at, amount from ledger_transfer
                where credit_account = e.wallet and state = 'posted' and kind in ('deposit', 'suspense_out', 'bonus')
              union all
              select created_at, -amount from ledger_transfer
                where debit_account = e.wallet and state <> 'voided' and kind in ('withdraw', 'finish_bonus')
                  and id is distinct from e.cost_id
              union all
              select at, win_loss from turnover_entry where member_id = e.member_id
            ) moved where at <= e.latest
          ) credit
      )
      select id, code, state, cost, credit, own from judged
        where credit > ends_below and cost < floor((credit - own) * percent / 100) - $2`,
    [BLUR_SECONDS, NOT_HOME_SATANG],
  );
  return rows.map(
    ({ id, code, state, cost, credit, own }) =>
      `bonus ${String(id)} (${String(code)}) ${String(state)} at a cost of ${String(cost)} with ${String(credit)} satang of credit, ${String(own)} of it the member's own`,
  );
}
