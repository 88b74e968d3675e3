import { readDigits } from '@krapao/contract/typed-digits';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Database, Tx } from '../../database/open.ts';
import type { DB } from '../../database/schema.ts';
import { otpTurn } from '../../database/turns.ts';
import type { Caller } from '../../domain/caller.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newOtpRef } from '../../kernel/ids.ts';
import { hashToken, newOtpCode, newToken, sameBytes, type Secrets } from '../../kernel/secrets.ts';
import type { OtpAllowance } from './allowance.ts';
import { addOtp, endOtherOtps, forgetOtp, MOST_ATTEMPTS } from './repo.ts';

const PURPOSE = 'password';

/** A phone, and the caller that asks for its code or types it. */
export interface CodeClaim {
  phone: string;
  caller: Caller;
}

/** A code that is stored and not yet sent. */
export interface IssuedCode {
  code: string;
  /** Shown in the message. */
  ref: string;
  /** Our reference of the message. */
  reference: string;
}

interface NewCode extends IssuedCode {
  tokenHash: Buffer;
}

/**
 * One-time codes for a new password. They are typed together with their phone, without a token, so a code
 * belongs to the browser that asked for it: others can neither answer it nor use up its five attempts. A code
 * that staff send can be answered in any browser. The newest code of a browser counts. A phone without a
 * member gets codes too, which are never sent, so that every answer is the same.
 */
export class PasswordCodes {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #allowance: OtpAllowance;

  constructor(parts: { database: Database; secrets: Secrets; clock: Clock; allowance: OtpAllowance }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
    this.#allowance = parts.allowance;
  }

  /**
   * Stores a code for the caller's browser and counts its message.
   * @throws AppError OTP_BLOCK after too many wrong codes for the phone from there; REQUEST_LIMIT_1MIN,
   *   REQUEST_LIMIT
   */
  async issue(claim: CodeClaim): Promise<IssuedCode> {
    const { phone, caller } = claim;
    await this.#allowance.assertMayAsk(claim);
    const issued = newCode();
    const browser = {
      device_hash: caller.device === undefined ? null : hashToken(caller.device),
      address_hash: this.#addressHash(caller),
    };
    const mostInDay = this.#allowance.mostInDay(caller);
    await this.#database.transactionInTurn([otpTurn(phone)], (tx) =>
      this.#add(tx, phone, issued, { mostInDay, browser }),
    );
    await this.#allowance.take(claim).catch(async (error: unknown) => {
      await forgetOtp(this.#database.queries, issued.tokenHash);
      throw error;
    });
    return issued;
  }

  /**
   * Stores a code that a person of the staff starts, and lets `send` send it after the transaction.
   * @param record writes the act in the same transaction
   * @param send returns whether the message was sent; a code that was not is deleted and not counted
   * @returns what `send` returned
   * @throws AppError REQUEST_LIMIT_1MIN, REQUEST_LIMIT
   */
  async issueForStaff(
    { phone, staffId }: { phone: string; staffId: string },
    record: (tx: Tx) => Promise<void>,
    send: (issued: IssuedCode) => Promise<boolean>,
  ): Promise<boolean> {
    const release = await this.#allowance.takeForStaff(phone, staffId);
    const issued = newCode();
    const mostInDay = this.#allowance.mostInDayForStaff;
    try {
      await this.#database.transactionInTurn([otpTurn(phone)], async (tx) => {
        await this.#add(tx, phone, issued, { mostInDay });
        await record(tx);
      });
    } catch (error) {
      await release();
      throw error;
    }
    const isSent = await send(issued);
    if (!isSent) await Promise.all([forgetOtp(this.#database.queries, issued.tokenHash), release()]);
    return isSent;
  }

  /**
   * Compares a code with the newest one that the caller may answer. Counts every attempt before comparing it.
   * @returns the token under which {@link PasswordCodes.use} uses the code up
   * @throws AppError OTP_NOT_EXIST, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID
   */
  async answer(claim: CodeClaim, code: string): Promise<Buffer> {
    const newest = await this.#database.queries
      .selectFrom('otp')
      .select(['token_hash', 'expires_at'])
      .where('phone', '=', claim.phone)
      .where('purpose', '=', PURPOSE)
      .where('verified_at', 'is', null)
      .where(this.#isFor(claim.caller))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!newest) throw new AppError('OTP_NOT_EXIST');
    if (newest.expires_at <= this.#clock.now()) throw new AppError('OTP_EXPIRED');
    const counted = await this.#database.queries
      .updateTable('otp')
      .set({ attempts: sql`attempts + 1` })
      .where('token_hash', '=', newest.token_hash)
      .where('attempts', '<', MOST_ATTEMPTS)
      .returning('code_hash')
      .executeTakeFirst();
    if (!counted) throw new AppError('OTP_BLOCK');
    if (!sameBytes(counted.code_hash, this.#codeHash(newest.token_hash, readDigits(code)))) {
      await this.#allowance.missed(claim);
      throw new AppError('OTP_CODE_INVALID');
    }
    return newest.token_hash;
  }

  /** Gives an attempt with the right code back. */
  async giveBack(token: Buffer): Promise<void> {
    await this.#database.queries
      .updateTable('otp')
      .set({ attempts: sql`attempts - 1` })
      .where('token_hash', '=', token)
      .where('attempts', '>', 0)
      .execute();
  }

  /** Uses a code up and ends the phone's others. @throws AppError OTP_NOT_EXIST when it has been used */
  async use(tx: Tx, phone: string, tokenHash: Buffer): Promise<void> {
    const now = this.#clock.now();
    const used = await tx
      .updateTable('otp')
      .set({ verified_at: now })
      .where('token_hash', '=', tokenHash)
      .where('verified_at', 'is', null)
      .returning('phone')
      .executeTakeFirst();
    if (!used) throw new AppError('OTP_NOT_EXIST');
    await endOtherOtps(tx, { phone, purpose: PURPOSE, tokenHash }, now);
  }

  #add(
    tx: Tx,
    phone: string,
    { tokenHash, code, ref }: NewCode,
    {
      mostInDay,
      browser,
    }: { mostInDay: number; browser?: { device_hash: Buffer | null; address_hash: Buffer } },
  ): Promise<void> {
    const codeHash = this.#codeHash(tokenHash, code);
    return addOtp(
      tx,
      { tokenHash, phone, purpose: PURPOSE, ref, codeHash, ...(browser && { browser }) },
      { now: this.#clock.now(), mostInDay },
    );
  }

  /**
   * Codes of the caller's browser, or of its address if it names none; and one that staff sent. That one is
   * left out once it is of no use: only phones of members have any.
   */
  #isFor(caller: Caller) {
    return (eb: ExpressionBuilder<DB, 'otp'>) =>
      eb.or([
        eb.and([eb('address_hash', 'is', null), eb('expires_at', '>', this.#clock.now())]),
        eb('device_hash', '=', hashToken(caller.device ?? '')),
        eb.and([eb('device_hash', 'is', null), eb('address_hash', '=', this.#addressHash(caller))]),
      ]);
  }

  #codeHash(tokenHash: Buffer, code: string): Buffer {
    return this.#secrets.digest('otp', tokenHash.toString('hex'), code);
  }

  #addressHash({ address }: Caller): Buffer {
    return this.#secrets.digest('address', address);
  }
}

function newCode(): NewCode {
  const tokenHash = hashToken(newToken());
  return { tokenHash, code: newOtpCode(), ref: newOtpRef(), reference: tokenHash.toString('hex') };
}
