import { permissionsOf, type Permission } from '@krapao/contract/staff/permissions';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { LIST_PAGE } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { insertPerson } from './accounts.ts';
import { assertMayGrant, grantedBy, without } from './own-roles.ts';
import { hasOtherOwner, listOwnRoles } from './own-roles-repo.ts';
import type { Proposals } from './proposals.ts';
import { lockOwnRoles } from './queries.ts';

const ADD = 'staff.add';
const CHANGE_ROLES = 'staff.roles';

const rolesSchema = z.array(z.string());
const added = z.object({ email: z.string(), name: z.string(), roles: rolesSchema });
const changed = z.object({ staffId: z.uuid(), roles: rolesSchema });

interface Row {
  id: string;
  email: string;
  name: string;
  roles: string[];
  isDisabled: boolean;
  totp: boolean;
  passkeys: number;
  sessions: number;
  lastSeenAt: Date | null;
  createdAt: Date;
}

/** Staff and their roles: proposed by one person, approved by another. Locking a person out takes one. */
export class StaffPeople {
  readonly #database: Database;
  readonly #approvals: Proposals;

  constructor(parts: { database: Database; approvals: Proposals }) {
    this.#database = parts.database;
    this.#approvals = parts.approvals;
    parts.approvals.register({
      action: ADD,
      payload: added,
      permissionOf: () => 'staff.approve',
      carryOut: async (tx, person, { permissions }) => {
        assertMayGrant(permissions, await grantsOf(tx, person.roles));
        const id = await insertPerson(tx, person);
        // The address was taken meanwhile.
        if (id === undefined) throw new StaffError('NOT_POSSIBLE');
        return { id };
      },
    });
    parts.approvals.register({
      action: CHANGE_ROLES,
      payload: changed,
      permissionOf: () => 'staff.approve',
      carryOut: async (tx, { staffId, roles }, { permissions }) => {
        const before = await rolesOf(tx, staffId);
        // Roles that this person has may be gone from the list meanwhile; they then permit nothing.
        const had = permissionsOf(before, [...(await lockOwnRoles(tx, before)).values()].flat());
        assertMayGrant(permissions, without(await grantsOf(tx, roles), had));
        const losesOwner = before.includes('owner') && !roles.includes('owner');
        if (losesOwner && !(await hasOtherOwner(tx, staffId))) throw new StaffError('NOT_POSSIBLE');
        await tx.deleteFrom('staff_role').where('staff_id', '=', staffId).execute();
        await tx
          .insertInto('staff_role')
          .values(roles.map((role) => ({ staff_id: staffId, role })))
          .execute();
        await tx.updateTable('staff').set({ disabled_at: null }).where('id', '=', staffId).execute();
        return { before, roles };
      },
    });
  }

  /** Lists staff by address, or those of a role, a page at a time. */
  async list({ after, role }: { after?: string | undefined; role?: string | undefined }) {
    const ofRole = role
      ? sql`and exists (select from staff_role h where h.staff_id = s.id and h.role = ${role})`
      : sql``;
    const { rows } = await sql<Row>`
      select s.id, s.email, s.name, s.disabled_at is not null as "isDisabled", length(s.sealed_totp) > 0 as totp,
          s.created_at as "createdAt",
          array(select role from staff_role r where r.staff_id = s.id order by role) as roles,
          (select count(*)::int from staff_passkey k where k.staff_id = s.id) as passkeys,
          (select count(*)::int from staff_session e where e.staff_id = s.id) as sessions,
          (select max(seen_at) from staff_session e where e.staff_id = s.id) as "lastSeenAt"
        from staff s where s.email > ${after ?? ''} ${ofRole} order by s.email limit ${LIST_PAGE + 1}`.execute(
      this.#database.queries,
    );
    const page = rows.slice(0, LIST_PAGE);
    const items = page.map(({ totp, passkeys, ...person }) => ({
      ...person,
      factors: { totp, passkeys },
      lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
      createdAt: person.createdAt.toISOString(),
    }));
    return { items, next: rows.length > LIST_PAGE ? (items.at(-1)?.email ?? null) : null };
  }

  /**
   * Proposes a new staff member.
   * @returns the id of the proposal
   * @throws StaffError NOT_POSSIBLE: the address is taken; KEY_INVALID for an unknown role
   */
  async proposeNew(
    staff: StaffCaller,
    actor: Actor,
    { reason, ...person }: z.output<typeof added> & { reason: string },
  ): Promise<string> {
    const known = await this.#database.queries
      .selectFrom('staff')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirst();
    if (known) throw new StaffError('NOT_POSSIBLE');
    await this.#assertKnown(person.roles);
    const subject = `staff ${person.email}`;
    return this.#approvals.propose(staff, actor, { action: ADD, subject, payload: person, reason });
  }

  /** Proposes other roles. @returns the id of the proposal. @throws StaffError NO_DATA; KEY_INVALID for an unknown role */
  async proposeRoles(
    staff: StaffCaller,
    actor: Actor,
    { staffId, roles, reason }: { staffId: string; roles: string[]; reason: string },
  ): Promise<string> {
    const person = await this.#find(staffId);
    await this.#assertKnown(roles);
    return this.#approvals.propose(staff, actor, {
      action: CHANGE_ROLES,
      subject: `staff ${person.email}`,
      subjectStaff: staffId,
      payload: { staffId, roles },
      reason,
    });
  }

  /**
   * Locks another person out and ends their sessions.
   * @returns how many sessions ended
   * @throws StaffError NO_DATA; NOT_POSSIBLE for oneself and for the last owner
   */
  async disable(staff: StaffCaller, actor: Actor, id: string, reason: string): Promise<number> {
    if (id === staff.id) throw new StaffError('NOT_POSSIBLE');
    const person = await this.#find(id);
    return this.#database.transaction(async (tx) => {
      const isOwner = (await rolesOf(tx, id)).includes('owner');
      if (isOwner && !(await hasOtherOwner(tx, id))) throw new StaffError('NOT_POSSIBLE');
      await tx
        .updateTable('staff')
        .set({ disabled_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
      const ended = await tx.deleteFrom('staff_session').where('staff_id', '=', id).returning('id').execute();
      await recordAct(tx, {
        actor,
        action: 'staff.disable',
        subject: `staff ${person.email}`,
        outcome: 'done',
        reason,
        after: { ended: ended.length },
      });
      return ended.length;
    });
  }

  async #assertKnown(roles: readonly string[]): Promise<void> {
    const own = await listOwnRoles(this.#database.queries);
    grantedBy(roles, new Map(own.map(({ name, permissions }) => [name, permissions])));
  }

  async #find(id: string): Promise<{ email: string }> {
    const person = await this.#database.queries
      .selectFrom('staff')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!person) throw new StaffError('NO_DATA');
    return person;
  }
}

/** Returns the permissions of roles, which stay until the transaction ends. @throws StaffError NOT_POSSIBLE */
async function grantsOf(tx: Tx, roles: readonly string[]): Promise<Permission[]> {
  const own = await lockOwnRoles(tx, roles);
  try {
    return grantedBy(roles, own);
  } catch (cause) {
    // A role was removed meanwhile.
    throw new StaffError('NOT_POSSIBLE', { cause });
  }
}

async function rolesOf(tx: Tx, staffId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('staff_role')
    .select('role')
    .where('staff_id', '=', staffId)
    .orderBy('role')
    .execute();
  return rows.map(({ role }) => role);
}
