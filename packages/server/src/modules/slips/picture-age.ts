import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasSuspendedDeposit } from '../../ledger/queries.ts';
import { awaitsStatement } from '../incoming/queries.ts';
import { DAY_MS } from '../../kernel/durations.ts';

/** Pictures per transaction. */
const BATCH = 200;
/** Pause before the picture of an open slip is checked again. */
const OPEN_PAUSE_DAYS = 7;

/**
 * A slip is open in three cases: while it is processed; while the bank's statement has not reported its
 * transfer, at an account with a statement; and, when it failed and staff must investigate, while a deposit
 * of those days is in suspense. An account without a statement has only slips, so its credits do not wait for
 * one.
 */
const isOpen = sql`
  s.state = 'processing'
  or s.state = 'success' and ${awaitsStatement(sql`s.sending_bank`, sql`s.reference`)}
  or s.state = 'failed' and s.note = 'UNKNOW_ERROR' and ${hasSuspendedDeposit(
    sql`s.created_at - interval '2 days'`,
    sql`s.created_at + interval '2 days'`,
  )}`;

/**
 * Removes pictures of slips after a number of days. The slip, its reference and its credit stay, so the same
 * slip is never credited again.
 */
export class SlipPictureAge {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #keepDays: number;

  /**
   * @param parts `keepDays` is the number of days to keep a picture; the picture of an open slip is kept
   *   longer
   */
  constructor(parts: { database: Database; clock: Clock; keepDays: number }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#keepDays = parts.keepDays;
  }

  /** Removes one batch, oldest first. Several processes may do so at once. @returns true when there is more */
  async sweep(): Promise<boolean> {
    const before = new Date(this.#clock.now().getTime() - this.#keepDays * DAY_MS);
    const lookAgain = new Date(before.getTime() + OPEN_PAUSE_DAYS * DAY_MS);
    const { rows } = await sql<{ looked: number }>`
      with old as materialized (
        select slip_id from slip_image where kept_from < ${before}
          order by kept_from limit ${BATCH} for update skip locked
      ), open as materialized (
        select s.id from old join slip s on s.id = old.slip_id where ${isOpen}
      ), postponed as (
        update slip_image set kept_from = ${lookAgain} where slip_id in (select id from open)
      ), removed as (
        delete from slip_image where slip_id in (select slip_id from old except select id from open)
      )
      select count(*)::int as looked from old`.execute(this.#database.queries);
    return (rows[0]?.looked ?? 0) >= BATCH;
  }
}
