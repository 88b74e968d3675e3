import { readPhone } from '@krapao/contract/typed-digits';
import type { Language } from '../../content/fields.ts';
import type { Database } from '../../database/open.ts';
import type { Caller } from '../../domain/caller.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Hashing } from '../../kernel/hashing.ts';
import { assertPhone } from '../../kernel/phone.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { findByPhone } from '../account/queries.ts';
import type { PasswordCodes } from '../otp/service.ts';
import type { PasswordRules } from '../passwords/service.ts';
import type { SessionService } from '../session/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import type { ResetMessages } from './messages.ts';

/** A code and the password that it is for, as a player sends them. */
export interface NewPassword {
  phone: string;
  code: string;
  password: string;
}

/** Resets of forgotten passwords, by a one-time code to the phone. */
export class PasswordResets {
  readonly #database: Database;
  readonly #codes: PasswordCodes;
  readonly #messages: ResetMessages;
  readonly #sessions: Pick<SessionService, 'setPassword'>;
  readonly #hashing: Hashing;
  readonly #passwordRules: PasswordRules;
  readonly #laos: boolean;

  constructor(parts: {
    database: Database;
    codes: PasswordCodes;
    messages: ResetMessages;
    sessions: Pick<SessionService, 'setPassword'>;
    hashing: Hashing;
    passwordRules: PasswordRules;
    /** True when phone numbers are Lao numbers. */
    laos: boolean;
  }) {
    this.#database = parts.database;
    this.#codes = parts.codes;
    this.#messages = parts.messages;
    this.#sessions = parts.sessions;
    this.#hashing = parts.hashing;
    this.#passwordRules = parts.passwordRules;
    this.#laos = parts.laos;
  }

  /**
   * Sends a code to the phone of a member. A phone without a member gets the same answer after the same work.
   * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, INVALID_USER_INFO; OTP_BLOCK, REQUEST_LIMIT_1MIN,
   *   REQUEST_LIMIT
   */
  async ask(typed: string, caller: Caller, language: Language): Promise<void> {
    const phone = this.#read(typed);
    const issued = await this.#codes.issue({ phone, caller });
    const member = await findByPhone(this.#database.queries, phone);
    if (member) this.#messages.sendCodeLater(phone, issued, language);
  }

  /**
   * Sets a new password by a code. Every session of the member ends, every browser is forgotten, and payouts
   * are looked at as after any change of the password. A frozen member stays frozen.
   * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, INVALID_USER_INFO; PASSWORD_SHORT, PASSWORD_EASY;
   *   OTP_NOT_EXIST, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID; REQUEST_LIMIT when too many passwords wait to be
   *   hashed
   */
  async confirm({ phone: typed, code, password }: NewPassword, caller: Caller, language: Language) {
    const phone = this.#read(typed);
    await this.#passwordRules.assertGood(password, { phone });
    const token = await this.#codes.answer({ phone, caller }, code);
    const member = await findByPhone(this.#database.queries, phone);
    // The code of a phone without a member was never sent: it was guessed.
    if (!member) throw new AppError('OTP_CODE_INVALID');
    // Not before the code is right: the answer would tell strangers the member's name.
    const owner = { phone, names: [member.name, member.bankAccountName] };
    await this.#passwordRules.assertGood(password, owner).catch(async (error: unknown) => {
      await this.#codes.giveBack(token);
      throw error;
    });
    const newHash = await this.#hashing.hash(password, 'member');
    await this.#sessions.setPassword({ id: member.id, phone, newHash, caller }, (tx) =>
      this.#codes.use(tx, phone, token),
    );
    this.#messages.sendChangedLater(phone, language);
  }

  /**
   * Sends a member a code for staff, who never see it. The act is recorded in the transaction that stores the
   * code.
   * @throws StaffError REQUEST_LIMIT; SMS_FAILED when the message was not sent
   */
  async start(
    actor: Actor & { id: string },
    member: { id: string; phone: string },
    reason: string,
  ): Promise<void> {
    // Nothing tells a member's language while they are away.
    const language = this.#laos ? 'la' : 'th';
    const isSent = await this.#codes
      .issueForStaff(
        { phone: member.phone, staffId: actor.id },
        (tx) =>
          recordAct(tx, {
            actor,
            action: 'member.send_reset',
            subject: `member ${member.id}`,
            outcome: 'done',
            reason,
          }),
        (issued) => this.#messages.sendCode(member.phone, issued, language),
      )
      .catch((error: unknown) => {
        throw limitForStaff(error) ?? error;
      });
    if (!isSent) throw new StaffError('SMS_FAILED');
  }

  #read(typed: string): string {
    const phone = readPhone(typed, this.#laos);
    assertPhone(phone, this.#laos);
    return phone;
  }
}

/** Translates a limit of one-time codes; undefined for other errors. */
function limitForStaff(error: unknown): StaffError | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code !== 'REQUEST_LIMIT' && error.code !== 'REQUEST_LIMIT_1MIN') return undefined;
  const { retryAfterMs } = error;
  return new StaffError('REQUEST_LIMIT', {
    cause: error,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
