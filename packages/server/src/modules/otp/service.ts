import { readDigits, readPhone } from '@krapao/contract/typed-digits';
import { sql, type ExpressionBuilder } from 'kysely';
import type { ContentStore } from '../../content/store.ts';
import { localized, type Language } from '../../content/fields.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { DB } from '../../database/schema.ts';
import { otpTurn } from '../../database/turns.ts';
import type { Caller } from '../../domain/caller.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { newOtpRef } from '../../kernel/ids.ts';
import { assertPhone } from '../../kernel/phone.ts';
import { hashToken, newOtpCode, newToken, sameBytes, type Secrets } from '../../kernel/secrets.ts';
import type { Sms } from '../../ports/sms.ts';
import type { OtpAllowance } from './allowance.ts';
import { addOtp, endOtherOtps, forgetOtp, MOST_ATTEMPTS, type OtpPurpose } from './repo.ts';

export type { IssuedCode, PasswordCodes } from './password-codes.ts';

const VERIFIED_LIFETIME_MS = 30 * MINUTE_MS;
const TOKEN = /^[\w-]{43}$/;

export interface OtpOptions {
  laos: boolean;
}

/** A phone, and the caller that claims to own it. */
export interface Claim {
  phone: string;
  purpose: OtpPurpose;
  caller: Caller;
}

export interface SentOtp {
  otpRef: string;
  otpToken: string;
  code: 'OK' | 'OTP_VERIFIED';
}

interface NewOtp {
  ref: string;
  code: string;
  tokenHash: Buffer;
}

/**
 * One-time codes, sent by SMS and bound to one phone and purpose. A code allows five attempts and lasts five
 * minutes. The proof is valid only in the browser that typed the code. For a client without a browser id it
 * is valid only at the client's address.
 */
