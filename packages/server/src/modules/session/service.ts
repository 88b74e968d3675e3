import { readPhone } from '@krapao/contract/typed-digits';
import { sql, type DeleteQueryBuilder } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { DB } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { DeviceMarks } from '../../http/device-marks.ts';
import type { Member } from '../../http/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { Batcher } from '../../kernel/batcher.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import { hashToken } from '../../kernel/secrets.ts';
import type { TokenMint } from '../../kernel/token-mint.ts';
import type { Devices } from './devices.ts';
import { findSessions, toMember, type Beside, type FoundSession } from './find-sessions.ts';
import type { LoginGuard } from './login-guard.ts';

const DAY_MS = 86_400_000;
/** How exactly it is kept when a session was last used. */
const SEEN_STEP_MS = 60_000;
const USER_AGENT_MAX = 300;
const LISTED_AT_MOST = 50;
/** Tokens that are looked up together. */
const MOST_PER_LOOK = 256;

export type { Beside } from './find-sessions.ts';

/** A place where a member is logged in. */
export interface OpenSession {
  id: bigint;
  /** What the browser said of itself at log-in; empty when nothing. */
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export interface LogIn {
  username: string;
  password: string;
  /** What the browser says of itself; empty when nothing. */
  userAgent: string;
  caller: Caller;
}

export interface LoggedIn {
  token: string;
  /** What the browser is known by from now on; undefined from clients that give no id. */
  deviceMark: string | undefined;
}

type SessionDelete = DeleteQueryBuilder<DB, 'session', { id: bigint }>;

/** Sessions: opaque bearer tokens, of which only a hash is kept. */
export class SessionService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  readonly #laos: boolean;
  readonly #hashing: Hashing;
  readonly #guard: LoginGuard;
  readonly #devices: Devices;
  readonly #mint: TokenMint;
  readonly #marks: DeviceMarks;
  readonly #found: Batcher<Buffer, FoundSession | undefined>;
  readonly #endedListeners: ((sessionIds: readonly bigint[]) => void)[] = [];

