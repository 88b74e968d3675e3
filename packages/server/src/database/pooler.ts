import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { SettingsError } from '../kernel/settings.ts';
import { createPool } from './postgres-pool.ts';

/** Other clients of a pooler can hide its behaviour, so the check is repeated. */
const LOOKS = 3;
/** Behind a pooler with one connection, one of our two clients waits for the other. */
const WAIT_MS = 2_000;

/**
 * Refuses an address of a pooler that may switch connections between transactions, such as PgBouncer in
 * transaction mode. Prepared statements, LISTEN and session settings are lost there, and most calls would
 * fail.
 * @throws SettingsError
 */
export async function assertSessionsAreKept(databaseUrl: string): Promise<void> {
  const pool = createPool({ connectionString: databaseUrl, max: 2 });
  try {
    const client = await pool.connect();
    try {
      const pid = await backendPid(client);
      // PostgreSQL names the process that answers. A pooler invents a number.
      if (pid === (client as unknown as { processID: number }).processID) return;
      for (let look = 0; look < LOOKS; look += 1) {
        if (await moves(client, { pid, pool })) throw new SettingsError(REFUSAL);
      }
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

const REFUSAL =
  'DATABASE_URL: leads to a pooler that gives every transaction another connection, such as PgBouncer in transaction ' +
  'mode; use its session mode, or the address of PostgreSQL itself';

/**
 * Begins a transaction on a second client. Returns whether another process then answers the first client, or
 * the first client has to wait.
 */
async function moves(client: pg.PoolClient, { pid, pool }: { pid: number; pool: pg.Pool }): Promise<boolean> {
  const other = await pool.connect();
  try {
    const hasBegun = await Promise.race([other.query('begin').then(() => true), waited(false)]);
    // The second client waits for the first, which is in no transaction: the first keeps its connection.
    if (!hasBegun) return false;
    const asked = backendPid(client);
    asked.catch(() => {});
    return (await Promise.race([asked, waited(undefined)])) !== pid;
  } finally {
    other.release(true);
  }
}

const waited = <T>(value: T): Promise<T> => delay(WAIT_MS, value, { ref: false });

async function backendPid(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
