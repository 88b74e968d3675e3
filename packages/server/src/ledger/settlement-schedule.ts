import { sql } from 'kysely';
import type { Database, Tx } from '../database/open.ts';
import type { Room } from '../kernel/lane-worker.ts';
import { toTransferRow, type StoredTransfer } from './ledger.ts';
import type { AccountId, HeldKind, TransferRow } from './types.ts';

/** A pending transfer that is due for a status check. */
export interface DueTransfer extends TransferRow {
  isUnderReview: boolean;
  /** Number of status checks so far, this one included. */
  attempts: number;
  lane: string;
}

interface DueRow extends StoredTransfer {
  attempts: number;
  lane: string;
  isUnderReview: boolean;
}

/** Most rows that one statement adds to the schedule or drops from it. */
const MOST_AT_ONCE = 1_000;

/**
 * Lane suffix of payouts that the bank has accepted. They are checked apart from those not yet sent to it.
 */
const ACCEPTED = ':accepted';

/** The lane of a transfer: its kind, and its game provider if it has one. */
const laneOf = sql`t.kind || coalesce(':' || (t.detail ->> 'provider'), '')`;

/**
 * Schedules the next status check of each pending transfer, and its lane. All processes share it: one process
 * takes a row at a time and keeps it for the lease.
 */
export class SettlementSchedule {
  readonly #database: Database;
  readonly #kinds: readonly HeldKind[];
  readonly #graceMs: number;
  readonly #leaseMs: number;

  constructor(parts: { database: Database; kinds: readonly HeldKind[]; graceMs: number; leaseMs: number }) {
    this.#database = parts.database;
    this.#kinds = parts.kinds;
    this.#graceMs = parts.graceMs;
    this.#leaseMs = parts.leaseMs;
  }

  /**
   * Schedules pending transfers that have no row yet, due at once: those older than the grace time, and the
   * given ones of any age.
   */
  async enlist(ids: readonly string[]): Promise<void> {
    const isOpen = sql`t.state = 'pending' and t.kind = any (${sql.val(this.#kinds)}::text[])`;
    // Every process inserts in the same order, so that two processes never block each other.
    await sql`
      insert into settlement_attempt (transfer_id, attempts, next_at, lane)
        select t.id, 0, now(), ${laneOf} from ledger_transfer t
          where ${isOpen} and t.id = any (${sql.val(ids)}::uuid[] || array(
            select t.id from ledger_transfer t
              where ${isOpen} and t.created_at < now() - ${milliseconds(this.#graceMs)}
                and not exists (select from settlement_attempt a where a.transfer_id = t.id)
              order by t.created_at limit ${MOST_AT_ONCE}))
          order by t.id
        on conflict (transfer_id) do nothing`.execute(this.#database.queries);
  }

  /** Returns the lanes that have a due transfer. */
  async dueLanes(): Promise<string[]> {
    // Skips from one lane to the next by the index: it reads one row per lane, however many rows the lane
    // has.
    const { rows } = await sql<{ lane: string }>`
      with recursive known (lane) as (
        (select lane from settlement_attempt order by lane limit 1)
        union all
        select (select a.lane from settlement_attempt a where a.lane > k.lane order by a.lane limit 1)
          from known k where k.lane is not null
      )
      select lane from known k
        where exists (select from settlement_attempt a where a.lane = k.lane and a.next_at <= now())`.execute(
      this.#database.queries,
    );
    return rows.map(({ lane }) => lane);
  }

  /** Takes the transfers that are longest overdue, at most `room` per lane. */
  async take(rooms: readonly Room[]): Promise<DueTransfer[]> {
    const { rows } = await sql<DueRow>`
      with due as materialized (
        select d.transfer_id
          from unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
            ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (lane, room)
          cross join lateral (
            select a.transfer_id from settlement_attempt a
              where a.lane = r.lane and a.next_at <= now()
                and exists (select from ledger_transfer t where t.id = a.transfer_id and t.state = 'pending')
              order by a.next_at limit r.room
              for update of a skip locked
          ) d
      ), booked as (
        update settlement_attempt s set attempts = s.attempts + 1, next_at = now() + ${milliseconds(this.#leaseMs)}
          from due where s.transfer_id = due.transfer_id
          returning s.transfer_id, s.attempts, s.lane
      )
      select t.*, b.attempts, b.lane,
          exists (select from manual_review m where m.transfer_id = t.id) as "isUnderReview"
        from booked b join ledger_transfer t on t.id = b.transfer_id`.execute(this.#database.queries);
    return rows.map((row) => {
      const { attempts, lane, isUnderReview } = row;
      return { ...toTransferRow(row), attempts, lane, isUnderReview };
    });
  }

  /** Schedules the next status check, unless another process has taken the transfer since. */
  async postpone(
    { id, attempts }: DueTransfer,
    { nextAt, pauseMs, isAccepted }: { nextAt: Date | undefined; pauseMs: number; isAccepted: boolean },
  ): Promise<void> {
    await sql`
      update settlement_attempt a
        set next_at = coalesce(${nextAt ?? null}::timestamptz, now() + ${milliseconds(pauseMs)}),
            lane = ${laneOf} || ${isAccepted ? ACCEPTED : ''}
        from ledger_transfer t
        where t.id = a.transfer_id and a.transfer_id = ${id} and a.attempts = ${attempts}`.execute(
      this.#database.queries,
    );
  }

  /**
   * Puts a transfer under manual review and schedules a later check.
   * @returns false if it was under review already
   */
  async review(transfer: DueTransfer, reason: string, pauseMs: number): Promise<boolean> {
    const added = await this.#database.queries
      .insertInto('manual_review')
      .values({ transfer_id: transfer.id, reason })
      .onConflict((conflict) => conflict.doNothing())
      .returning('transfer_id')
      .executeTakeFirst();
    await this.postpone(transfer, { nextAt: undefined, pauseMs, isAccepted: false });
    return added !== undefined;
  }

  async drop(id: string): Promise<void> {
    await this.#database.queries.deleteFrom('settlement_attempt').where('transfer_id', '=', id).execute();
  }

  /** Drops rows of transfers that were settled elsewhere: by a callback or by the request itself. */
  async dropSettled(): Promise<void> {
    await sql`
      delete from settlement_attempt where transfer_id in (
        select a.transfer_id from settlement_attempt a join ledger_transfer t on t.id = a.transfer_id
          where t.state <> 'pending' and a.next_at < now() limit ${MOST_AT_ONCE})`.execute(
      this.#database.queries,
    );
  }
}

const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`;

/** Makes the status checks of pending transfers due at once: those of a kind, or those that debit an account. */
export async function checkPendingNow(
  tx: Tx,
  which: { kind: HeldKind } | { debit: AccountId },
): Promise<void> {
  const chosen = 'kind' in which ? sql`t.kind = ${which.kind}` : sql`t.debit_account = ${which.debit}`;
  await sql`update settlement_attempt a set next_at = now() from ledger_transfer t
    where t.id = a.transfer_id and t.state = 'pending' and a.next_at > now() and ${chosen}`.execute(tx);
}
