import type { Currency } from '@krapao/contract/money';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../http/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { verifyPassword } from '../../kernel/hashing.ts';
import { hashToken, newToken } from '../../kernel/secrets.ts';
import type { AccountId } from '../../ledger/types.ts';

const DAY_MS = 86_400_000;

/** Sessions: opaque bearer tokens, of which only a hash is kept. */
export class SessionService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #lifetimeMs: number;

  constructor(database: Database, clock: Clock, sessionDays: number) {
    this.#database = database;
    this.#clock = clock;
    this.#lifetimeMs = sessionDays * DAY_MS;
  }

  /**
   * Exchanges phone and password for a token. An unknown phone and a wrong password are answered alike,
   * after the same work.
   * @throws AppError WRONG_CREDENTIAL or INACTIVE_USER
   */
  async logIn(username: string, password: string): Promise<string> {
    const member = await this.#database.queries
      .selectFrom('member')
      .select(['id', 'password_hash', 'disabled_at'])
      .where('username', '=', username)
      .executeTakeFirst();
    const matches = await verifyPassword(member?.password_hash, password);
    if (!member || !matches) throw new AppError('WRONG_CREDENTIAL');
    if (member.disabled_at) throw new AppError('INACTIVE_USER');
    const token = newToken();
    // `created_at` is the database's own time, as `password_changed_at` is: the two are compared.
    await this.#database.queries
      .insertInto('session')
      .values({
        token_hash: hashToken(token),
        member_id: member.id,
        expires_at: new Date(this.#clock.now().getTime() + this.#lifetimeMs),
      })
      .execute();
    return token;
  }

  async logOut(sessionId: bigint): Promise<void> {
    await this.#database.queries.deleteFrom('session').where('id', '=', sessionId).execute();
  }

  /**
   * The member a token belongs to.
   * @throws AppError INVALID_USER_1 unknown token, INVALID_USER_2 no such member, INVALID_USER_3 token
   *   older than the last change of password, INVALID_USER_4 account disabled, EXPIRED_AUTH_TOKEN
   */
  async authenticate(token: string): Promise<Member> {
    const row = await this.#database.queries
      .selectFrom('session')
      .leftJoin('member', 'member.id', 'session.member_id')
      .select([
        'session.id as session_id',
        'session.created_at as session_created_at',
        'session.expires_at',
        'member.id',
        'member.username',
        'member.name',
        'member.source_code',
        'member.invite_code',
        'member.bank_code',
        'member.bank_account_name',
        'member.bank_account_no',
        'member.currency',
        'member.coin',
        'member.created_at',
        'member.wallet_account',
        'member.password_changed_at',
        'member.bank_changed_at',
        'member.disabled_at',
      ])
      .where('session.token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (!row) throw new AppError('INVALID_USER_1');
    if (row.expires_at <= this.#clock.now()) throw new AppError('EXPIRED_AUTH_TOKEN');
    if (row.id === null) throw new AppError('INVALID_USER_2');
    const known = row as { [K in keyof typeof row]: NonNullable<(typeof row)[K]> };
    if (row.session_created_at < known.password_changed_at) throw new AppError('INVALID_USER_3');
    if (row.disabled_at) throw new AppError('INVALID_USER_4');
    return {
      id: known.id,
      sessionId: known.session_id,
      username: known.username,
      name: known.name,
      sourceCode: known.source_code,
      inviteCode: known.invite_code,
      bankCode: known.bank_code,
      bankAccountName: known.bank_account_name,
      bankAccountNo: known.bank_account_no,
      currency: known.currency as Currency,
      coin: known.coin,
      createdAt: known.created_at,
      passwordChangedAt: known.password_changed_at,
      bankChangedAt: row.bank_changed_at,
      walletAccount: known.wallet_account as AccountId,
    };
  }
}
