import { isBuiltInRole, ROLES, type Role } from '@krapao/contract/staff/permissions';
import { email as emailAddress } from '@krapao/contract/staff/session';
import type { Database, Tx } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import { newId } from '../../kernel/ids.ts';
import { hashToken, newToken } from '../../kernel/secrets.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { assertStaffPassword } from './passwords.ts';
import { lockOwnRoles } from './queries.ts';

export interface DemoPerson {
  email: string;
  name: string;
  role: Role;
}

/** End of the addresses of the demo's staff, which are refused without the sandbox: their password is public. */
export const DEMO_DOMAIN = '@demo.example';

/** One person a role, all with the password {@link DEMO_PASSWORD}. */
export const DEMO_STAFF: readonly DemoPerson[] = ROLES.map((role) => ({
  email: `${role}${DEMO_DOMAIN}`,
  name: `Demo ${role}`,
  role,
}));
export const DEMO_PASSWORD = 'krapao-demo';

/** A wrong argument of a staff command, explained in one line. */
export class StaffCommandError extends Error {
  override name = 'StaffCommandError';
}

/** Creates staff accounts and sets their passwords. */
export class StaffAccounts {
  readonly #database: Database;
  readonly #hashing: Hashing;
  readonly #clock: Clock;

  constructor(parts: { database: Database; hashing: Hashing; clock: Clock }) {
    this.#database = parts.database;
    this.#hashing = parts.hashing;
    this.#clock = parts.clock;
  }

  /**
   * Creates a staff member without a password.
   * @returns the token of the one-time link with which they set it
   * @throws StaffCommandError unknown role, or the address is taken
   */
  async add(
    person: { email: string; name: string; roles: readonly string[] },
    actor: Actor,
  ): Promise<string> {
    const { roles } = person;
    if (roles.length === 0) throw new StaffCommandError(`--role: one or more of ${ROLES.join(', ')}`);
    const { data: email } = emailAddress.safeParse(person.email);
    if (email === undefined) throw new StaffCommandError(`${person.email}: is not an e-mail address`);
    return this.#database.transaction(async (tx) => {
      const own = await lockOwnRoles(tx, roles);
      const unknown = roles.find((role) => !isBuiltInRole(role) && !own.has(role));
      if (unknown !== undefined) throw new StaffCommandError(`--role: there is no role ${unknown}`);
      const id = await insertPerson(tx, { email, name: person.name, roles });
      if (id === undefined) throw new StaffCommandError(`${email}: there is such a staff member`);
      const token = await this.#newLink(tx, id);
      await recordAct(tx, {
        actor,
        action: 'staff.add',
        subject: `staff ${email}`,
        outcome: 'done',
        after: { roles },
      });
      return token;
    });
  }

  /**
   * Makes another one-time link for a person who lost their password.
   * @param more with `factors` for a person who lost their authenticator app or passkey, too: both are removed, and
   *   nothing lets them in before the link is used
   * @throws StaffCommandError unknown address
   */
  async reset(given: string, actor: Actor, more: { factors?: boolean } = {}): Promise<string> {
    const email = given.trim().toLowerCase();
    return this.#database.transaction(async (tx) => {
      const person = await tx.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst();
      if (!person) throw new StaffCommandError(`${email}: no such staff member`);
      if (more.factors) await removeFactors(tx, person.id);
      const token = await this.#newLink(tx, person.id);
      const after = more.factors ? { factors: 'removed' } : undefined;
      await recordAct(tx, {
        actor,
        action: 'staff.reset',
        subject: `staff ${email}`,
        outcome: 'done',
        after,
      });
      return token;
    });
  }

  /** Returns whether there are no staff yet. */
  async isEmpty(): Promise<boolean> {
    const row = await this.#database.queries.selectFrom('staff').select('id').limit(1).executeTakeFirst();
    return row === undefined;
  }

  /** Adds people with a given password, for the demo. Those who exist stay as they are. */
  async addDemo(people: readonly DemoPerson[], password: string): Promise<void> {
    const passwordHash = await this.#hashing.hash(password, 'member');
    await this.#database.transaction(async (tx) => {
      for (const { role, ...person } of people)
        await insertPerson(tx, { ...person, roles: [role], passwordHash });
    });
  }

  /**
   * Sets the password of a one-time link's person, and ends all their sessions.
   * @throws StaffError LINK_INVALID, PASSWORD_WEAK; the link stays valid after a weak password
   */
  async useLink(token: string, password: string, at: Pick<Actor, 'address' | 'requestId'>): Promise<void> {
    const person = await this.#database.queries
      .selectFrom('staff_link')
      .innerJoin('staff', 'staff.id', 'staff_link.staff_id')
      .select(['staff.id', 'staff.email', 'staff.name'])
      .where('staff_link.token_hash', '=', hashToken(token))
      .where('staff_link.used_at', 'is', null)
      .where('staff_link.expires_at', '>', this.#clock.now())
      .where('staff.disabled_at', 'is', null)
      .executeTakeFirst();
    if (!person) throw new StaffError('LINK_INVALID');
    await assertStaffPassword(password, person.email);
    const hash = await this.#hashing.hash(password, 'member');
    await this.#database.transaction(async (tx) => {
      const used = await tx
        .updateTable('staff_link')
        .set({ used_at: this.#clock.now() })
        .where('token_hash', '=', hashToken(token))
        .where('used_at', 'is', null)
        .returning('staff_id')
        .executeTakeFirst();
      if (!used) throw new StaffError('LINK_INVALID');
      await tx
        .updateTable('staff')
        .set({ password_hash: hash, password_changed_at: this.#clock.now() })
        .where('id', '=', person.id)
        .execute();
      await tx.deleteFrom('staff_session').where('staff_id', '=', person.id).execute();
      await recordAct(tx, {
        actor: { id: person.id, name: person.name, roles: [], sessionId: undefined, ...at },
        action: 'staff.password',
        subject: `staff ${person.email}`,
        outcome: 'done',
      });
    });
  }

  async #newLink(tx: Tx, staffId: string): Promise<string> {
    const token = newToken();
    // A new link replaces the earlier ones.
    await tx.deleteFrom('staff_link').where('staff_id', '=', staffId).execute();
    await tx
      .insertInto('staff_link')
      .values({
        token_hash: hashToken(token),
        staff_id: staffId,
        expires_at: new Date(this.#clock.now().getTime() + DAY_MS),
      })
      .execute();
    return token;
  }
}

/** Removes all second factors with the password and the sessions, so that none of them counts alone. */
async function removeFactors(tx: Tx, staffId: string): Promise<void> {
  const none = Buffer.alloc(0);
  await tx
    .updateTable('staff')
    .set({ password_hash: null, sealed_totp: none, sealed_new_totp: none })
    .where('id', '=', staffId)
    .execute();
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute();
  await tx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute();
  await tx.deleteFrom('staff_session').where('staff_id', '=', staffId).execute();
}

/** @returns the id; undefined when the address is taken */
export async function insertPerson(
  tx: Tx,
  person: { email: string; name: string; roles: readonly string[]; passwordHash?: string },
): Promise<string | undefined> {
  const { email, name, roles, passwordHash } = person;
  const added = await tx
    .insertInto('staff')
    .values({ id: newId(), email, name, password_hash: passwordHash ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return undefined;
  await tx
    .insertInto('staff_role')
    .values(roles.map((role) => ({ staff_id: added.id, role })))
    .execute();
  return added.id;
}
