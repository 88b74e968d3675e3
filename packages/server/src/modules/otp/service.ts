import { sql } from 'kysely';
import type { ContentStore } from '../../content/store.ts';
import { localized, type Language } from '../../content/fields.ts';
import type { Database, Tx } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newOtpRef } from '../../kernel/ids.ts';
import { assertPhone } from '../../kernel/phone.ts';
import { hashToken, newOtpCode, newToken, sameBytes, type Secrets } from '../../kernel/secrets.ts';
import type { Sms } from '../../ports/sms.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CODE_LIFETIME_MS = 5 * MINUTE_MS;
const VERIFIED_LIFETIME_MS = 30 * MINUTE_MS;
const MOST_ATTEMPTS = 5;
const TOKEN = /^[\w-]{43}$/;

export interface OtpOptions {
  laos: boolean;
  /** Most codes sent to one phone in 24 hours. */
  perPhoneDay: number;
}

export interface SentOtp {
  otpRef: string;
  otpToken: string;
  code: 'OK' | 'OTP_VERIFIED';
}

/** One-time codes: sent by SMS, bound to one phone, five attempts, five minutes. */
export class OtpService {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #sms: Sms;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #options: OtpOptions;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    sms: Sms;
    secrets: Secrets;
    clock: Clock;
    options: OtpOptions;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#sms = parts.sms;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
    this.#options = parts.options;
  }

  /**
   * Sends a code, unless the phone has answered one within the last half hour.
   * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, REQUEST_LIMIT_1MIN within a minute of the last one,
   *   REQUEST_LIMIT beyond the day's number, OTP_SEND_FAIL
   */
  async send(phone: string, language: Language): Promise<SentOtp> {
    assertPhone(phone, this.#options.laos);
    if (await this.isVerified(phone)) return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' };

    const content = await this.#content.get();
    const otp = { ref: newOtpRef(), token: newToken(), code: newOtpCode() };
    const tokenHash = hashToken(otp.token);
    await this.#database.transaction((tx) => this.#record(tx, phone, otp.ref, otp.code, tokenHash));

    const text = localized(content.messages.smsOtp, language)
      .replace('{code}', otp.code)
      .replace('{ref}', otp.ref);
    const sent = await this.#sms.send({ reference: tokenHash.toString('hex'), to: phone, text });
    if (sent.outcome !== 'done') {
      // Forgotten, so that the player need not wait a minute for a message that never left.
      await this.#database.queries.deleteFrom('otp').where('token_hash', '=', tokenHash).execute();
      throw new AppError('OTP_SEND_FAIL', { cause: sent });
    }
    return { otpRef: otp.ref, otpToken: otp.token, code: 'OK' };
  }

  /**
   * Checks a code. Every attempt is counted before it is compared.
   * @throws AppError OTP_TOKEN_INVALID, OTP_NOT_EXIST, OTP_VERIFIED, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID
   */
  async verify(otpToken: string, otpCode: string): Promise<void> {
    if (!TOKEN.test(otpToken)) throw new AppError('OTP_TOKEN_INVALID');
    const tokenHash = hashToken(otpToken);
    const now = this.#clock.now();
    const otp = await this.#database.queries
      .selectFrom('otp')
      .select(['verified_at', 'expires_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (!otp) throw new AppError('OTP_NOT_EXIST');
    if (otp.verified_at) throw new AppError('OTP_VERIFIED');
    if (otp.expires_at <= now) throw new AppError('OTP_EXPIRED');

    const counted = await this.#database.queries
      .updateTable('otp')
      .set({ attempts: sql`attempts + 1` })
      .where('token_hash', '=', tokenHash)
      .where('attempts', '<', MOST_ATTEMPTS)
      .returning(['phone', 'code_hash'])
      .executeTakeFirst();
    if (!counted) throw new AppError('OTP_BLOCK');
    if (!sameBytes(counted.code_hash, this.#codeHash(tokenHash, otpCode)))
      throw new AppError('OTP_CODE_INVALID');

    const verified = { phone: counted.phone, verified_until: new Date(now.getTime() + VERIFIED_LIFETIME_MS) };
    await this.#database.transaction(async (tx) => {
      await tx.updateTable('otp').set({ verified_at: now }).where('token_hash', '=', tokenHash).execute();
      await tx
        .insertInto('verified_phone')
        .values(verified)
        .onConflict((conflict) => conflict.column('phone').doUpdateSet(verified))
        .execute();
    });
  }

  async isVerified(phone: string): Promise<boolean> {
    const row = await this.#database.queries
      .selectFrom('verified_phone')
      .select('phone')
      .where('phone', '=', phone)
      .where('verified_until', '>', this.#clock.now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Uses a phone's verification up, within the caller's transaction; false when there is none. */
  async consume(tx: Tx, phone: string): Promise<boolean> {
    const row = await tx
      .deleteFrom('verified_phone')
      .where('phone', '=', phone)
      .where('verified_until', '>', this.#clock.now())
      .returning('phone')
      .executeTakeFirst();
    return row !== undefined;
  }

  async #record(tx: Tx, phone: string, ref: string, code: string, tokenHash: Buffer): Promise<void> {
    const now = this.#clock.now();
    // Two presses at once must not send two messages.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${phone}`}, 0))`.execute(tx);
    const recent = await tx
      .selectFrom('otp')
      .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.max('created_at').as('last')])
      .where('phone', '=', phone)
      .where('created_at', '>', new Date(now.getTime() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (recent.last && now.getTime() - recent.last.getTime() < MINUTE_MS)
      throw new AppError('REQUEST_LIMIT_1MIN');
    if (Number(recent.count) >= this.#options.perPhoneDay) throw new AppError('REQUEST_LIMIT');
    await tx
      .insertInto('otp')
      .values({
        token_hash: tokenHash,
        phone,
        ref,
        code_hash: this.#codeHash(tokenHash, code),
        created_at: now,
        expires_at: new Date(now.getTime() + CODE_LIFETIME_MS),
      })
      .execute();
  }

  #codeHash(tokenHash: Buffer, code: string): Buffer {
    return this.#secrets.digest('otp', tokenHash.toString('hex'), code);
  }
}
