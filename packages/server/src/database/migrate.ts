import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CompiledQuery, sql } from 'kysely';
import { MigrationError } from './migration-error.ts';
import type { Database, Queries, Tx } from './open.ts';
import { applyFunctions, areFunctionsApplied, readFunctions, type FunctionFile } from './schema-functions.ts';
import { splitStatements } from './split-statements.ts';

interface MigrationFile {
  number: number;
  name: string;
  hash: string;
  text: string;
  /** Programs that do not know this migration can start and serve with it. */
  isExpanding: boolean;
}

/** First line of a file that only adds to the schema. */
const EXPAND = /^-- expand\b/;

/** The folders that a schema is made from. */
export interface SchemaFolders {
  migrations: string;
  /** Without them only migrations are applied. */
  functions?: string;
}

export const SCHEMA_FOLDERS = {
  migrations: fileURLToPath(new URL('../../migrations/', import.meta.url)),
  functions: fileURLToPath(new URL('../../sql/functions/', import.meta.url)),
};

/** An arbitrary, unused lock number: two processes that start together migrate one after the other. */
export const MIGRATION_LOCK = 7_312_001;

// A migration that waits for a table lock blocks all later queries. It is better to let them pass and retry.
const LOCK_WAIT_MS = 2_000;
const LOCK_PAUSE_MS = 1_000;
const LOCK_ATTEMPTS = 40;
/** Lock timeout, or a deadlock that this transaction lost. */
const LOCK_FAULTS = new Set(['55P03', '40P01']);

/** Returns whether this program's schema is applied; further migrations and later functions are fine. */
export async function isMigrated(
  database: Database,
  folders: SchemaFolders = SCHEMA_FOLDERS,
): Promise<boolean> {
  const { migrations, functions } = await readFolders(folders);
  const applied = await readApplied(database.queries);
  const hashes = new Map(applied.map(({ number, hash }) => [number, hash]));
  return (
    migrations.every(({ number, hash }) => hashes.get(number) === hash) &&
    (functions === undefined || (await areFunctionsApplied(database.queries, functions)))
  );
}

/**
 * Applies all new migration files, then all newer functions, in one transaction.
 * @returns the number of applied files
 * @throws MigrationError if an applied file was edited, if a migration is missing that did not only expand
 *   the schema, if the numbers have a gap, or if PostgreSQL refuses a function
 */
export async function migrate(database: Database, folders: SchemaFolders = SCHEMA_FOLDERS): Promise<number> {
  const files = await readFolders(folders);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(database, files);
    } catch (error) {
      if (!LOCK_FAULTS.has((error as { code?: string }).code ?? '')) throw error;
      if (attempt === LOCK_ATTEMPTS) {
        throw new MigrationError(
          'migration: a table stayed locked by somebody else; see who, and start again',
        );
      }
      await delay(LOCK_PAUSE_MS);
    }
  }
}

interface SchemaFiles {
  migrations: readonly MigrationFile[];
  functions: readonly FunctionFile[] | undefined;
}

async function readFolders({ migrations, functions }: SchemaFolders): Promise<SchemaFiles> {
  return {
    migrations: await readMigrations(migrations),
    functions: functions === undefined ? undefined : await readFunctions(functions),
  };
}

function migrateOnce(database: Database, { migrations, functions }: SchemaFiles): Promise<number> {
  return database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx);
    await createTables(tx);
    const applied = await readApplied(tx);
    for (const row of applied) {
      const file = migrations[row.number - 1];
      if (file && file.hash !== row.hash)
        throw new MigrationError(`migration ${row.name} was edited after it was applied`);
      if (!file && !row.isExpanding) {
        throw new MigrationError(
          `migration ${row.name} was applied, but its file is missing: a newer version made this schema, which this version does not fit`,
        );
      }
    }
    const known = new Set(applied.map(({ number }) => number));
    const fresh = migrations.filter(({ number }) => !known.has(number));
    for (const file of fresh) await apply(tx, file);
    return fresh.length + (functions === undefined ? 0 : await applyFunctions(tx, functions));
  });
}

/**
 * Migrations are recorded in two tables. Version 1.1.14 and earlier know only the first one and do not start
 * if it has an unknown migration. Migrations that only expand the schema are in the second table and block no
 * version.
 */
async function createTables(tx: Tx): Promise<void> {
  for (const table of ['schema_migration', 'schema_expansion']) {
    await sql`create table if not exists ${sql.table(table)} (
      number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now()
    )`.execute(tx);
  }
}

async function readApplied(queries: Queries) {
  const columns = ['number', 'name', 'hash'] as const;
  const [first, second] = [
    await queries.selectFrom('schema_migration').select(columns).execute(),
    await queries.selectFrom('schema_expansion').select(columns).execute(),
  ];
  return [
    ...first.map((row) => ({ ...row, isExpanding: false })),
    ...second.map((row) => ({ ...row, isExpanding: true })),
  ];
}

async function apply(tx: Tx, file: MigrationFile): Promise<void> {
  for (const statement of splitStatements(file.text)) await tx.executeQuery(CompiledQuery.raw(statement));
  await tx
    .insertInto(file.isExpanding ? 'schema_expansion' : 'schema_migration')
    .values({ number: file.number, name: file.name, hash: file.hash })
    .execute();
}

async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_/.exec(name)?.[1]);
      if (number !== index + 1) {
        throw new MigrationError(`migration ${name}: expected number ${String(index + 1).padStart(4, '0')}`);
      }
      const text = await readFile(path.join(directory, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { number, name, text, hash, isExpanding: EXPAND.test(text) };
    }),
  );
}
