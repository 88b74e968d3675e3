import { permissionsOf } from '@krapao/contract/staff/permissions';
import { sql } from 'kysely';
import type { Database, Tx } from '../../database/open.ts';
import type { Caller } from '../../domain/caller.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import { newId } from '../../kernel/ids.ts';
import type { Limiter } from '../../kernel/limiter.ts';
import { hashToken, newToken, type Secrets } from '../../kernel/secrets.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { DEMO_DOMAIN } from './accounts.ts';
import { useCode } from './codes.ts';
import { hasPasskey } from './queries.ts';
import { asGuess, isGuess } from './guess-limits.ts';

const IDLE_MS = 30 * MINUTE_MS;
/** Longest session, however busy. */
export const LONGEST_SESSION_MS = 12 * HOUR_MS;
/** Precision of `seen_at`. */
const SEEN_STEP_MS = MINUTE_MS;
const USER_AGENT_MAX = 300;

export interface SignIn {
  email: string;
  password: string;
  /** Code of the authenticator app, or a recovery code. */
  code: string | undefined;
  caller: Caller;
  userAgent: string;
  requestId: string;
}

/** The columns of an account that signing in needs. */
interface Account {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  disabled_at: Date | null;
  sealed_totp: Buffer;
  totp_step: bigint;
}

/** The checked parts of an account; password and app only where they were asked. */
type CheckedAccount = Pick<Account, 'id' | 'email' | 'name'> &
  Partial<Pick<Account, 'password_hash' | 'sealed_totp'>>;

/** Sessions of staff: opaque tokens in a cookie, of which only a hash is stored. */
export class StaffSessions {
  readonly #database: Database;
  readonly #hashing: Hashing;
  readonly #secrets: Secrets;
  readonly #limiter: Limiter;
  readonly #clock: Clock;
  readonly #factorIsRequired: boolean;
  readonly #isDemo: boolean;

  constructor(parts: {
    database: Database;
    hashing: Hashing;
    secrets: Secrets;
    limiter: Limiter;
    clock: Clock;
    /** False in a demonstration: a session needs no second factor. */
    factorIsRequired: boolean;
    /** True in a demonstration: its staff, whose password is public, may sign in. */
    isDemo: boolean;
  }) {
    this.#database = parts.database;
    this.#hashing = parts.hashing;
    this.#secrets = parts.secrets;
    this.#limiter = parts.limiter;
    this.#clock = parts.clock;
    this.#factorIsRequired = parts.factorIsRequired;
    this.#isDemo = parts.isDemo;
  }

