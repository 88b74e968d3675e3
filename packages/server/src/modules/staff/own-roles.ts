import {
  isBuiltInRole,
  mayGrant,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  type Permission,
} from '@krapao/contract/staff/permissions';
import { OWN_ROLES_MAX, ROLE_PEOPLE_MAX } from '@krapao/contract/staff/roles';
import { z } from 'zod';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Actor } from '../staff-audit/service.ts';
import {
  addOwnRole,
  changeOwnRole,
  countPeople,
  findOwnRole,
  hasRole,
  listOwnRoles,
  lockOwnRole,
  removeOwnRole,
  type OwnRoleRow,
} from './own-roles-repo.ts';
import type { Proposals } from './proposals.ts';

const ADD = 'role.add';
const CHANGE = 'role.change';
const REMOVE = 'role.remove';
const ACTIONS = [ADD, CHANGE, REMOVE];
/** One proposal about a role is open at a time, whatever it proposes. */
const TOPIC = 'role';

const permissionList = z.array(z.enum(PERMISSIONS));
const added = z.object({ name: z.string(), permissions: permissionList });
/** `before`: what the second person saw; the role must still be so. */
const changed = added.extend({ before: permissionList });
const removed = z.object({ name: z.string() });

const subjectOf = (name: string): string => `role ${name}`;

/** Permissions in the order of the list, without those that this version does not know. */
const known = ({ permissions }: Pick<OwnRoleRow, 'permissions'>): Permission[] =>
  permissionsOf([], permissions);

/** Roles that the operator makes of permissions: proposed by one person, approved by another. */
export class OwnRoles {
  readonly #database: Database;
  readonly #approvals: Proposals;

  constructor(parts: { database: Database; approvals: Proposals }) {
    this.#database = parts.database;
    this.#approvals = parts.approvals;
    const permissionOf = () => 'staff.approve' as const;
    parts.approvals.register({
      action: ADD,
      topic: TOPIC,
      payload: added,
      permissionOf,
      carryOut: async (tx, role, decider) => {
        assertMayGrant(decider.permissions, role.permissions);
        // The name was taken meanwhile, or there are too many.
        if (!(await addOwnRole(tx, role, OWN_ROLES_MAX))) throw new StaffError('NOT_POSSIBLE');
        return role;
      },
    });
    parts.approvals.register({
      action: CHANGE,
      topic: TOPIC,
      payload: changed,
      permissionOf,
      carryOut: async (tx, { name, before, permissions }, { deciderId, permissions: held }) => {
        const role = await lockOwnRole(tx, name);
        if (!role || known(role).join() !== before.join()) throw new StaffError('NOT_POSSIBLE');
        await assertNotOwnRole(tx, name, deciderId);
        assertMayGrant(held, without(permissions, before));
        await changeOwnRole(tx, name, permissions);
        return { name, permissions };
      },
    });
    parts.approvals.register({
      action: REMOVE,
      topic: TOPIC,
      payload: removed,
      permissionOf,
      carryOut: async (tx, { name }) => {
        const role = await lockOwnRole(tx, name);
        if (!role || (await hasRole(tx, name))) throw new StaffError('NOT_POSSIBLE');
        await removeOwnRole(tx, name);
        return { name };
      },
    });
  }

  /** Lists every role with the number of its people: built-in ones first. */
  async list() {
    const { queries } = this.#database;
    const own = await listOwnRoles(queries);
    const people = await countPeople(queries, ROLE_PEOPLE_MAX);
    const subjects = own.map(({ name }) => subjectOf(name));
    const open = await this.#approvals.findOpenAbout(queries, ACTIONS, subjects);
    const none = { count: 0, people: [] };
    const builtIn = ROLES.map((name) => ({
      name,
      isBuiltIn: true,
      permissions: permissionsOf([name]),
      ...(people.get(name) ?? none),
      changedAt: null,
      approvalId: null,
    }));
    const made = own.map(({ name, changedAt, ...role }) => ({
      name,
      isBuiltIn: false,
      permissions: known(role),
      ...(people.get(name) ?? none),
      changedAt: changedAt.toISOString(),
      approvalId: open.get(subjectOf(name)) ?? null,
    }));
    return { items: [...builtIn, ...made], next: null };
  }

