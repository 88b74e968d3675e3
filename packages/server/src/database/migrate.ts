import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CompiledQuery, sql } from 'kysely';
import type { Database, Queries, Tx } from './open.ts';

/** The schema does not match the migration files. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

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

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** An arbitrary, unused lock number: two processes that start together migrate one after the other. */
export const MIGRATION_LOCK = 7_312_001;

// A migration that waits for a table lock blocks all later queries. It is better to let them pass and retry.
const LOCK_WAIT_MS = 2_000;
const LOCK_PAUSE_MS = 1_000;
const LOCK_ATTEMPTS = 40;
/** Lock timeout, or a deadlock that this transaction lost. */
const LOCK_FAULTS = new Set(['55P03', '40P01']);

/** Returns whether every migration of this program is applied; further ones of a newer program are fine. */
export async function isMigrated(database: Database, directory = MIGRATIONS_DIR): Promise<boolean> {
  const files = await readMigrations(directory);
  const applied = await readApplied(database.queries);
  const hashes = new Map(applied.map(({ number, hash }) => [number, hash]));
  return files.every(({ number, hash }) => hashes.get(number) === hash);
}

/**
 * Applies all new migration files in one transaction.
 * @returns the number of applied files
 * @throws MigrationError if an applied file was edited, if one is missing that did not only expand the
 *   schema, or if the numbers have a gap
 */
export async function migrate(database: Database, directory = MIGRATIONS_DIR): Promise<number> {
  const files = await readMigrations(directory);
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

function migrateOnce(database: Database, files: readonly MigrationFile[]): Promise<number> {
  return database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx);
    await createTables(tx);
    const applied = await readApplied(tx);
    for (const row of applied) {
      const file = files[row.number - 1];
      if (file && file.hash !== row.hash)
        throw new MigrationError(`migration ${row.name} was edited after it was applied`);
      if (!file && !row.isExpanding) {
        throw new MigrationError(
          `migration ${row.name} was applied, but its file is missing: a newer version made this schema, which this version does not fit`,
        );
      }
    }
    const known = new Set(applied.map(({ number }) => number));
    const fresh = files.filter(({ number }) => !known.has(number));
    for (const file of fresh) await apply(tx, file);
    return fresh.length;
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

/** Splits a script at its top-level semicolons: outside quotes, dollar quotes and comments. */
export function splitStatements(script: string): string[] {
  const token = /--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|;/g;
  const statements: string[] = [];
  let start = 0;
  for (const match of script.matchAll(token)) {
    if (match[0] !== ';') continue;
    statements.push(script.slice(start, match.index));
    start = match.index + 1;
  }
  statements.push(script.slice(start));
  return statements
    .map((statement) => statement.trim())
    .filter((s) => s.replace(/--[^\n]*/g, '').trim() !== '');
}
