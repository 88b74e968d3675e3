import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Share } from '../profile.ts';
import { query } from './databases.ts';

const LOOK_EVERY_MS = 20;
const LISTED = 15;

/** The databases of the bench, without the yardstick's. */
const MEASURED = `datname like 'bench%' and datname not like 'bench_tpcb%'`;

/** Database activity while a part was measured. */
export interface DatabaseProfile {
  /** Waits of busy connections, sampled fifty times a second; `CPU` when not waiting. */
  waits: Share[];
  /** Statements by total time; none where the server does not count them. */
  statements: { text: string; calls: number; meanMs: number; percent: number }[];
}

/** Samples the waits of connections, on its own connection. */
export class DatabaseWatch {
  readonly #url: string;
  readonly #seen = new Map<string, number>();
  #isOver = false;
  #watching: Promise<void>;

  private constructor(url: string) {
    this.#url = url;
    this.#watching = this.#watch();
  }

  static async start(postgresUrl: string): Promise<DatabaseWatch> {
    if (await countsStatements(postgresUrl)) {
      await query(postgresUrl, 'create extension if not exists pg_stat_statements');
      await query(postgresUrl, 'select pg_stat_statements_reset()');
    }
    return new DatabaseWatch(postgresUrl);
  }

  async end(): Promise<DatabaseProfile> {
    this.#isOver = true;
    await this.#watching;
    const all = [...this.#seen.values()].reduce((sum, count) => sum + count, 0);
    const waits = [...this.#seen]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, LISTED)
      .map(([where, count]) => ({ where, percent: Math.round((count * 1_000) / all) / 10 }));
    return { waits, statements: await this.#statements() };
  }

  async #watch(): Promise<void> {
    const client = new pg.Client(this.#url);
    await client.connect();
    while (!this.#isOver) {
      const { rows } = await client.query<{ what: string; count: string }>(
        `select coalesce(wait_event_type || ': ' || wait_event, 'CPU') as what, count(*) as count
          from pg_stat_activity where state = 'active' and ${MEASURED} group by 1`,
      );
      for (const { what, count } of rows) this.#seen.set(what, (this.#seen.get(what) ?? 0) + Number(count));
      await delay(LOOK_EVERY_MS);
    }
    await client.end();
  }

  async #statements(): Promise<DatabaseProfile['statements']> {
    if (!(await countsStatements(this.#url))) return [];
    return query(
      this.#url,
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 200) as text, calls::float as calls,
          round(mean_exec_time::numeric, 3)::float as "meanMs",
          round((100 * total_exec_time / sum(total_exec_time) over ())::numeric, 1)::float as percent
        from pg_stat_statements s left join pg_database on oid = dbid
        -- A part's database is gone by now.
        where (datname is null or ${MEASURED}) and toplevel order by total_exec_time desc limit ${LISTED}`,
    );
  }
}

/** Returns whether the server was started with the statement counter. */
async function countsStatements(postgresUrl: string): Promise<boolean> {
  const [row] = await query<{ libraries: string }>(
    postgresUrl,
    `select current_setting('shared_preload_libraries') as libraries`,
  );
  return row?.libraries.includes('pg_stat_statements') ?? false;
}
