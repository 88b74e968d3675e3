import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Clock } from '../kernel/clock.ts';

/** Tables whose rows carry the time at which the database decides about them. */
const TIMED = ['ledger_transfer', 'qr_order', 'gift_link', 'spin_draw'] as const;

/** One clock for a server and its database: new movements and orders carry its time. */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  #now: Date;

  private constructor(database: Database, now: Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Has a database of the test's own tell the time of a clock. It stands still until it is set. */
  static async install(database: Database, now = new Date()): Promise<DatabaseClock> {
    const { queries } = database;
    await sql`create table test_clock (at timestamptz not null)`.execute(queries);
    await sql`insert into test_clock (at) values (${now})`.execute(queries);
    await sql`create function test_now() returns timestamptz language sql stable
      as 'select at from test_clock'`.execute(queries);
    for (const table of TIMED) {
      await sql`alter table ${sql.table(table)} alter column created_at set default test_now()`.execute(
        queries,
      );
    }
    return new DatabaseClock(database, now);
  }

  now(): Date {
    return this.#now;
  }

  async set(now: Date): Promise<void> {
    this.#now = now;
    await sql`update test_clock set at = ${now}`.execute(this.#database.queries);
  }

  forward(ms: number): Promise<void> {
    return this.set(new Date(this.#now.getTime() + ms));
  }
}
