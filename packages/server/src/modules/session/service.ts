import type { AccountChange } from '@krapao/contract/notices';
import { readPhone } from '@krapao/contract/typed-digits';
import { sql, type DeleteQueryBuilder } from 'kysely';
import type { Language } from '../../content/fields.ts';
import type { Database, Queries, Tx } from '../../database/open.ts';
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
import { findCredentials, lockMember, passwordHashOf, replacePassword } from '../account/queries.ts';
import type { Devices } from './devices.ts';
import { findSessions, toMember, type FoundSession } from './find-sessions.ts';
import type { LoginGuard, Try } from './login-guard.ts';
import { openSession, type Opening } from './open-session.ts';

/** Precision of `last_seen_at`. */
const SEEN_STEP_MS = 60_000;
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

/** Where a log-in comes from. */
export interface LogInFrom {
  /** User agent; empty when there is none. */
  userAgent: string;
  caller: Caller;
  language: Language;
}

export interface LogIn extends LogInFrom {
  username: string;
  password: string;
  /** Code of the authenticator app, or a recovery code. */
  code?: string | undefined;
}

export interface LoggedIn {
  token: string;
  /** Mark that identifies the browser from now on; undefined for clients without a device id. */
  deviceMark: string | undefined;
}

/** The second factor of log-ins by password. */
export interface LogInCodes {
  /**
   * @param isAtHome the member has given proof with the browser before
   * @throws AppError CODE_REQUIRED, CODE_INVALID, CODE_LOCKED
   */
  check(memberId: string, code: string | undefined, isAtHome: boolean): Promise<void>;
}

