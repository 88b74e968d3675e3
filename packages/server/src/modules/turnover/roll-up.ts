import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { bonusTerms } from '../bonus/queries.ts';
import { DAY_MS } from '../../kernel/durations.ts';

/** Entries summed per transaction. Reports wait for it. */
const BATCH = 2_000;

/**
 * Sums old play by member, provider, category and day, and sums for each bonus the play that counts for it.
 * Then it deletes the entries. The audit proves from these sums the same as from the entries.
 */
export class TurnoverRollUp {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #keepDays: number;

  constructor(parts: { database: Database; clock: Clock; keepDays: number }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#keepDays = parts.keepDays;
  }

  /**
   * Sums one batch. A lock serializes it with the reports of all processes.
   * @returns true when there is more
   */
  rollUp(): Promise<boolean> {
    const before = new Date(this.#clock.now().getTime() - this.#keepDays * DAY_MS);
    return this.#database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('turnover', 0))`.execute(tx);
      await sql`update turnover_horizon set rolled_before = greatest(rolled_before, ${before})`.execute(tx);
      const { rows } = await sql<{ rolled: number }>`
        with old as (
          delete from turnover_entry where ctid = any (array(
            select ctid from turnover_entry where at < ${before} limit ${BATCH}))
            returning provider, member_id, category, turnover, win_loss, at
        ), days as (
          insert into turnover_day as d (provider, member_id, category, day, entries, turnover, win_loss)
            select provider, member_id, category, (at at time zone 'Asia/Bangkok')::date, count(*), sum(turnover),
                sum(win_loss)
              from old group by 1, 2, 3, 4
            on conflict (member_id, day, provider, category) do update set
              entries = d.entries + excluded.entries,
              turnover = d.turnover + excluded.turnover,
              win_loss = d.win_loss + excluded.win_loss
        ), counted as (
          insert into turnover_counted as c (bonus_id, counted)
            select b.id, sum(e.turnover * coalesce((b.terms -> 'games' ->> e.category)::bigint, 0) / 100)
              from old e join ${bonusTerms} b
                on b.member_id = e.member_id and e.at >= b.activated_at and e.at < b.expires_at
              group by b.id
            on conflict (bonus_id) do update set counted = c.counted + excluded.counted
        )
        select count(*)::int as rolled from old`.execute(tx);
      return (rows[0]?.rolled ?? 0) >= BATCH;
    });
  }
}
