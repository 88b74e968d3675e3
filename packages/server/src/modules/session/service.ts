import { readPhone } from '@krapao/contract/typed-digits';
import { sql, type DeleteQueryBuilder } from 'kysely';
import type { Database, Tx } from '../../database/open.ts';
import type { DB } from '../../database/schema.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Authenticate, Authenticator, MemberQuery, SignedIn } from '../../http/authenticate.ts';
import type { DeviceMarks } from '../../http/device-marks.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { Batcher } from '../../kernel/batcher.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import { hashToken } from '../../kernel/secrets.ts';
import type { TokenMint } from '../../kernel/token-mint.ts';
import {
  admissibleMember,
  findCredentials,
  passwordHashOf,
  replacePassword,
  type Credentials,
} from '../account/queries.ts';
import type { Devices } from './devices.ts';
import { findSessions, toMember, type FoundSession } from './find-sessions.ts';
import type { LoginGuard } from './login-guard.ts';

/** Precision of `last_seen_at`. */
const SEEN_STEP_MS = 60_000;
const USER_AGENT_MAX = 300;
const LISTED_AT_MOST = 50;
/** Maximum number of tokens per look-up. */
const MOST_PER_LOOK = 256;
/** The same with a route's query, which takes longer. */
const MOST_PER_LOOK_WITH_QUERY = 64;

/** An open session of a member. */
export interface OpenSession {
  id: bigint;
  /** User agent at log-in; empty when there was none. */
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export interface LogIn {
  username: string;
  password: string;
  /** User agent; empty when there is none. */
  userAgent: string;
  caller: Caller;
}

export interface LoggedIn {
  token: string;
  /** Mark that identifies the browser from now on; undefined for clients without a device id. */
  deviceMark: string | undefined;
}

type SessionDelete = DeleteQueryBuilder<DB, 'session', { id: bigint }>;

/** Manages sessions: opaque bearer tokens, of which only a hash is stored. */
export class SessionService implements Authenticator {
  /**
   * Returns the member a token belongs to.
   * @throws AppError INVALID_USER_1 unknown token, INVALID_USER_2 no such member, INVALID_USER_3 token older
   *   than the last change of password, INVALID_USER_4 account disabled, EXPIRED_AUTH_TOKEN
   */
  readonly authenticate: Authenticate;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  readonly #laos: boolean;
  readonly #hashing: Hashing;
  readonly #guard: LoginGuard;
  readonly #devices: Devices;
  readonly #mint: TokenMint;
  readonly #marks: DeviceMarks;
  readonly #endedListeners: ((sessionIds: readonly bigint[]) => void)[] = [];

  constructor(parts: {
    database: Database;
    clock: Clock;
    sessionDays: number;
    /** True when phone numbers are Lao numbers. */
    laos: boolean;
    hashing: Hashing;
    guard: LoginGuard;
    devices: Devices;
    mint: TokenMint;
    marks: DeviceMarks;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#laos = parts.laos;
    this.#lifetimeMs = parts.sessionDays * DAY_MS;
    this.#hashing = parts.hashing;
    this.#guard = parts.guard;
    this.#devices = parts.devices;
    this.#mint = parts.mint;
    this.#marks = parts.marks;
    this.authenticate = this.#authenticator(MOST_PER_LOOK);
  }

  /**
   * Exchanges phone and password for a token. An unknown phone and a wrong password get the same answer after
   * the same work.
   * @throws AppError WRONG_CREDENTIAL, INACTIVE_USER; REQUEST_LIMIT before the password is checked
   */
  async logIn({ username: typed, password, userAgent, caller }: LogIn): Promise<LoggedIn> {
    const username = readPhone(typed, this.#laos);
    const member = await findCredentials(this.#database.queries, username);
    // Queried for an unknown phone too: the duration must not reveal which phones are registered.
    const isKnown = await this.#devices.isKnown(member?.id ?? '', caller);
    const admitted = await this.#guard.admit(username, caller, isKnown);
    const whose = isKnown ? 'member' : { source: caller.network ?? caller.address };
    const matches = await this.#hashing
      .matches(member?.passwordHash, password, whose)
      .catch(async (error: unknown) => {
        await this.#guard.undo(admitted);
        throw error;
      });
    if (!member || !matches) throw new AppError('WRONG_CREDENTIAL');
    await this.#guard.succeeded(admitted);
    if (member.isDisabled) throw new AppError('INACTIVE_USER');
    const token = await this.#open(member, userAgent);
    await this.#devices.remember(member.id, caller);
    return { token, deviceMark: this.#marks.issue(caller, username) };
  }

  async logOut(sessionId: bigint): Promise<void> {
    await this.#database.queries.deleteFrom('session').where('id', '=', sessionId).execute();
    this.#tellEnded([sessionId]);
  }

  /** Ends one of the member's sessions. An unknown session or another member's has no effect. */
  async end(member: Member, sessionId: bigint): Promise<void> {
    await this.#end(member, (query) => query.where('id', '=', sessionId));
  }

  /** Ends every session of the member, including the current one. */
  async endAll(member: Member): Promise<void> {
    await this.#devices.forgetAll(this.#database.queries, member.id);
    await this.#end(member, (query) => query);
  }

  /**
   * Ends every session of a member for staff.
   * @param record writes the act, with the number of ended sessions, in the same transaction
   * @returns that number
   */
  async endAllFor(memberId: string, record: (tx: Tx, ended: number) => Promise<void>): Promise<number> {
    const ended = await this.#database.transaction(async (tx) => {
      await this.#devices.forgetAll(tx, memberId);
      const rows = await tx.deleteFrom('session').where('member_id', '=', memberId).returning('id').execute();
      await record(tx, rows.length);
      return rows;
    });
    this.#tellEnded(ended.map(({ id }) => id));
    return ended.length;
  }

  /** Lists the member's open sessions, most recently used first. */
  async list(member: Member): Promise<OpenSession[]> {
    const rows = await this.#database.queries
      .selectFrom('session')
      .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
      .where('member_id', '=', member.id)
      .where('authenticated_at', '>=', member.passwordChangedAt)
      .where('expires_at', '>', this.#clock.now())
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(LISTED_AT_MOST)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }));
  }

