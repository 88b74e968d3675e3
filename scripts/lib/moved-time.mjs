/** Time that a test moves: that of a process and that of a database. It goes on by itself, too. */

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

/** Moves the clock of a database by its one parameter, milliseconds ahead of the machine's. */
export const SET_CLOCK = `update test_time.clock set ahead = $1 * interval '1 millisecond'`;

/**
 * Replaces the `Date` of the process by one that can be moved.
 * @returns sets by how many milliseconds it is ahead of the machine's
 */
export function replaceDate(aheadMs = 0) {
  const RealDate = Date;
  let ahead = aheadMs;
  const now = () => RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  return (/** @type {number} */ ms) => {
    ahead = ms;
  };
}
