import { permissionsOf, type Permission } from '@krapao/contract/staff/permissions';
import type { Queries, Tx } from '../../database/open.ts';

/** Returns the names of staff members by their ids. */
export async function namesOfStaff(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the id of the staff member with an address. */
export async function idOfStaff(queries: Queries, email: string): Promise<string | undefined> {
  const row = await queries.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id;
}

/**
 * Returns the permissions of a staff member, locked until the transaction ends, so that none is taken away meanwhile.
 * None for a person who is disabled.
 */
export async function permissionsForDecision(tx: Tx, staffId: string): Promise<Permission[]> {
  const person = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!person) return [];
  const rows = await tx
    .selectFrom('staff_role')
    .select('role')
    .where('staff_id', '=', staffId)
    .forShare()
    .execute();
  const roles = rows.map(({ role }) => role);
  const own = await lockOwnRoles(tx, roles);
  return permissionsOf(roles, [...own.values()].flat());
}

/** Returns the permissions of those roles that the operator has made, locked against changes. */
export async function lockOwnRoles(
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map();
  const rows = await tx
    .selectFrom('staff_own_role')
    .select(['name', 'permissions'])
    .where('name', 'in', names)
    .orderBy('name')
    .forShare()
    .execute();
  return new Map(rows.map(({ name, permissions }) => [name, permissions]));
}

/** Returns whether a staff member has a passkey. */
export async function hasPasskey(queries: Queries, staffId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('staff_passkey')
    .select('id')
    .where('staff_id', '=', staffId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