export class OtpService {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #sms: Sms;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #allowance: OtpAllowance;
  readonly #options: OtpOptions;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    sms: Sms;
    secrets: Secrets;
    clock: Clock;
    allowance: OtpAllowance;
    options: OtpOptions;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#sms = parts.sms;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
    this.#allowance = parts.allowance;
    this.#options = parts.options;
  }

  /**
   * Sends a code, unless the caller has answered one for that phone within the last half hour. A sent code
   * invalidates the codes before it.
   * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, INVALID_USER_INFO; OTP_BLOCK after too many wrong codes
   *   for the phone from there; REQUEST_LIMIT_1MIN within a minute of the last one; REQUEST_LIMIT beyond what
   *   the phone, the caller's place or the installation gets; OTP_SEND_FAIL
   */
  async send(asked: Claim, language: Language): Promise<SentOtp> {
    const phone = readPhone(asked.phone, this.#options.laos);
    const claim = { ...asked, phone };
    assertPhone(phone, this.#options.laos);
    if (await this.isVerified(claim)) return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' };
    await this.#allowance.assertMayAsk(claim);

    const content = await this.#content.get();
    const token = newToken();
    const otp = { ref: newOtpRef(), code: newOtpCode(), tokenHash: hashToken(token) };
    // Two concurrent calls must not send two messages.
    await this.#database.transactionInTurn([otpTurn(phone)], (tx) => this.#record(tx, claim, otp));
    const release = await this.#allowance.take(claim).catch(async (error: unknown) => {
      await forgetOtp(this.#database.queries, otp.tokenHash);
      throw error;
    });

    const text = localized(content.messages.smsOtp, language)
      .replace('{code}', otp.code)
      .replace('{ref}', otp.ref);
    const sent = await this.#sms.send({ reference: otp.tokenHash.toString('hex'), to: phone, text });
    if (sent.outcome !== 'done') {
      await Promise.all([forgetOtp(this.#database.queries, otp.tokenHash), release()]);
      throw new AppError('OTP_SEND_FAIL', { cause: sent });
    }
    await endOtherOtps(this.#database.queries, { ...claim, tokenHash: otp.tokenHash }, this.#clock.now());
    return { otpRef: otp.ref, otpToken: token, code: 'OK' };
  }

  /**
   * Verifies a code. Counts every attempt before comparing it.
   * @throws AppError OTP_TOKEN_INVALID, OTP_NOT_EXIST, OTP_VERIFIED, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID
   */
  async verify(otpToken: string, otpCode: string, caller: Caller): Promise<void> {
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
      .returning(['phone', 'purpose', 'code_hash'])
      .executeTakeFirst();
    if (!counted) throw new AppError('OTP_BLOCK');
    const claim = { phone: counted.phone, purpose: counted.purpose as OtpPurpose, caller };
    if (!sameBytes(counted.code_hash, this.#codeHash(tokenHash, readDigits(otpCode)))) {
      await this.#allowance.missed(claim);
      throw new AppError('OTP_CODE_INVALID');
    }
    await this.#database.transaction((tx) => this.#prove(tx, claim, { tokenHash, now }));
  }

  /** Returns whether this caller has verified the phone for that purpose. */
  async isVerified(claim: Claim): Promise<boolean> {
    const row = await this.#database.queries
      .selectFrom('verified_phone')
      .select('phone')
      .where(this.#isProofOf(claim))
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Consumes a phone's proof for this caller, within the caller's transaction. Returns false when there is
   * none.
   */
  async consume(tx: Tx, claim: Claim): Promise<boolean> {
    const row = await tx
      .deleteFrom('verified_phone')
      .where(this.#isProofOf(claim))
      .returning('phone')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Marks the code as used. A code proves a phone once, even with concurrent calls. */
  async #prove(tx: Tx, claim: Claim, { tokenHash, now }: { tokenHash: Buffer; now: Date }): Promise<void> {
    const used = await tx
      .updateTable('otp')
      .set({ verified_at: now })
      .where('token_hash', '=', tokenHash)
      .where('verified_at', 'is', null)
      .returning('phone')
      .executeTakeFirst();
    if (!used) throw new AppError('OTP_VERIFIED');
    const { phone, purpose, caller } = claim;
    const proof = {
      phone,
      purpose,
      device_hash: caller.device === undefined ? null : hashToken(caller.device),
      address_hash: this.#addressHash(caller),
      verified_until: new Date(now.getTime() + VERIFIED_LIFETIME_MS),
    };
    await tx
      .insertInto('verified_phone')
      .values(proof)
      .onConflict((conflict) => conflict.column('phone').doUpdateSet(proof))
      .execute();
  }

  #isProofOf({ phone, purpose, caller }: Claim) {
    return (eb: ExpressionBuilder<DB, 'verified_phone'>) =>
      eb.and([
        eb('phone', '=', phone),
        eb('purpose', '=', purpose),
        eb('verified_until', '>', this.#clock.now()),
        eb.or([
          eb('device_hash', '=', hashToken(caller.device ?? '')),
          eb.and([eb('device_hash', 'is', null), eb('address_hash', '=', this.#addressHash(caller))]),
          // Written by an older version that stores neither, during an upgrade.
          eb.and([eb('device_hash', 'is', null), eb('address_hash', 'is', null)]),
        ]),
      ]);
  }

  #record(tx: Tx, { phone, purpose, caller }: Claim, { ref, code, tokenHash }: NewOtp): Promise<void> {
    return addOtp(
      tx,
      { tokenHash, phone, purpose, ref, codeHash: this.#codeHash(tokenHash, code) },
      { now: this.#clock.now(), mostInDay: this.#allowance.mostInDay(caller) },
    );
  }

  #codeHash(tokenHash: Buffer, code: string): Buffer {
    return this.#secrets.digest('otp', tokenHash.toString('hex'), code);
  }

  #addressHash({ address }: Caller): Buffer {
    return this.#secrets.digest('address', address);
  }
}
