import type { ExportKind } from '@krapao/contract/staff/exports';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import type { ListPlace } from '../../kernel/list-page.ts';

export interface ExportRow {
  id: string;
  kind: ExportKind;
  filter: Record<string, string>;
  reason: string;
  maker: string;
  isMasked: boolean;
  rows: number;
  state: 'waiting' | 'ready' | 'refused';
  createdAt: Date;
  expiresAt: Date;
  downloads: number;
}

const columns = sql`id, kind, filter, reason, maker, is_masked as "isMasked", row_count as rows, state,
  created_at as "createdAt", expires_at as "expiresAt", downloads`;

/** Lists exports, newest first. */
export async function listExports(queries: Queries, { after, most }: ListPlace): Promise<ExportRow[]> {
  const before = after ? sql`where id < ${after}` : sql``;
  const { rows } = await sql<ExportRow>`
    select ${columns} from staff_export ${before} order by id desc limit ${most}`.execute(queries);
  return rows;
}

export async function findExport(queries: Queries, id: string): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`select ${columns} from staff_export where id = ${id}`.execute(
    queries,
  );
  return rows[0];
}

export async function addExport(tx: Tx, row: Omit<ExportRow, 'downloads'>): Promise<void> {
  await tx
    .insertInto('staff_export')
    .values({
      id: row.id,
      kind: row.kind,
      filter: JSON.stringify(row.filter),
      reason: row.reason,
      maker: row.maker,
      is_masked: row.isMasked,
      row_count: row.rows,
      state: row.state,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
    })
    .execute();
}

/** Lets the maker download a file that was approved. @returns false when there is none that waits */
export async function makeReady(tx: Tx, id: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('staff_export')
    .set({ state: 'ready', expires_at: expiresAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an export as refused and deletes its file. */
export async function refuseExport(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('staff_export').set({ state: 'refused' }).where('id', '=', id).execute();
  await deleteParts(tx, id);
}

/** Counts a download, while another is allowed. @returns how many there were then; undefined when none is allowed */
export async function countDownload(
  tx: Tx,
  id: string,
  { most, now }: { most: number; now: Date },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('staff_export')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('downloads', '<', most)
    .where('expires_at', '>', now)
    .returning('downloads')
    .executeTakeFirst();
  return row?.downloads;
}

export async function addPart(
  queries: Queries,
  part: { exportId: string; no: number; text: string },
): Promise<void> {
  await queries
    .insertInto('staff_export_part')
    .values({ export_id: part.exportId, no: part.no, text: part.text })
    .execute();
}

export async function findPart(queries: Queries, exportId: string, no: number): Promise<string | undefined> {
  const row = await queries
    .selectFrom('staff_export_part')
    .select('text')
    .where('export_id', '=', exportId)
    .where('no', '=', no)
    .executeTakeFirst();
  return row?.text;
}

export async function deleteParts(queries: Queries, exportId: string): Promise<void> {
  await queries.deleteFrom('staff_export_part').where('export_id', '=', exportId).execute();
}
