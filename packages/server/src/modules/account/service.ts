import type { bankAccount, profile, registration } from '@krapao/contract/account';
import { readInviteCode } from '@krapao/contract/invite-code';
import { ENGLISH_NAME, requiresEnglishName } from '@krapao/contract/limits';
import { readDigits, readPhone } from '@krapao/contract/typed-digits';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Language } from '../../content/fields.ts';
import { acceptsAccountNo, type Content } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { HashFor, Hashing } from '../../kernel/hashing.ts';
import { newMemberId } from '../../kernel/ids.ts';
import { assertPhone } from '../../kernel/phone.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { InviteService } from '../invite/service.ts';
import type { StepUp } from '../factors/service.ts';
import type { Claim, OtpService } from '../otp/service.ts';
import type { PasswordRules } from '../passwords/service.ts';
import { isExcludedPerson } from '../protection/queries.ts';
import { HOLDER_COLUMNS, keepRegisteredNames } from '../senders/queries.ts';
import { awaitLogin } from '../session/queries.ts';
import type { Messages } from '../session/service.ts';
import type { RegistrationAllowance } from './allowance.ts';

export type Registration = z.output<typeof registration>;

const BANK_FIELDS = ['bankCode', 'bankAccountName', 'bankAccountNo'] as const;
type BankField = (typeof BANK_FIELDS)[number];

const REQUIRED = ['name', 'username', 'password', 'bankCode', 'bankAccountName', 'bankAccountNo'] as const;

export interface AccountOptions {
  laos: boolean;
}

/** Member and linked bank account in the API's format. */
export interface MemberView {
  profile: z.input<typeof profile>;
  bankAccount: z.input<typeof bankAccount>;
}