  /**
   * Changes the member's password. The current session stays valid. The others become invalid, since they are
   * older than the password.
   * @throws AppError WRONG_PASSWORD
   */
  async changePassword(member: Member, oldPassword: string, newPassword: string): Promise<void> {
    const oldHash = await passwordHashOf(this.#database.queries, member.id);
    if (!(await this.#hashing.matches(oldHash, oldPassword, 'member'))) throw new AppError('WRONG_PASSWORD');
    const newHash = await this.#hashing.hash(newPassword, 'member');
    const others = await this.#database.transaction(async (tx) => {
      if (!(await replacePassword(tx, member.id, { oldHash, newHash }))) throw new AppError('WRONG_PASSWORD');
      await this.#devices.forgetAll(tx, member.id);
      await tx
        .updateTable('session')
        .set({ authenticated_at: sql`clock_timestamp()` })
        .where('id', '=', member.sessionId)
        .execute();
      return tx
        .selectFrom('session')
        .select('id')
        .where('member_id', '=', member.id)
        .where('id', '!=', member.sessionId)
        .execute();
    });
    this.#tellEnded(others.map(({ id }) => id));
  }

  /**
   * Sets the password of a member who proved to own the phone. Every session ends and every browser is
   * forgotten. Failed log-ins from the caller's place no longer delay it.
   * @param prove runs first in the same transaction; what it throws leaves everything as it was
   */
  async setPassword(
    { id, phone, newHash, caller }: { id: string; phone: string; newHash: string; caller: Caller },
    prove: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const ended = await this.#database.transaction(async (tx) => {
      await prove(tx);
      // First: a log-in that is being opened with the old password holds the member's row.
      await replacePassword(tx, id, { newHash });
      await this.#devices.forgetAll(tx, id);
      await this.#guard.forgive(tx, phone, caller);
      return tx.deleteFrom('session').where('member_id', '=', id).returning('id').execute();
    });
    this.#tellEnded(ended.map((session) => session.id));
  }

  /** Registers a listener for sessions that this process ends. */
  onEnded(listener: (sessionIds: readonly bigint[]) => void): void {
    this.#endedListeners.push(listener);
  }

  authenticateWith<D extends object>(query: MemberQuery<D>): Authenticate<D> {
    return this.#authenticator(MOST_PER_LOOK_WITH_QUERY, query);
  }

  #authenticator<D extends object>(most: number, query?: MemberQuery<D>): Authenticate<D> {
    const found = new Batcher(
      (hashes: readonly Buffer[]) => findSessions(this.#database, hashes, query),
      most,
    );
    return (token) => found.submit(hashToken(token)).then((row) => this.#admit(row));
  }

  /** Checks a session. Returns a promise when `last_seen_at` must be updated. */
  #admit<D>(row: (FoundSession & D) | undefined): SignedIn<D> | Promise<SignedIn<D>> {
    if (!row) throw new AppError('INVALID_USER_1');
    const nowMs = this.#clock.now().getTime();
    if (row.expires_at <= nowMs) throw new AppError('EXPIRED_AUTH_TOKEN');
    if (row.id === null) throw new AppError('INVALID_USER_2');
    if (row.is_stale) throw new AppError('INVALID_USER_3');
    if (row.is_disabled) throw new AppError('INVALID_USER_4');
    const signedIn = { member: toMember(row.id, row, nowMs), data: row };
    return nowMs - row.last_seen_at > SEEN_STEP_MS
      ? this.#seen(row.session_id).then(() => signedIn)
      : signedIn;
  }

  async #open(member: Credentials, userAgent: string): Promise<string> {
    const token = this.#mint.issue();
    const expiresAt = new Date(this.#clock.now().getTime() + this.#lifetimeMs);
    // The comparison takes time. A password that was changed meanwhile, or is being changed, must not open a
    // session. `authenticated_at` and `password_changed_at` both use the database's clock, since they are
    // compared.
    const opened = await this.#database.queries
      .insertInto('session')
      .columns(['token_hash', 'member_id', 'user_agent', 'expires_at'])
      .expression((eb) =>
        admissibleMember(eb, member).select([
          sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
          'id',
          sql<string>`${userAgent.slice(0, USER_AGENT_MAX)}::text`.as('user_agent'),
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
        ]),
      )
      .returning('id')
      .executeTakeFirst();
    if (!opened) throw new AppError('WRONG_CREDENTIAL');
    return token;
  }

  async #seen(sessionId: bigint): Promise<void> {
    await this.#database.queries
      .updateTable('session')
      .set({ last_seen_at: this.#clock.now() })
      .where('id', '=', sessionId)
      .execute();
  }

  async #end(member: Member, narrow: (query: SessionDelete) => SessionDelete): Promise<void> {
    const query = this.#database.queries.deleteFrom('session').where('member_id', '=', member.id);
    const ended = await narrow(query.returning('id')).execute();
    this.#tellEnded(ended.map(({ id }) => id));
  }

  #tellEnded(sessionIds: readonly bigint[]): void {
    for (const listener of this.#endedListeners) listener(sessionIds);
  }
}
