import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { MigrationError } from './migration-error.ts';
import type { Queries, Tx } from './open.ts';
import { splitStatements } from './split-statements.ts';

/** A file of `sql/functions`: one function in its current version. */
export interface FunctionFile {
  name: string;
  version: number;
  /** Hash of the statement. The comment above it can be reworded freely. */
  hash: string;
  statement: string;
}

const VERSION = /^-- version ([1-9]\d*)\n/;
const HEAD = /^create or replace function (\w+)\s*\(/;
/** SQLSTATE class of a definition that PostgreSQL refuses. */
const REFUSED = /^42/;

/** @throws MigrationError if a file does not hold exactly its function, or has no version */
export async function readFunctions(directory: string): Promise<FunctionFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) =>
      parseFunction(path.basename(file, '.sql'), await readFile(path.join(directory, file), 'utf8')),
    ),
  );
}

function parseFunction(name: string, text: string): FunctionFile {
  const version = Number(VERSION.exec(text)?.[1]);
  if (!version) throw new MigrationError(`function ${name}: its first line must be like '-- version 1'`);
  const [first = '', ...others] = splitStatements(text);
  const statement = first.replace(/^(?:--[^\n]*\n)+/, '');
  if (others.length > 0 || HEAD.exec(statement)?.[1] !== name) {
    throw new MigrationError(
      `function ${name}: its file must have one statement, create or replace function ${name}`,
    );
  }
  return { name, version, statement, hash: createHash('sha256').update(statement).digest('hex') };
}

/** Returns whether each function is applied in this version or a later one. */
export async function areFunctionsApplied(
  queries: Queries,
  files: readonly FunctionFile[],
): Promise<boolean> {
  const applied = await readApplied(queries);
  return files.every(({ name, version, hash }) => {
    const row = applied.get(name);
    if (row === undefined) return false;
    return row.version > version || (row.version === version && row.hash === hash);
  });
}

/**
 * Applies the functions that are newer than the applied ones. A later version stays: a newer program applied
 * it, and it serves this program too.
 * @returns the number of applied functions
 * @throws MigrationError if PostgreSQL refuses one, or if a statement was edited without a new version
 */
export async function applyFunctions(tx: Tx, files: readonly FunctionFile[]): Promise<number> {
  const applied = await readApplied(tx);
  const fresh = files.filter((file) => isFresh(file, applied.get(file.name)));
  for (const file of fresh) await apply(tx, file);
  return fresh.length;
}

function isFresh(file: FunctionFile, row: { version: number; hash: string } | undefined): boolean {
  if (row?.version === file.version && row.hash !== file.hash) {
    throw new MigrationError(
      `function ${file.name} was edited after version ${row.version} was applied: give it version ${row.version + 1}`,
    );
  }
  return row === undefined || row.version < file.version;
}

async function apply(tx: Tx, { name, version, hash, statement }: FunctionFile): Promise<void> {
  await define(tx, name, statement);
  const { rows } = await sql`
    select from pg_proc where proname = ${name} and pronamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(
    tx,
  );
  if (rows.length > 1) {
    throw new MigrationError(`function ${name} has other arguments than before: give it another name`);
  }
  await tx
    .insertInto('schema_function')
    .values({ name, version, hash })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ version, hash, applied_at: sql<Date>`now()` }),
    )
    .execute();
}

async function define(tx: Tx, name: string, statement: string): Promise<void> {
  try {
    await tx.executeQuery(CompiledQuery.raw(statement));
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!REFUSED.test(code)) throw error;
    throw new MigrationError(`function ${name} was refused by PostgreSQL: ${message}`, { cause: error });
  }
}

async function readApplied(queries: Queries) {
  const rows = await queries.selectFrom('schema_function').select(['name', 'version', 'hash']).execute();
  return new Map(rows.map((row) => [row.name, row]));
}