  /** Proposes a role. @returns the id of the proposal. @throws StaffError FORBIDDEN, NOT_POSSIBLE, ALREADY_PROPOSED */
  async proposeNew(
    staff: StaffCaller,
    actor: Actor,
    { name, permissions, reason }: { name: string; permissions: readonly Permission[]; reason: string },
  ): Promise<string> {
    const own = await listOwnRoles(this.#database.queries);
    const taken = [...ROLES, ...own.map((role) => role.name)].map((one) => one.toLowerCase());
    // A command names roles with commas between.
    if (name.includes(',') || taken.includes(name.toLowerCase()) || own.length >= OWN_ROLES_MAX) {
      throw new StaffError('NOT_POSSIBLE');
    }
    assertMayGrant(staff.permissions, permissions);
    const payload = { name, permissions: permissionsOf([], permissions) };
    return this.#propose(staff, actor, { action: ADD, name, payload, reason });
  }

  /**
   * Proposes other permissions of an own role.
   * @returns the id of the proposal
   * @throws StaffError NO_DATA, FORBIDDEN, ALREADY_PROPOSED; NOT_POSSIBLE for a built-in role, or without a change
   */
  async proposeChange(
    staff: StaffCaller,
    actor: Actor,
    { name, permissions, reason }: { name: string; permissions: readonly Permission[]; reason: string },
  ): Promise<string> {
    const before = known(await this.#find(name));
    const wanted = permissionsOf([], permissions);
    if (wanted.join() === before.join()) throw new StaffError('NOT_POSSIBLE');
    assertMayGrant(staff.permissions, without(wanted, before));
    const payload = { name, permissions: wanted, before };
    return this.#propose(staff, actor, { action: CHANGE, name, payload, reason });
  }

  /**
   * Proposes to remove an own role.
   * @returns the id of the proposal
   * @throws StaffError NO_DATA, ALREADY_PROPOSED; NOT_POSSIBLE for a built-in role, and while a person has it
   */
  async proposeRemoval(
    staff: StaffCaller,
    actor: Actor,
    { name, reason }: { name: string; reason: string },
  ): Promise<string> {
    await this.#find(name);
    if (await hasRole(this.#database.queries, name)) throw new StaffError('NOT_POSSIBLE');
    return this.#propose(staff, actor, { action: REMOVE, name, payload: { name }, reason });
  }

  async #find(name: string): Promise<OwnRoleRow> {
    if (isBuiltInRole(name)) throw new StaffError('NOT_POSSIBLE');
    const role = await findOwnRole(this.#database.queries, name);
    if (!role) throw new StaffError('NO_DATA');
    return role;
  }

  async #propose(
    staff: StaffCaller,
    actor: Actor,
    { action, name, payload, reason }: { action: string; name: string; payload: unknown; reason: string },
  ): Promise<string> {
    const subject = subjectOf(name);
    const open = await this.#approvals.findOpenAbout(this.#database.queries, ACTIONS, [subject]);
    if (open.size > 0) throw new StaffError('ALREADY_PROPOSED');
    return this.#approvals.propose(staff, actor, { action, subject, payload, reason });
  }
}

/**
 * Returns the permissions of roles together.
 * @param own permissions of those among them that the operator has made
 * @throws StaffError KEY_INVALID for a role that does not exist
 */
export function grantedBy(
  roles: readonly string[],
  own: ReadonlyMap<string, readonly string[]>,
): Permission[] {
  if (roles.some((role) => !isBuiltInRole(role) && !own.has(role))) throw new StaffError('KEY_INVALID');
  return permissionsOf(
    roles,
    roles.flatMap((role) => own.get(role) ?? []),
  );
}

/** Refuses to grant what the person may not grant. @throws StaffError FORBIDDEN */
export function assertMayGrant(held: readonly Permission[], granted: readonly Permission[]): void {
  if (!granted.every((permission) => mayGrant(held, permission))) throw new StaffError('FORBIDDEN');
}

export const without = (all: readonly Permission[], some: readonly Permission[]): Permission[] =>
  all.filter((permission) => !some.includes(permission));

/** A change of a role is about everybody who has it: they do not decide it. @throws StaffError OWN_PROPOSAL */
async function assertNotOwnRole(tx: Tx, role: string, staffId: string): Promise<void> {
  if (await hasRole(tx, role, staffId)) throw new StaffError('OWN_PROPOSAL');
}
