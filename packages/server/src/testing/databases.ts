import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { emptyImage, migratedImage } from './pglite-images.ts';
import { CREATE_CLOCK, SEARCH_PATH } from './moved-time.ts';
import { schemaHash } from './schema-hash.ts';

/** Tests share a machine and make hundreds of calls at once. */
const BUSY_MS = 20_000;

const IN_MEMORY = { databaseUrl: undefined, databasePool: 2, dataDir: 'memory://' };

/** Creates a new, migrated PGlite database in memory. */
export async function pgliteDatabase(): Promise<Database> {
  return openDatabase({ ...IN_MEMORY, pgliteImage: await migratedImage() });
}

/** Creates a new PGlite database in memory, without tables. */
export async function emptyPgliteDatabase(): Promise<Database> {
  return openDatabase({ ...IN_MEMORY, pgliteImage: await emptyImage() });
}

/** Creates a new, migrated PGlite database in a data folder. */
export async function pgliteDatabaseIn(dataDir: string): Promise<Database> {
  return openDatabase({ ...IN_MEMORY, dataDir, pgliteImage: await migratedImage() });
}

/** An arbitrary lock number: processes that create the template at the same time wait for the first one. */
const TEMPLATE_LOCK = 7_215_834;

/** Creates a new, empty database on the tests' PostgreSQL server. Returns its address. */
export function postgresUrl(): Promise<string> {
  return createDatabase(undefined);
}

/** Creates a new, migrated database on the tests' PostgreSQL server. Returns its address. */
export async function migratedPostgresUrl(): Promise<string> {
  return createDatabase(await templateName());
}

/** Creates a new, migrated database on the tests' PostgreSQL server, for several servers of a test. */
export async function sharedPostgres(): Promise<{ databaseUrl: string; open: () => Promise<Database> }> {
  const databaseUrl = await migratedPostgresUrl();
  return {
    databaseUrl,
    open: () => openDatabase({ databaseUrl, databasePool: 10, databaseWaitMs: BUSY_MS, dataDir: '' }),
  };
}

/** Opens a new, migrated database on the tests' PostgreSQL server. */
export async function postgresDatabase(): Promise<Database> {
  return (await sharedPostgres()).open();
}

async function createDatabase(template: string | undefined): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying the files takes a fraction of the time that copying block by block through the log does.
  const source = template ? ` template ${template} strategy file_copy` : '';
  await asAdministrator(async (client) => {
    await client.query(`create database ${name}${source}`);
    if (template) await client.query(`alter database ${name} set search_path = ${SEARCH_PATH}`);
  });
  return urlOf(name);
}

/** Returns the migrated template database, made once per run: copying is many times faster than migrating. */
async function templateName(): Promise<string> {
  const name = `template_${schemaHash()}`;
  await asAdministrator(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // It has another name until it is complete, so that no test copies half of it.
    await client.query(`drop database if exists ${name}_draft`);
    await client.query(`create database ${name}_draft`);
    await client.query(`alter database ${name}_draft set search_path = ${SEARCH_PATH}`);
    const draft = await openDatabase({ databaseUrl: urlOf(`${name}_draft`), databasePool: 2, dataDir: '' });
    await sql.raw(CREATE_CLOCK).execute(draft.queries);
    await migrate(draft);
    await draft.close();
    await client.query(`alter database ${name}_draft rename to ${name}`);
  });
  return name;
}

async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: baseUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(baseUrl());
  url.pathname = name;
  return url.href;
}

function baseUrl(): string {
  const base = process.env['TEST_DATABASE_URL'];
  if (!base) throw new Error('TEST_DATABASE_URL is not set; the test run sets it');
  return base;
}