/** Tells a member of changes and log-ins, on the phone from before it and in the notices. */
export interface Messages {
  tell(
    tx: Tx,
    change: AccountChange,
    member: { id: string; phone?: string; sessionId?: bigint },
    language?: Language,
  ): Promise<void>;
  tellNewDevice(phone: string, language: Language): void;
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
  readonly #codes: LogInCodes;
  readonly #messages: Messages;
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
    codes: LogInCodes;
    messages: Messages;
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
    this.#codes = parts.codes;
    this.#messages = parts.messages;
    this.#mint = parts.mint;
    this.#marks = parts.marks;
    this.authenticate = this.#authenticator(MOST_PER_LOOK);
  }

  /**
   * Exchanges phone and password for a token, and a code where the member has an authenticator app. An unknown phone
   * and a wrong password get the same answer after the same work.
   * @throws AppError WRONG_CREDENTIAL, INACTIVE_USER; CODE_REQUIRED, CODE_INVALID, CODE_LOCKED; REQUEST_LIMIT
   *   before the password is checked
   */
  async logIn({ username: typed, password, code, ...from }: LogIn): Promise<LoggedIn> {
    const { caller } = from;
    const username = readPhone(typed, this.#laos);
    const member = await findCredentials(this.#database.queries, username);
    // Queried for an unknown phone too: the duration must not reveal which phones are registered.
    const { isKnown, isTrusted } = await this.#devices.standing(member?.id ?? '', caller);
    const admitted = await this.#guard.admit(username, caller, isKnown);
    const whose = isKnown ? 'member' : { source: caller.network ?? caller.address };
    const matches = await this.#hashing
      .matches(member?.passwordHash, password, whose)
      .catch(async (error: unknown) => {
        await this.#guard.undo(admitted);
        throw error;
      });
    if (!member || !matches) throw new AppError('WRONG_CREDENTIAL');
    if (member.hasTotp) await this.#checkCode(member.id, code, { isTrusted, admitted });
    await this.#guard.succeeded(admitted);
    if (member.isDisabled) throw new AppError('INACTIVE_USER');
    const { id, passwordHash } = member;
    const opened = await this.#open(
      this.#database.queries,
      { member: { id, passwordHash }, isProven: member.hasTotp },
      from,
    );
    if (!opened) throw new AppError('WRONG_CREDENTIAL');
    return opened;
  }

  /** A missing code is no wrong guess: the app asks for it next. Nor is one that is not compared. */
  async #checkCode(
    memberId: string,
    code: string | undefined,
    { isTrusted, admitted }: { isTrusted: boolean; admitted: Try },
  ): Promise<void> {
    try {
      await this.#codes.check(memberId, code, isTrusted);
    } catch (error) {
      const isNoGuess = error instanceof AppError && error.code !== 'CODE_INVALID';
      if (isNoGuess) await this.#guard.halfDone(admitted);
      throw error;
    }
  }

  /**
   * Runs a log-in by a passkey, if it has not logged in too often.
   * @throws AppError REQUEST_LIMIT
   */
  byPasskey<T>(passkeyId: string, logIn: () => Promise<T>): Promise<T> {
    return this.#guard.withPasskey(passkeyId, logIn);
  }

  /**
   * Opens a session for a member who proved by a passkey who they are, in the transaction that used the passkey.
   * @throws AppError INACTIVE_USER
   */
  async openProven(tx: Tx, memberId: string, from: LogInFrom): Promise<LoggedIn> {
    const opened = await this.#open(tx, { member: { id: memberId }, isProven: true }, from);
    if (!opened) throw new AppError('INACTIVE_USER');
    return opened;
  }

  async logOut(sessionId: bigint): Promise<void> {
    await this.#database.queries.deleteFrom('session').where('id', '=', sessionId).execute();
    this.tellEnded([sessionId]);
  }

  /** Ends one of the member's sessions. An unknown session or another member's has no effect. */
  async end(member: Member, sessionId: bigint): Promise<void> {
    await this.#end(member, (query) => query.where('id', '=', sessionId));
  }

  /** Ends every session of the member but the current one. */
  async endOthers(member: Member): Promise<void> {
    await this.#end(member, (query) => query.where('id', '!=', member.sessionId));
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
      await lockMember(tx, memberId);
      const ids = await this.endAllIn(tx, memberId);
      await record(tx, ids.length);
      return ids;
    });
    this.tellEnded(ended);
    return ended.length;
  }

  /**
   * Ends every session of a member whom the transaction has locked. Call {@link SessionService.tellEnded} after the
   * commit. @returns their ids
   */
  async endAllIn(tx: Tx, memberId: string): Promise<bigint[]> {
    await this.#devices.forgetAll(tx, memberId);
    const rows = await tx.deleteFrom('session').where('member_id', '=', memberId).returning('id').execute();
    return rows.map(({ id }) => id);
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
  async changePassword(
    member: Member,
    { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
    language: Language,
  ): Promise<void> {
    const oldHash = await passwordHashOf(this.#database.queries, member.id);
    if (!(await this.#hashing.matches(oldHash, oldPassword, 'member'))) throw new AppError('WRONG_PASSWORD');
    const newHash = await this.#hashing.hash(newPassword, 'member');
    const others = await this.#database.transaction(async (tx) => {
      await lockMember(tx, member.id);
      const to = { id: member.id, phone: member.username, sessionId: member.sessionId };
      await this.#messages.tell(tx, 'password', to, language);
      if (!(await replacePassword(tx, member.id, { oldHash, newHash }))) throw new AppError('WRONG_PASSWORD');
      await this.#devices.forgetOthers(tx, member);
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
    this.tellEnded(others.map(({ id }) => id));
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
      // The reset sends a message of its own.
      await this.#messages.tell(tx, 'password', { id });
      // Before the sessions: a log-in that is being opened with the old password holds the member's row.
      await replacePassword(tx, id, { newHash });
      await this.#devices.forgetAll(tx, id);
      await this.#guard.forgive(tx, phone, caller);
      return tx.deleteFrom('session').where('member_id', '=', id).returning('id').execute();
    });
    this.tellEnded(ended.map((session) => session.id));
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

  async #open(
    queries: Queries,
    who: Pick<Opening, 'member' | 'isProven'>,
    { userAgent, caller, language }: LogInFrom,
  ): Promise<LoggedIn | undefined> {
    const token = this.#mint.issue();
    const now = this.#clock.now();
    const expiresAt = new Date(now.getTime() + this.#lifetimeMs);
    const deviceHash = this.#devices.hashOf(who.member.id, caller);
    const opened = await openSession(queries, { ...who, userAgent, deviceHash, token, now, expiresAt });
    if (!opened) return undefined;
    if (opened.isUnseen) this.#messages.tellNewDevice(opened.username, language);
    return { token, deviceMark: this.#marks.issue(caller, opened.username) };
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
    this.tellEnded(ended.map(({ id }) => id));
  }

  /** Tells this process's listeners of sessions that have ended. */
  tellEnded(sessionIds: readonly bigint[]): void {
    for (const listener of this.#endedListeners) listener(sessionIds);
  }
}
