import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Room } from '../../kernel/lane-worker.ts';

/** An order that is due for a status check at its gateway. */
export interface DueOrder {
  id: string;
  provider: string;
}

/** Times of the status checks after an order's end. */
const LOOKS_AFTER_END = ['1 minute', '15 minutes', '2 hours', '1 day'] as const;

/** Age of an order after which an unanswered status check is not repeated. */
const GIVEN_UP_AFTER = '7 days';

const looksAfterEnd = sql`unnest(${sql.val([...LOOKS_AFTER_END])}::interval[])`;

/** End of an order: its cancellation, failure or expiry. */
const end = sql`least(o.expires_at, coalesce(o.ended_at, o.expires_at))`;

/**
 * Schedules status checks of orders whose callback may be lost. A payable order is checked soon, then at
 * growing intervals. An ended order is checked a fixed number of times ({@link LOOKS_AFTER_END}) at growing
 * intervals, since a payment may be late and its callback lost. Callbacks are accepted at any time.
 */
export class OrderLooks {
  readonly #database: Database;
  readonly #leaseMs: number;

  constructor(parts: {
    database: Database;
    /** Lease of an order during its status check. */
    leaseMs: number;
  }) {
    this.#database = parts.database;
    this.#leaseMs = parts.leaseMs;
  }

  /** Claims the orders that have been due for longest, at most `room` of each gateway. */
  async take(rooms: readonly Room[]): Promise<DueOrder[]> {
    const { rows } = await sql<DueOrder>`
      with due as materialized (
        select d.id
          from unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
            ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (provider, room)
          cross join lateral (
            select o.id from qr_order o
              where o.provider = r.provider and o.look_at is not null and o.look_at <= now()
              order by o.look_at limit r.room
              for update of o skip locked
          ) d
      )
      update qr_order o set look_at = now() + ${this.#leaseMs} * interval '1 millisecond'
        from due where o.id = due.id returning o.id, o.provider`.execute(this.#database.queries);
    return rows;
  }

  /** Schedules the next status check of an order after an answer of its gateway; none after the last. */
  async answered(id: string): Promise<void> {
    await sql`
      update qr_order o set look_at = case
          when o.state = 'paid' then null
          when ${end} > now()
            then least(now() + greatest(interval '10 seconds', (now() - o.created_at) / 2), ${end} + interval '1 minute')
          else (select min(${end} + after) from ${looksAfterEnd} as after where ${end} + after > now())
        end
        where o.id = ${id}`.execute(this.#database.queries);
  }

  /**
   * Schedules another status check of an order without an answer of its gateway. The missing answer does not
   * count as a check.
   * @returns whether the order was given up
   */
  async unanswered(id: string): Promise<boolean> {
    const { rows } = await sql<{ given_up: boolean }>`
      update qr_order o set look_at = case
          when o.state <> 'paid' and o.created_at > now() - ${GIVEN_UP_AFTER}::interval
            then now() + greatest(interval '10 seconds', (now() - o.created_at) / 2)
        end
        where o.id = ${id} returning o.state <> 'paid' and look_at is null as given_up`.execute(
      this.#database.queries,
    );
    return rows[0]?.given_up ?? false;
  }
}
