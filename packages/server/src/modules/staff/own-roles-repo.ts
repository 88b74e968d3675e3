import { sql } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';

export interface OwnRoleRow {
  name: string;
  permissions: string[];
  changedAt: Date;
}

/** Lists the operator's own roles by name. */
export const listOwnRoles = (queries: Queries): Promise<OwnRoleRow[]> =>
  queries
    .selectFrom('staff_own_role')
    .select(['name', 'permissions', 'changed_at as changedAt'])
    .orderBy('name')
    .execute();

export const findOwnRole = (queries: Queries, name: string): Promise<OwnRoleRow | undefined> =>
  queries
    .selectFrom('staff_own_role')
    .select(['name', 'permissions', 'changed_at as changedAt'])
    .where('name', '=', name)
    .executeTakeFirst();

/** Locks an own role, so that no person is given it meanwhile. */
export const lockOwnRole = (tx: Tx, name: string): Promise<{ permissions: string[] } | undefined> =>
  tx
    .selectFrom('staff_own_role')
    .select('permissions')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();

/** Counts the people of each role, and names the first of them. */
export async function countPeople(
  queries: Queries,
  most: number,
): Promise<ReadonlyMap<string, { count: number; people: string[] }>> {
  const { rows } = await sql<{ role: string; count: number; people: string[] }>`
    select r.role, count(*)::int as count, (array_agg(s.name order by s.name, s.id))[1:${sql.lit(most)}] as people
      from staff_role r join staff s on s.id = r.staff_id group by r.role`.execute(queries);
  return new Map(rows.map(({ role, ...counted }) => [role, counted]));
}

/** Returns whether a person has a role; without a person, whether anybody has it. */
export async function hasRole(queries: Queries, role: string, staffId?: string): Promise<boolean> {
  let query = queries.selectFrom('staff_role').select('role').where('role', '=', role).limit(1);
  if (staffId !== undefined) query = query.where('staff_id', '=', staffId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Adds an own role, unless there are as many as is allowed. @returns false also where the name is taken */
export async function addOwnRole(
  tx: Tx,
  role: { name: string; permissions: readonly string[] },
  most: number,
): Promise<boolean> {
  // Roles are added one after the other, so that their number holds.
  await sql`lock table staff_own_role in share row exclusive mode`.execute(tx);
  const { rows } = await sql`
    insert into staff_own_role (name, permissions)
      select ${role.name}, ${sql.val([...role.permissions])}::text[]
        where (select count(*) from staff_own_role) < ${most}
          and not exists (select from staff_own_role where lower(name) = lower(${role.name}))
      returning name`.execute(tx);
  return rows.length > 0;
}

export async function changeOwnRole(tx: Tx, name: string, permissions: readonly string[]): Promise<void> {
  await tx
    .updateTable('staff_own_role')
    .set({ permissions: [...permissions], changed_at: sql<Date>`now()` })
    .where('name', '=', name)
    .execute();
}

export async function removeOwnRole(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('staff_own_role').where('name', '=', name).execute();
}

/**
 * Returns whether an owner besides a person stays who may sign in. The owners are locked until the transaction ends:
 * two changes cannot each count on the other's owner.
 */
export async function hasOtherOwner(tx: Tx, staffId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select s.id from staff s join staff_role r on r.staff_id = s.id
      where r.role = 'owner' and s.disabled_at is null order by s.id for update`.execute(tx);
  return rows.some(({ id }) => id !== staffId);
}
