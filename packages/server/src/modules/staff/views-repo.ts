import type { VIEW_ROOMS } from '@krapao/contract/staff/views';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';

export interface ViewRow {
  id: string;
  room: (typeof VIEW_ROOMS)[number];
  name: string;
  filters: string;
  isShared: boolean;
  ownerId: string;
  ownerName: string;
}

/** Most views of others that are listed. */
const MOST_SHARED = 200;

const COLUMNS = sql`v.id, v.room, v.name, v.filters, v.shared as "isShared", s.id as "ownerId", s.name as "ownerName"`;

/** Lists a person's views and those that others share. Views of a person who was locked out stay. */
export async function listViews(queries: Queries, staffId: string): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    (select ${COLUMNS} from staff_view v join staff s on s.id = v.staff_id where v.staff_id = ${staffId})
    union all
    (select ${COLUMNS} from staff_view v join staff s on s.id = v.staff_id
      where v.shared and v.staff_id <> ${staffId} order by v.name, v.id limit ${MOST_SHARED})
    order by name, id`.execute(queries);
  return rows;
}

/** Keeps a view, unless the person has as many as is allowed. @returns its id */
export async function keepView(
  tx: Tx,
  view: Pick<ViewRow, 'id' | 'room' | 'name' | 'filters' | 'isShared'> & { staffId: string },
  most: number,
): Promise<string | undefined> {
  // One person's views are kept one after the other, so that their number holds.
  await sql`select from staff where id = ${view.staffId} for update`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into staff_view (id, staff_id, room, name, filters, shared)
      select ${view.id}, ${view.staffId}, ${view.room}, ${view.name}, ${view.filters}, ${view.isShared}
        where (select count(*) from staff_view where staff_id = ${view.staffId}
          and (room, name) <> (${view.room}, ${view.name})) < ${most}
      on conflict (staff_id, room, name) do update set filters = excluded.filters, shared = excluded.shared
      returning id`.execute(tx);
  return rows[0]?.id;
}

/** Forgets a person's own view. @returns what it was */
export const forgetView = (tx: Tx, { id, staffId }: { id: string; staffId: string }) =>
  tx
    .deleteFrom('staff_view')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning(['room', 'name', 'filters', 'shared as isShared'])
    .executeTakeFirst();
