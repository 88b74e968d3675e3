import { sql } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import type { ListPlace } from '../../kernel/list-page.ts';
import type { StatementFormat } from '../../ports/statement-file.ts';

/** Returns the counts of a file that was read to its end; undefined for any other. */
export function findFile(
  queries: Queries,
  digest: string,
): Promise<{ taken: number; aside: number } | undefined> {
  return queries
    .selectFrom('statement_file')
    .select(['taken', 'aside'])
    .where('digest', '=', digest)
    .executeTakeFirst();
}

/** Records that a file was read to its end. Two processes may have read it at the same time. */
export async function addFile(
  queries: Queries,
  file: { digest: string; name: string; format: StatementFormat; taken: number; aside: number },
): Promise<void> {
  await queries
    .insertInto('statement_file')
    .values({ ...file, keeps_entries: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A file that came. */
export interface IntakeRow {
  id: string;
  digest: string;
  name: string;
  format: StatementFormat;
  entries: number;
  /** Amounts by currency, as decimals. */
  sums: Record<string, string>;
  maker: string | null;
  state: 'waiting' | 'approved' | 'booked' | 'refused';
  taken: number;
  aside: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Adds a file that came. @param content its bytes while it waits; null for one that is booked */
export async function addIntake(queries: Queries, row: IntakeRow, content: Uint8Array | null): Promise<void> {
  await queries
    .insertInto('statement_intake')
    .values({
      id: row.id,
      digest: row.digest,
      name: row.name,
      format: row.format,
      entries: row.entries,
      sums: JSON.stringify(row.sums),
      maker: row.maker,
      content: content && Buffer.from(content),
      state: row.state,
      taken: row.taken,
      aside: row.aside,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
    })
    .execute();
}

/** Lists files that came, newest first. */
export async function listIntakes(queries: Queries, { after, most }: ListPlace): Promise<IntakeRow[]> {
  const before = after ? sql`where id < ${after}` : sql``;
  const { rows } = await sql<IntakeRow>`
    select id, digest, name, format, entries, sums, maker, state, taken, aside,
      created_at as "createdAt", expires_at as "expiresAt"
    from statement_intake ${before} order by id desc limit ${most}`.execute(queries);
  return rows;
}

/** Returns ids of files that were approved and are not booked yet, the oldest first. */
export async function listApproved(queries: Queries, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('statement_intake')
    .select('id')
    .where('state', '=', 'approved')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns an approved file; undefined when another process has booked it. */
export async function findApproved(
  queries: Queries,
  id: string,
): Promise<{ name: string; content: Uint8Array; createdAt: Date } | undefined> {
  const row = await queries
    .selectFrom('statement_intake')
    .select(['name', 'content', 'created_at'])
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  return row?.content ? { name: row.name, content: row.content, createdAt: row.created_at } : undefined;
}

/** Lets a file that waits be booked. @returns false when there is none that waits */
export async function approveIntake(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('statement_intake')
    .set({ state: 'approved' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('content', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a file as refused and forgets its bytes. */
export async function refuseIntake(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('statement_intake')
    .set({ state: 'refused', content: null })
    .where('id', '=', id)
    .execute();
}

/** Marks an approved file as booked and forgets its bytes. */
export async function endIntake(
  queries: Queries,
  id: string,
  counts: { taken: number; aside: number },
): Promise<void> {
  await queries
    .updateTable('statement_intake')
    .set({ state: 'booked', content: null, ...counts })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .execute();
}

/** Forgets the bytes of files whose proposal has expired. @returns how many there were */
export async function forgetExpired(queries: Queries, before: Date): Promise<number> {
  const { numUpdatedRows } = await queries
    .updateTable('statement_intake')
    .set({ content: null })
    .where('state', '=', 'waiting')
    .where('expires_at', '<', before)
    .where('content', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
