import { ROLES, type Role } from '@krapao/contract/staff/permissions';
import { randomInt } from 'node:crypto';
import type { Database, Tx } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import { newId } from '../../kernel/ids.ts';
import { hashToken, newToken, type Secrets } from '../../kernel/secrets.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { assertStaffPassword } from './passwords.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

const LINK_LIFETIME_MS = 24 * 3_600_000;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_DIGITS = 10;

/** A wrong argument of a staff command, explained in one line. */
export class StaffCommandError extends Error {
  override name = 'StaffCommandError';
}

/** Context to which a staff member's sealed secret is bound. */
export const sealContext = (staffId: string): string => `staff ${staffId}`;

/** Creates staff accounts, and sets their passwords and second factors. */
export class StaffAccounts {
  readonly #database: Database;
  readonly #hashing: Hashing;
  readonly #secrets: Secrets;
  readonly #clock: Clock;

  constructor(parts: { database: Database; hashing: Hashing; secrets: Secrets; clock: Clock }) {
    this.#database = parts.database;
    this.#hashing = parts.hashing;
    this.#secrets = parts.secrets;
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
    const roles = person.roles.map(toRole);
    if (roles.length === 0) throw new StaffCommandError(`--role: one or more of ${ROLES.join(', ')}`);
    const email = person.email.trim().toLowerCase();
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new StaffCommandError(`${email}: is not an e-mail address`);
    return this.#database.transaction(async (tx) => {
      const id = newId();
      const added = await tx
        .insertInto('staff')
        .values({ id, email, name: person.name })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw new StaffCommandError(`${email}: there is such a staff member`);
      await tx
        .insertInto('staff_role')
        .values(roles.map((role) => ({ staff_id: id, role })))
        .execute();
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

  /** Makes another one-time link for a person who lost their password. @throws StaffCommandError unknown address */
  async reset(email: string, actor: Actor): Promise<string> {
    return this.#database.transaction(async (tx) => {
      const person = await tx
        .selectFrom('staff')
        .select('id')
        .where('email', '=', email.trim().toLowerCase())
        .executeTakeFirst();
      if (!person) throw new StaffCommandError(`${email}: no such staff member`);
      const token = await this.#newLink(tx, person.id);
      await recordAct(tx, { actor, action: 'staff.reset', subject: `staff ${email}`, outcome: 'done' });
      return token;
    });
  }

  /** Adds a person with a given password: for the demo. Someone who exists already stays as they are. */
  async addDemo(person: { email: string; name: string; role: Role; password: string }): Promise<void> {
    const hash = await this.#hashing.hash(person.password, 'member');
    await this.#database.transaction(async (tx) => {
      const id = newId();
      const added = await tx
        .insertInto('staff')
        .values({ id, email: person.email, name: person.name, password_hash: hash })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (added) await tx.insertInto('staff_role').values({ staff_id: id, role: person.role }).execute();
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
    assertStaffPassword(password, person.email);
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

  /**
   * Begins to set up an authenticator app. The earlier one stays in force until the new one is confirmed.
   * @throws StaffError WRONG_CREDENTIAL
   */
  async beginTotp(staff: StaffCaller, password: string): Promise<{ secret: string; uri: string }> {
    const { password_hash: hash } = await this.#database.queries
      .selectFrom('staff')
      .select('password_hash')
      .where('id', '=', staff.id)
      .executeTakeFirstOrThrow();
    if (!(await this.#hashing.matches(hash ?? undefined, password, 'member'))) {
      throw new StaffError('WRONG_CREDENTIAL');
    }
    const secret = newTotpSecret();
    await this.#database.queries
      .updateTable('staff')
      .set({ sealed_new_totp: this.#secrets.seal(secret, sealContext(staff.id)) })
      .where('id', '=', staff.id)
      .execute();
    return { secret, uri: totpUri(secret, staff.email) };
  }

  /**
   * Confirms the authenticator app by its code, and replaces the recovery codes.
   * @returns ten recovery codes, which are stored as hashes only
   * @throws StaffError NO_DATA when none is being set up, CODE_INVALID
   */
  async confirmTotp(staff: StaffCaller, code: string, actor: Actor): Promise<string[]> {
    const now = this.#clock.now();
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.#database.transaction(async (tx) => {
      const { sealed_new_totp: sealed } = await tx
        .selectFrom('staff')
        .select('sealed_new_totp')
        .where('id', '=', staff.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (sealed.length === 0) throw new StaffError('NO_DATA');
      const secret = this.#secrets.open(sealed, sealContext(staff.id));
      const step = stepOfCode(secret, code, { now, afterStep: 0n });
      if (step === undefined) throw new StaffError('CODE_INVALID');
      await tx
        .updateTable('staff')
        .set({ sealed_totp: sealed, sealed_new_totp: Buffer.alloc(0), totp_step: step })
        .where('id', '=', staff.id)
        .execute();
      await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staff.id).execute();
      await tx
        .insertInto('staff_recovery_code')
        .values(codes.map((one) => ({ staff_id: staff.id, code_hash: hashToken(one) })))
        .execute();
      await recordAct(tx, {
        actor,
        action: 'staff.totp',
        subject: `staff ${staff.email}`,
        outcome: 'done',
      });
    });
    return codes;
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
        expires_at: new Date(this.#clock.now().getTime() + LINK_LIFETIME_MS),
      })
      .execute();
    return token;
  }
}

function toRole(name: string): Role {
  const role = ROLES.find((known) => known === name);
  if (!role) throw new StaffCommandError(`--role: ${name} is none of ${ROLES.join(', ')}`);
  return role;
}

const newRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_CODE_DIGITS }, () => String(randomInt(10))).join('');