  constructor(parts: {
    database: Database;
    clock: Clock;
    sessionDays: number;
    /** Whether phone numbers are Lao ones. */
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
    this.#found = new Batcher((hashes) => findSessions(this.#database, hashes), MOST_PER_LOOK);
  }

  /**
   * Exchanges phone and password for a token. An unknown phone and a wrong password are answered alike,
   * after the same work.
   * @throws AppError WRONG_CREDENTIAL, INACTIVE_USER, or REQUEST_LIMIT before the password is looked at
   */
  async logIn({ username: typed, password, userAgent, caller }: LogIn): Promise<LoggedIn> {
    const username = readPhone(typed, this.#laos);
    const member = await this.#database.queries
      .selectFrom('member')
      .select(['id', 'password_hash', 'disabled_at'])
      .where('username', '=', username)
      .executeTakeFirst();
    // Asked of nobody too: the time must not tell which phones are registered.
    const isKnown = await this.#devices.isKnown(member?.id ?? '', caller);
    const admitted = await this.#guard.admit(username, caller, isKnown);
    const whose = isKnown ? 'member' : { source: caller.network ?? caller.address };
    const matches = await this.#hashing
      .matches(member?.password_hash, password, whose)
      .catch(async (error: unknown) => {
        await this.#guard.undo(admitted);
        throw error;
      });
    if (!member || !matches) throw new AppError('WRONG_CREDENTIAL');
    await this.#guard.succeeded(admitted);
    if (member.disabled_at) throw new AppError('INACTIVE_USER');
    const token = await this.#open(member.id, member.password_hash, userAgent);
    await this.#devices.remember(member.id, caller);
    return { token, deviceMark: this.#marks.issue(caller, username) };
  }

  async logOut(sessionId: bigint): Promise<void> {
    await this.#database.queries.deleteFrom('session').where('id', '=', sessionId).execute();
    this.#tellEnded([sessionId]);
  }

  /** Ends one of the member's sessions; somebody else's, and one there is not, stay what they are. */
  async end(member: Member, sessionId: bigint): Promise<void> {
    await this.#end(member, (query) => query.where('id', '=', sessionId));
  }

  /** Ends every session of the member, this one too. */
  async endAll(member: Member): Promise<void> {
    await this.#devices.forgetAll(this.#database.queries, member.id);
    await this.#end(member, (query) => query);
  }

  /** Where the member is logged in, the last used first. */
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
   * Changes the member's password. The session it is changed in goes on; the others are over, as their
   * password is older than the new one.
   * @throws AppError WRONG_PASSWORD
   */
  async changePassword(member: Member, oldPassword: string, newPassword: string): Promise<void> {
    const { password_hash: oldHash } = await this.#database.queries
      .selectFrom('member')
      .select('password_hash')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    if (!(await this.#hashing.matches(oldHash, oldPassword, 'member'))) throw new AppError('WRONG_PASSWORD');
    const newHash = await this.#hashing.hash(newPassword, 'member');
    const others = await this.#database.transaction(async (tx) => {
      const changed = await tx
        .updateTable('member')
        // Not the transaction's time: a session that was opened since it began is to be older too.
        .set({ password_hash: newHash, password_changed_at: sql`clock_timestamp()` })
        .where('id', '=', member.id)
        // Of two changes at once, the second no longer knows the old password.
        .where('password_hash', '=', oldHash)
        .returning('password_changed_at')
        .executeTakeFirst();
      if (!changed) throw new AppError('WRONG_PASSWORD');
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

  /** Has a listener told of sessions that this process ends. */
  onEnded(listener: (sessionIds: readonly bigint[]) => void): void {
    this.#endedListeners.push(listener);
  }

  /**
   * The member a token belongs to.
   * @throws AppError INVALID_USER_1 unknown token, INVALID_USER_2 no such member, INVALID_USER_3 token
   *   older than the last change of password, INVALID_USER_4 account disabled, EXPIRED_AUTH_TOKEN
   */
  authenticate(token: string): Promise<Member> {
    return this.#found.submit(hashToken(token)).then((row) => this.#admit(row));
  }

  /**
   * {@link SessionService.authenticate} for a call that has something to look up about its member: that comes with the
   * session, in the same round trip.
   * @param parts `beside` says what to look up, asked once a round trip; `know` puts it with the member; `most` tokens
   *   are looked up together
   */
  authenticateWith<R extends object, M extends Member>(parts: {
    beside: () => Promise<Beside<R>>;
    know: (member: Member, row: R) => M;
    most: number;
  }): (token: string) => Promise<M> {
    const { beside, know, most } = parts;
    const found = new Batcher<Buffer, (FoundSession & R) | undefined>(
      async (hashes) => findSessions<R>(this.#database, hashes, await beside()),
      most,
    );
    return async (token) => {
      const row = await found.submit(hashToken(token));
      const member = this.#admit(row);
      return know(member instanceof Promise ? await member : member, row as R);
    };
  }

  /** Whether a session lets its member in; a promise where it has to be kept that it was used. */
  #admit(row: FoundSession | undefined): Member | Promise<Member> {
    if (!row) throw new AppError('INVALID_USER_1');
    const nowMs = this.#clock.now().getTime();
    if (row.expires_at <= nowMs) throw new AppError('EXPIRED_AUTH_TOKEN');
    if (row.id === null) throw new AppError('INVALID_USER_2');
    if (row.is_stale) throw new AppError('INVALID_USER_3');
    if (row.is_disabled) throw new AppError('INVALID_USER_4');
    const member = toMember(row.id, row);
    return nowMs - row.last_seen_at > SEEN_STEP_MS ? this.#seen(row.session_id).then(() => member) : member;
  }

  async #open(memberId: string, passwordHash: string, userAgent: string): Promise<string> {
    const token = this.#mint.issue();
    const expiresAt = new Date(this.#clock.now().getTime() + this.#lifetimeMs);
    // Comparing took its time: a password that was changed meanwhile, or is just being, opens nothing any more.
    // `authenticated_at` is the database's own time, as `password_changed_at` is: the two are compared.
    const opened = await this.#database.queries
      .insertInto('session')
      .columns(['token_hash', 'member_id', 'user_agent', 'expires_at'])
      .expression((eb) =>
        eb
          .selectFrom('member')
          .select([
            sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
            'id',
            sql<string>`${userAgent.slice(0, USER_AGENT_MAX)}::text`.as('user_agent'),
            sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
          ])
          .where('id', '=', memberId)
          .where('password_hash', '=', passwordHash)
          .where('disabled_at', 'is', null)
          .forShare(),
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
