import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type Database } from '../database/open.ts';

/** A fresh, migrated PGlite database, in memory. */
export async function pgliteDatabase(): Promise<Database> {
  const database = await openDatabase({ databaseUrl: undefined, databasePool: 2, dataDir: 'memory://' });
  await migrate(database);
  return database;
}

/** A fresh, empty database on the tests' PostgreSQL server: its address. */
export async function postgresUrl(): Promise<string> {
  const base = process.env['TEST_DATABASE_URL'];
  if (!base) throw new Error('TEST_DATABASE_URL is not set; the test run sets it');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
}

/** A fresh, migrated database on the tests' PostgreSQL server. */
export async function postgresDatabase(): Promise<Database> {
  const database = await openDatabase({ databaseUrl: await postgresUrl(), databasePool: 10, dataDir: '' });
  await migrate(database);
  return database;
}