  /**
   * Exchanges password and second factor for a session's token. An unknown address and a wrong password get the
   * same answer after the same work. Every refused try is recorded.
   * @throws StaffError WRONG_CREDENTIAL, CODE_REQUIRED, CODE_INVALID; AppError REQUEST_LIMIT
   */
  signIn(given: SignIn): Promise<{ token: string; staff: StaffCaller }> {
    const { email, caller } = given;
    return asGuess(this.#limiter, { email, address: caller.address }, () => this.#signIn(given));
  }

  async #signIn(given: SignIn): Promise<{ token: string; staff: StaffCaller }> {
    const { email, caller } = given;
    const account = await this.#database.queries
      .selectFrom('staff')
      .select(['id', 'email', 'name', 'password_hash', 'disabled_at', 'sealed_totp', 'totp_step'])
      .where('email', '=', email)
      .executeTakeFirst();
    const matches = await this.#hashing.matches(account?.password_hash ?? undefined, given.password, {
      source: caller.network ?? caller.address,
    });
    if (!account || !matches || account.disabled_at || !this.#mayEnter(email)) {
      await this.#refused(given, account, 'WRONG_CREDENTIAL');
      throw new StaffError('WRONG_CREDENTIAL');
    }
    const token = newToken();
    const sessionId = newId();
    await this.#database
      .transaction(async (tx) => {
        const factor = await this.#checkFactor(tx, account, given.code);
        if (factor !== 'passed') throw new StaffError(factor);
        await this.#open(tx, given, account, { token, sessionId });
      })
      .catch(async (error: unknown) => {
        if (isGuess(error)) await this.#refused(given, account, error.code);
        throw error;
      });
    return { token, staff: await this.authenticate(token) };
  }

  /**
   * Exchanges a passkey's answer for a session's token. Refused tries are recorded.
   * @throws StaffError PASSKEY_INVALID; AppError REQUEST_LIMIT
   */
  async signInByPasskey(
    given: Omit<SignIn, 'email' | 'password' | 'code'>,
    checkAnswer: () => Promise<string>,
  ): Promise<{ token: string; staff: StaffCaller }> {
    const token = newToken();
    // An answer names no person until it is checked: tries are counted by address.
    const { address } = given.caller;
    const account = await asGuess(this.#limiter, { email: `passkey ${address}`, address }, async () => {
      const id = await checkAnswer().catch(async (error: unknown) => {
        if (error instanceof StaffError) await this.#refused({ ...given, email: '' }, undefined, error.code);
        throw error;
      });
      return this.#database.queries
        .selectFrom('staff')
        .select(['id', 'email', 'name'])
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
    });
    if (!account || !this.#mayEnter(account.email)) throw new StaffError('PASSKEY_INVALID');
    await this.#database
      .transaction((tx) => this.#open(tx, given, account, { token, sessionId: newId() }))
      .catch((cause: unknown) => {
        throw cause instanceof StaffError ? new StaffError('PASSKEY_INVALID', { cause }) : cause;
      });
    return { token, staff: await this.authenticate(token) };
  }

  /**
   * Exchanges the answer of the operator's own provider for a session's token. Refused tries are recorded.
   * @param checkAnswer returns the verified address
   * @throws StaffError WRONG_CREDENTIAL, also for an address that is no staff member's; CODE_REQUIRED
   */
  async signInByProvider(
    given: Omit<SignIn, 'email' | 'password' | 'code'>,
    checkAnswer: () => Promise<string>,
  ): Promise<{ token: string; staff: StaffCaller }> {
    let email = '';
    try {
      email = await checkAnswer();
      const account = await this.#database.queries
        .selectFrom('staff')
        .select(['id', 'email', 'name'])
        .where('email', '=', email)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (!account || !this.#mayEnter(email)) throw new StaffError('WRONG_CREDENTIAL');
      const token = newToken();
      const session = { token, sessionId: newId(), isByProvider: true };
      await this.#database.transaction((tx) => this.#open(tx, given, account, session));
      return { token, staff: await this.authenticate(token) };
    } catch (error) {
      if (error instanceof StaffError) await this.#refused({ ...given, email }, undefined, error.code);
      throw error;
    }
  }

  /**
   * Opens a session and records it.
   * @param account what was checked of it
   * @throws StaffError WRONG_CREDENTIAL when it is no longer so
   */
  async #open(
    tx: Tx,
    given: Omit<SignIn, 'email' | 'password' | 'code'>,
    account: CheckedAccount,
    { token, sessionId, isByProvider = false }: { token: string; sessionId: string; isByProvider?: boolean },
  ): Promise<void> {
    // The check takes time. A person who was disabled meanwhile, or whose password or app was changed, gets no session.
    if (!(await lockAdmissible(tx, account))) throw new StaffError('WRONG_CREDENTIAL');
    const now = this.#clock.now();
    await tx
      .insertInto('staff_session')
      .values({
        id: sessionId,
        token_hash: hashToken(token),
        staff_id: account.id,
        address: given.caller.address,
        user_agent: given.userAgent.slice(0, USER_AGENT_MAX),
        created_at: now,
        seen_at: now,
        by_provider: isByProvider,
      })
      .execute();
    await recordAct(tx, {
      actor: this.#actorOf(given, account, sessionId),
      action: 'staff.signIn',
      subject: `staff ${account.email}`,
      outcome: 'done',
    });
  }

  /**
   * Returns the staff member of a session, with the roles and permissions of now, and marks it as used.
   * @throws StaffError UNAUTHORIZED
   */
  async authenticate(token: string): Promise<StaffCaller> {
    const now = this.#clock.now();
    const { staff, seenAt } = await this.#find(token);
    if (now.getTime() - seenAt.getTime() > SEEN_STEP_MS) {
      await this.#database.queries
        .updateTable('staff_session')
        .set({ seen_at: now })
        .where('id', '=', staff.sessionId)
        .execute();
    }
    return staff;
  }

  /**
   * The same, without marking the session as used: an open page alone does not keep it alive.
   * @throws StaffError UNAUTHORIZED
   */
  async look(token: string): Promise<StaffCaller> {
    return (await this.#find(token)).staff;
  }

  async #find(token: string): Promise<{ staff: StaffCaller; seenAt: Date }> {
    const now = this.#clock.now();
    const row = await this.#database.queries
      .selectFrom('staff_session as s')
      .innerJoin('staff', 'staff.id', 's.staff_id')
      .select((eb) => [
        's.id as session_id',
        's.seen_at',
        'staff.id',
        'staff.email',
        'staff.name',
        sql<boolean>`(s.by_provider or length(staff.sealed_totp) > 0
          or exists (select from staff_passkey k where k.staff_id = staff.id))`.as('has_factor'),
        eb
          .selectFrom('staff_role')
          .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
          .whereRef('staff_role.staff_id', '=', 'staff.id')
          .as('roles'),
        // The operator's own roles permit what they permit at this moment.
        sql<string[]>`array(select unnest(o.permissions) from staff_role r
          join staff_own_role o on o.name = r.role where r.staff_id = staff.id)`.as('own_permissions'),
      ])
      .where('s.token_hash', '=', hashToken(token))
      .where('s.seen_at', '>', new Date(now.getTime() - IDLE_MS))
      .where('s.created_at', '>', new Date(now.getTime() - LONGEST_SESSION_MS))
      .where('staff.disabled_at', 'is', null)
      .executeTakeFirst();
    if (!row || !this.#mayEnter(row.email)) throw new StaffError('UNAUTHORIZED');
    const roles = row.roles ?? [];
    const staff = {
      id: row.id,
      email: row.email,
      name: row.name,
      roles,
      permissions: permissionsOf(roles, row.own_permissions),
      sessionId: row.session_id,
      mustSetUpFactor: this.#factorIsRequired && !row.has_factor,
    };
    return { staff, seenAt: row.seen_at };
  }

  async signOut(staff: StaffCaller, actor: Actor): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await tx.deleteFrom('staff_session').where('id', '=', staff.sessionId).execute();
      await recordAct(tx, {
        actor,
        action: 'staff.signOut',
        subject: `staff ${staff.email}`,
        outcome: 'done',
      });
    });
  }

  /** Returns false for the demo's staff outside a demonstration. */
  #mayEnter(email: string): boolean {
    return this.#isDemo || !email.endsWith(DEMO_DOMAIN);
  }

  /** Checks the second factor and marks its code as used: two sign-ins with one code cannot both pass. */
  async #checkFactor(
    tx: Tx,
    account: Account,
    code: string | undefined,
  ): Promise<'passed' | 'CODE_REQUIRED' | 'CODE_INVALID' | 'PASSKEY_REQUIRED'> {
    if (account.sealed_totp.length === 0) {
      // A person whose second factor is a passkey does not get in by the password alone.
      return this.#factorIsRequired && (await hasPasskey(tx, account.id)) ? 'PASSKEY_REQUIRED' : 'passed';
    }
    if (code === undefined) return this.#factorIsRequired ? 'CODE_REQUIRED' : 'passed';
    const given = { code, secrets: this.#secrets, now: this.#clock.now() };
    return (await useCode(tx, account, given)) ? 'passed' : 'CODE_INVALID';
  }

  #actorOf(
    given: Pick<SignIn, 'caller' | 'requestId'>,
    account: Pick<Account, 'id' | 'name'> | undefined,
    sessionId?: string,
  ): Actor {
    return {
      id: account?.id,
      name: account?.name ?? '',
      roles: [],
      sessionId,
      address: given.caller.address,
      requestId: given.requestId,
    };
  }

  async #refused(
    given: Pick<SignIn, 'caller' | 'requestId' | 'email'>,
    account: Account | undefined,
    reason: string,
  ): Promise<void> {
    await this.#database.transaction((tx) =>
      recordAct(tx, {
        actor: this.#actorOf(given, account),
        action: 'staff.signIn',
        subject: `staff ${given.email}`,
        outcome: 'refused',
        reason,
      }),
    );
  }
}

/** Locks an account against changes, if it is still as it was checked. */
async function lockAdmissible(tx: Tx, account: CheckedAccount): Promise<boolean> {
  let query = tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', account.id)
    .where('disabled_at', 'is', null)
    .forShare();
  if (account.password_hash) query = query.where('password_hash', '=', account.password_hash);
  if (account.sealed_totp) query = query.where('sealed_totp', '=', account.sealed_totp);
  return (await query.executeTakeFirst()) !== undefined;
}
