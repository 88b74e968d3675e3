import { randomBytes } from 'node:crypto';
import { migrate } from '@krapao/server/database/migrate';
import { openDatabase } from '@krapao/server/database/open';
import pg from 'pg';

/** A part's own database. */
export interface BenchDatabase {
  url: string;
  /** Runs one statement on its own connection. */
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** Drops the database and closes its open connections. */
  drop(): Promise<void>;
}

/** Returns the address of another database on the same server. */
export function siblingUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on its own connection. */
export async function query<T extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database with the product's schema. */
export async function createMigrated(serverUrl: string): Promise<BenchDatabase> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await query(serverUrl, `create database ${name}`);
  const database = databaseAt(serverUrl, name);
  await applyMigrations(database.url);
  return database;
}

/** Returns an existing database. */
export function databaseAt(serverUrl: string, name: string): BenchDatabase {
  const url = siblingUrl(serverUrl, name);
  return {
    url,
    query: (sql, values) => query(url, sql, values),
    drop: async () => {
      await query(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Migrates a database to the product's schema. */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  const opened = await openDatabase({ databaseUrl, databasePool: 2, dataDir: '' });
  await migrate(opened);
  await opened.close();
}

/** Flushes earlier writes to disk, so that no other measure pays for them. */
export async function flushDisk(serverUrl: string): Promise<void> {
  await query(serverUrl, 'checkpoint');
}

/**
 * Reads every table and index of a database once. A freshly started server has nothing in memory, unlike one
 * in use. @returns false where the server lacks `pg_prewarm` (one of its own extensions)
 */
export async function readAll(databaseUrl: string): Promise<boolean> {
  const known = await query(databaseUrl, "select from pg_available_extensions where name = 'pg_prewarm'");
  if (known.length === 0) return false;
  await query(databaseUrl, 'create extension if not exists pg_prewarm');
  await query(
    databaseUrl,
    `select pg_prewarm(oid, 'read') from pg_class
      where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`,
  );
  return true;
}
