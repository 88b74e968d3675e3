import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { KeyRing } from '../kernel/secrets.ts';
import type { Database } from './open.ts';
import type { DB } from './schema.ts';

const ROWS_AT_ONCE = 500;

/** A column of values sealed by {@link KeyRing.seal}. An empty value counts as none. */
export interface SealedColumn {
  table: keyof DB;
  column: string;
  /** Key columns of a row; passed to {@link SealedColumn.context} in this order. */
  keys: readonly string[];
  /** Returns the context that a row's value is bound to. */
  context: (...keys: readonly unknown[]) => string;
}

type SealedRow = Readonly<Record<string, unknown>> & { sealed: Uint8Array };

/** Returns any sealed value; undefined if there is none. */
export async function sampleOf(
  database: Database,
  columns: readonly SealedColumn[],
): Promise<{ sealed: Uint8Array; context: string } | undefined> {
  for (const column of columns) {
    const [row] = await select(database, column, { limit: 1 });
    if (row) return { sealed: row.sealed, context: contextOf(column, row) };
  }
  return undefined;
}

/**
 * Reseals every value that is not under the current sealing key. It may be repeated and run beside running
 * servers: a value that changes meanwhile keeps its new content.
 * @returns the number of resealed values
 * @throws Error naming the row of a value that no key opens
 */
export async function reseal(
  database: Database,
  ring: KeyRing,
  columns: readonly SealedColumn[],
): Promise<number> {
  let resealed = 0;
  for (const column of columns) {
    for (;;) {
      const rows = await select(database, column, { limit: ROWS_AT_ONCE, notUnder: ring.newestId });
      if (rows.length === 0) break;
      for (const row of rows) await resealRow(database, ring, { column, row });
      resealed += rows.length;
      // Yields to other work.
      await delay(0);
    }
  }
  return resealed;
}

async function select(
  database: Database,
  { table, column, keys }: SealedColumn,
  { limit, notUnder }: { limit: number; notUnder?: string },
): Promise<SealedRow[]> {
  const sealed = sql.ref(column);
  const other = notUnder
    ? sql`and substring(${sealed} from 1 for 4) <> ${Buffer.from(notUnder, 'hex')}`
    : sql``;
  const { rows } = await sql<SealedRow>`
    select ${sql.join(keys.map((key) => sql.ref(key)))}, ${sealed} as sealed
    from ${sql.table(table)} where length(${sealed}) > 0 ${other} limit ${limit}`.execute(database.queries);
  return rows;
}

async function resealRow(
  database: Database,
  ring: KeyRing,
  { column: of, row }: { column: SealedColumn; row: SealedRow },
): Promise<void> {
  const context = contextOf(of, row);
  let clearText: string;
  try {
    clearText = ring.unseal(row.sealed, context);
  } catch (cause) {
    throw new Error(`${of.table}: no key opens the value of ${context}`, { cause });
  }
  const sealed = sql.ref(of.column);
  const isRow = of.keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`);
  await sql`
    update ${sql.table(of.table)} set ${sealed} = ${ring.seal(clearText, context)}
    where ${sql.join(isRow, sql` and `)} and ${sealed} = ${Buffer.from(row.sealed)}`.execute(
    database.queries,
  );
}

const contextOf = ({ keys, context }: SealedColumn, row: SealedRow): string =>
  context(...keys.map((key) => row[key]));
