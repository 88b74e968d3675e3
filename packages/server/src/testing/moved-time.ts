import { sql } from 'kysely';
import type { Database } from '../database/open.ts';

/** Comes before the functions of PostgreSQL, so that `now()` means the one of tests. */
export const SEARCH_PATH = 'public, test_time, pg_catalog';

/**
 * Lays the clock into an empty database, before its migrations: so that the defaults of columns use it, too. They need
 * {@link SEARCH_PATH}.
 */
export const CREATE_CLOCK = `
  create schema test_time;
  create table test_time.clock (ahead interval not null);
  insert into test_time.clock values ('0');
  create function test_time.now() returns timestamptz language plpgsql stable as
    $$ begin return pg_catalog.now() + (select ahead from test_time.clock); end $$;
  create function test_time.clock_timestamp() returns timestamptz language plpgsql volatile as
    $$ begin return pg_catalog.clock_timestamp() + (select ahead from test_time.clock); end $$`;

const RealDate = Date;
let aheadMs = 0;

/** The `Date` of the process, so that a server, its counterparties and a test have one time. */
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [movedNow()] : given, newTarget) as object,
  get: (target, name, receiver) =>
    name === 'now' ? movedNow : (Reflect.get(target, name, receiver) as unknown),
});

function movedNow(): number {
  return RealDate.now() + aheadMs;
}

const databases = new Set<Database>();

/** Has a database tell the time of the process until the returned function is called. */
export async function followTime(database: Database): Promise<() => void> {
  databases.add(database);
  // PGlite begins its one session with a path of its own.
  await sql.raw(`set search_path = ${SEARCH_PATH}`).execute(database.queries);
  await tell(database);
  return () => {
    databases.delete(database);
    // The next test begins in its own time.
    if (databases.size === 0) aheadMs = 0;
  };
}

/** Returns to the time of the machine, whatever time a test has left behind. */
export function forgetMovedTime(): void {
  databases.clear();
  aheadMs = 0;
}

/** Moves the time of the process and of its databases forward. It goes on by itself, too. */
export async function moveTime(ms: number): Promise<void> {
  aheadMs += ms;
  await Promise.all([...databases].map(tell));
}

async function tell(database: Database): Promise<void> {
  const ahead = `${aheadMs} milliseconds`;
  await sql`update test_time.clock set ahead = ${ahead}::interval`.execute(database.queries);
}