/** Registration and the member's own data. */
export class AccountService {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #ledger: Ledger;
  readonly #otps: OtpService;
  readonly #hashing: Hashing;
  readonly #passwordRules: PasswordRules;
  readonly #allowance: RegistrationAllowance;
  readonly #invites: Pick<InviteService, 'checkCode' | 'join'>;
  readonly #coins: (member: Member) => Promise<number>;
  readonly #stepUp: Pick<StepUp, 'assertFresh'>;
  readonly #messages: Messages;
  readonly #clock: Clock;
  readonly #options: AccountOptions;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    ledger: Ledger;
    otps: OtpService;
    hashing: Hashing;
    passwordRules: PasswordRules;
    allowance: RegistrationAllowance;
    invites: Pick<InviteService, 'checkCode' | 'join'>;
    /** Reads the number of coins that the member has for the wheel. */
    coins: (member: Member) => Promise<number>;
    stepUp: Pick<StepUp, 'assertFresh'>;
    messages: Messages;
    clock: Clock;
    options: AccountOptions;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#ledger = parts.ledger;
    this.#otps = parts.otps;
    this.#hashing = parts.hashing;
    this.#passwordRules = parts.passwordRules;
    this.#allowance = parts.allowance;
    this.#invites = parts.invites;
    this.#coins = parts.coins;
    this.#stepUp = parts.stepUp;
    this.#messages = parts.messages;
    this.#clock = parts.clock;
    this.#options = parts.options;
  }

  /**
   * Checks the filled-in fields of a registration; empty text is not checked.
   * @throws AppError naming the first invalid field, or REQUEST_LIMIT
   */
  async validate(typed: Partial<Registration>, caller: Caller): Promise<void> {
    const given = this.#read(typed);
    await this.#checkGiven(given);
    const { username: phone, password, name, bankAccountName } = given;
    if (password) await this.#passwordRules.assertGood(password, { phone, names: [name, bankAccountName] });
    const isProven = phone && (await this.#otps.isVerified({ phone, purpose: 'register', caller }));
    await this.#allowance.asking(caller, isProven ? phone : undefined, () => this.#checkTaken(given));
  }

  /**
   * Registers a member atomically.
   * @throws AppError as {@link AccountService.validate}, KEY_MISSING for an empty required field,
   *   UNVERIFIED_OTP when the caller has not verified the phone by a one-time code, EXCLUDED, REQUEST_LIMIT
   */
  async register(typed: Registration, caller: Caller): Promise<void> {
    const given = this.#read(typed);
    if (REQUIRED.some((key) => given[key] === '')) throw new AppError('KEY_MISSING');
    await this.validate(given, caller);
    const { operator } = await this.#content.get();
    const claim = operator.registerOtp
      ? { phone: given.username, purpose: 'register' as const, caller }
      : undefined;
    try {
      if (claim && !(await this.#otps.isVerified(claim))) throw new AppError('UNVERIFIED_OTP');
      await this.#allowance.spend(caller);
      await this.#refuseExcluded(given);
      await this.#create(given, claim, { source: caller.network ?? caller.address });
    } catch (error) {
      // If another registration of the phone consumed the verification, EXISTING_USER is more precise.
      if (error instanceof AppError && error.code === 'UNVERIFIED_OTP') await this.#checkTaken(given);
      throw error;
    }
  }

  /**
   * Nobody opens a second account during an exclusion: by phone, bank account and, unless the operator says otherwise,
   * by name.
   * @throws AppError EXCLUDED
   */
  async #refuseExcluded(given: Registration): Promise<void> {
    const { matchExcludedNames } = (await this.#content.get()).protection;
    const names = matchExcludedNames === 'on' ? [given.name, given.bankAccountName] : [];
    const person = { ...given, phone: given.username, names };
    if (await isExcludedPerson(this.#database.queries, person, this.#clock.now()))
      throw new AppError('EXCLUDED');
  }

  /** Registers without a one-time code, for the members of a demonstration. */
  async registerTrusted(given: Registration): Promise<void> {
    await this.#checkGiven(given);
    await this.#checkTaken(given);
    await this.#create(given, undefined, 'member');
  }

  /**
   * Corrects the name of the member's bank account; bank and number do not change. The new name is displayed
   * and used for payouts. The names that match incoming transfers to the member do not change
   * (docs/names.md).
   * @throws AppError INVALID_BANK another bank than the member's, BANK_ACCOUNT_NAME_ENG, STEP_UP_REQUIRED
   */
  async renameBankAccount(
    member: Member,
    { bankCode, bankAccountName }: { bankCode: string; bankAccountName: string },
    language: Language,
  ): Promise<void> {
    if (bankCode !== member.bankCode) throw new AppError('INVALID_BANK');
    if (!ENGLISH_NAME.test(bankAccountName)) throw new AppError('BANK_ACCOUNT_NAME_ENG');
    this.#stepUp.assertFresh(member);
    await this.#database.transaction(async (tx) => {
      await tx
        .updateTable('member')
        .set({ bank_account_name: bankAccountName.toUpperCase(), bank_changed_at: sql`now()` })
        .where('id', '=', member.id)
        .execute();
      await this.#messages.tell(tx, 'bank', { id: member.id, phone: member.username }, language);
    });
  }

  /**
   * Changes the member's name, and links a bank account if the member has none. A linked account cannot be
   * replaced, so an attacker with a stolen session cannot redirect the money.
   * @throws AppError INVALID_USER_INFO bank fields other than the member's, INVALID_BANK, EXISTING_BANK,
   *   BANK_ACCOUNT_NAME_ENG, STEP_UP_REQUIRED
   */
  async edit(
    member: Member,
    typed: Pick<Registration, 'name' | BankField>,
    language: Language,
  ): Promise<void> {
    const given = { ...typed, bankAccountNo: readDigits(typed.bankAccountNo) };
    const linked = BANK_FIELDS.some((field) => member[field] !== '');
    if (linked && BANK_FIELDS.some((field) => given[field] !== member[field])) {
      throw new AppError('INVALID_USER_INFO');
    }
    const links = !linked && BANK_FIELDS.some((field) => given[field] !== '');
    if (links) await this.#checkLink(member, given);
    if (!links && given.name === member.name) return;
    this.#stepUp.assertFresh(member);
    try {
      await this.#database.transaction(async (tx) => {
        if (links) await this.#link(tx, member, given);
        else await tx.updateTable('member').set({ name: given.name }).where('id', '=', member.id).execute();
        const event = links ? 'bank' : 'name';
        await this.#messages.tell(tx, event, { id: member.id, phone: member.username }, language);
      });
    } catch (error) {
      throw takenError(error) ?? error;
    }
  }

  /** Links a bank account. Its name matches incoming transfers, as one of a registration does. */
  async #link(tx: Tx, member: Member, given: Pick<Registration, 'name' | BankField>): Promise<void> {
    await keepRegisteredNames(
      tx.with('holders', (query) =>
        query
          .updateTable('member')
          .set({
            name: given.name,
            bank_code: given.bankCode,
            bank_account_name: given.bankAccountName.toUpperCase(),
            bank_account_no: given.bankAccountNo,
            bank_changed_at: sql`now()`,
          })
          .where('id', '=', member.id)
          .where('bank_account_no', '=', '')
          .returning(HOLDER_COLUMNS),
      ),
    )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async #checkLink(member: Member, given: Pick<Registration, BankField>): Promise<void> {
    if (BANK_FIELDS.some((field) => given[field] === '')) throw new AppError('KEY_MISSING');
    checkBank({ ...given, currency: member.currency }, await this.#content.get());
    await this.#checkTaken(given);
  }

  /** {@link AccountService.describe} with the current coins. */
  async show(member: Member): Promise<MemberView> {
    return this.describe(member, await this.#coins(member), await this.#content.get());
  }

  /** @param coin the member's number of coins */
  describe(member: Member, coin: number, { banks }: Content): MemberView {
    const bank = banks.banks.find((candidate) => candidate.code === member.bankCode);
    const { bankCode, bankAccountName, bankAccountNo } = member;
    return {
      profile: {
        _id: member.id,
        name: member.name,
        username: member.username,
        sourceCode: member.sourceCode,
        inviteCode: member.inviteCode,
        bankCode,
        bankAccountName,
        bankAccountNo,
        currency: member.currency,
        coin,
        createdAt: member.createdAt.toISOString(),
      },
      bankAccount: {
        bankAccountName,
        bankAccountNo,
        // A bank that has been removed from the content is named by its code.
        bank: { code: bankCode, nameTH: bank?.nameTH ?? bankCode, nameEN: bank?.nameEN ?? bankCode },
      },
    };
  }

  /** @param claim the verified one-time code to consume; undefined where none is required */
  async #create(given: Registration, claim: Claim | undefined, whose: HashFor): Promise<void> {
    const { operator } = await this.#content.get();
    const passwordHash = await this.#hashing.hash(given.password, whose);
    const id = newMemberId();
    const currency = given.currency || operator.currency;
    try {
      await this.#database.transaction(async (tx) => {
        if (claim && !(await this.#otps.consume(tx, claim))) throw new UsedUpError();
        const wallet = await this.#ledger.openMemberAccount(tx, { code: `member:${id}:wallet`, currency });
        // One statement saves a round trip.
        await keepRegisteredNames(
          tx.with('holders', (query) =>
            query
              .insertInto('member')
              .values({
                id,
                username: given.username,
                name: given.name,
                password_hash: passwordHash,
                source_code: given.sourceCode,
                invite_code: given.inviteCode,
                bank_code: given.bankCode,
                bank_account_name: given.bankAccountName.toUpperCase(),
                bank_account_no: given.bankAccountNo,
                currency,
                wallet_account: wallet,
              })
              .returning(HOLDER_COLUMNS),
          ),
        ).execute();
        await awaitLogin(tx, id);
        await this.#invites.join(tx, id, given.inviteCode);
      });
    } catch (error) {
      if (!(error instanceof UsedUpError)) throw takenError(error) ?? error;
      // The same form was sent twice. The first request consumed the verification and created the member.
      await this.#checkTaken(given);
      throw new AppError('UNVERIFIED_OTP', { cause: error });
    }
  }

  /** Normalizes the typed phone, account number and invite code to the form in which they are stored. */
  #read<Given extends Partial<Registration>>(given: Given): Given {
    const { username, bankAccountNo, inviteCode } = given;
    return {
      ...given,
      ...(username !== undefined && { username: readPhone(username, this.#options.laos) }),
      ...(bankAccountNo !== undefined && { bankAccountNo: readDigits(bankAccountNo) }),
      ...(inviteCode !== undefined && { inviteCode: readInviteCode(inviteCode) }),
    };
  }

  async #checkGiven(given: Partial<Registration>): Promise<void> {
    const content = await this.#content.get();
    this.#checkPerson(given, content);
    checkBank(given, content);
    if (given.inviteCode) await this.#invites.checkCode(given.inviteCode);
  }

  #checkPerson(given: Partial<Registration>, content: Content): void {
    if (given.username) assertPhone(given.username, this.#options.laos);
    if (given.sourceCode && !content.sources.some((source) => source.code === given.sourceCode)) {
      throw new AppError('INVALID_USER_INFO');
    }
    if (given.currency && !this.#options.laos && given.currency !== content.operator.currency) {
      throw new AppError('INVALID_USER_INFO');
    }
  }

  async #checkTaken({ username, bankCode, bankAccountNo }: Partial<Registration>): Promise<void> {
    const row = await this.#database.queries
      .selectFrom('member')
      .select('username')
      .where((eb) =>
        eb.or([
          eb('username', '=', username ?? ''),
          eb.and([eb('bank_code', '=', bankCode ?? ''), eb('bank_account_no', '=', bankAccountNo ?? '')]),
        ]),
      )
      .execute();
    if (row.some((member) => member.username === username)) throw new AppError('EXISTING_USER');
    if (row.length > 0) throw new AppError('EXISTING_BANK');
  }
}

/** A concurrent request has consumed the phone's verification. */
class UsedUpError extends Error {}

function checkBank(given: Partial<Registration>, content: Content): void {
  if (!given.bankCode) return;
  const bank = content.banks.banks.find((candidate) => candidate.code === given.bankCode);
  // Withdrawals to the bank are in the member's currency.
  if (!bank?.currencies.includes(given.currency || content.operator.currency)) {
    throw new AppError('INVALID_BANK');
  }
  if (given.bankAccountNo && !acceptsAccountNo(bank, given.bankAccountNo)) throw new AppError('INVALID_BANK');
  if (given.bankAccountName && requiresEnglishName(bank.code) && !ENGLISH_NAME.test(given.bankAccountName)) {
    throw new AppError('BANK_ACCOUNT_NAME_ENG');
  }
}

/** Translates a unique violation of concurrent registrations; undefined for other errors. */
function takenError(error: unknown): AppError | undefined {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'member_username_key') return new AppError('EXISTING_USER', { cause: error });
  if (constraint === 'member_bank_account') return new AppError('EXISTING_BANK', { cause: error });
  return undefined;
}
