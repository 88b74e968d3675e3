import { randomBytes } from 'node:crypto';
import pg from 'pg';

interface MovedTime {
  SEARCH_PATH: string;
  CREATE_CLOCK: string;
  SET_CLOCK: string;
}

const movedTime = new URL('../../../../scripts/lib/moved-time.mjs', import.meta.url);
const { SEARCH_PATH, CREATE_CLOCK, SET_CLOCK } = (await import(movedTime.href)) as MovedTime;

/** A test's own PostgreSQL database. */
export interface Database {
  url: string;
  /** Runs one statement on its own connection. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Lays a clock that can be moved into the empty database; a restored one has that of its copy. */
  layClock(): Promise<void>;
  /** Sets how many milliseconds its clock is ahead of the machine's. */
  setAhead(ms: number): Promise<void>;
  /** Drops it and closes its open connections. */
  drop(): Promise<void>;
  /** Drops another database of this server and takes over its name and address. */
  takePlaceOf(other: Database): Promise<void>;
}

/**
 * Default database of the tests: PostgreSQL, which the test run starts anyway and which takes a fraction of
 * PGlite's time. `STACK_DATABASE=pglite` selects the default of `npm start`.
 */
export const stackDatabase = process.env.STACK_DATABASE === 'pglite' ? 'pglite' : 'postgres';

/**
 * Creates an empty database on a server: by default that of `TEST_DATABASE_URL`, which the test run provides.
 * @throws Error when the setting is missing
 */
export async function createDatabase(serverUrl = process.env.TEST_DATABASE_URL): Promise<Database> {
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set: run this through npm test or vitest');
  const name = `krapao_e2e_${randomBytes(6).toString('hex')}`;
  await query(serverUrl, `create database ${name}`);
  await query(serverUrl, `alter database ${name} set search_path = ${SEARCH_PATH}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (sql, values) => query(url.href, sql, values),
    layClock: async () => {
      await query(url.href, CREATE_CLOCK);
    },
    setAhead: async (ms) => {
      await query(url.href, SET_CLOCK, [ms]);
    },
    drop: async () => {
      await query(serverUrl, `drop database ${name} with (force)`);
    },
    takePlaceOf: async (other) => {
      await other.drop();
      await query(serverUrl, `alter database ${name} rename to ${new URL(other.url).pathname.slice(1)}`);
    },
  };
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, values);
    return rows;
  } finally {
    await client.end();
  }
}
