import type { bankAccount, profile, registration } from '@krapao/contract/account';
import { readInviteCode } from '@krapao/contract/invite-code';
import { ENGLISH_NAME, PASSWORD_MIN, requiresEnglishName } from '@krapao/contract/limits';
import { readDigits, readPhone } from '@krapao/contract/typed-digits';
import { sql } from 'kysely';
import type { z } from 'zod';
import { acceptsAccountNo, type Content } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Caller } from '../../http/caller.ts';
import type { Member } from '../../http/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { HashFor, Hashing } from '../../kernel/hashing.ts';
import { newMemberId } from '../../kernel/ids.ts';
import { assertPhone } from '../../kernel/phone.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { InviteService } from '../invite/service.ts';
import type { Claim, OtpService } from '../otp/service.ts';
import type { RegistrationAllowance } from './allowance.ts';

export type Registration = z.output<typeof registration>;

const BANK_FIELDS = ['bankCode', 'bankAccountName', 'bankAccountNo'] as const;
type BankField = (typeof BANK_FIELDS)[number];

const HOLDER_COLUMNS = ['id', 'bank_account_name'] as const;
const REGISTERED = sql.lit('registered').as('basis');

const REQUIRED = ['name', 'username', 'password', 'bankCode', 'bankAccountName', 'bankAccountNo'] as const;

export interface AccountOptions {
  laos: boolean;
}

/** The member and the linked bank account, as the wire has them. */
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
  readonly #allowance: RegistrationAllowance;
  readonly #invites: Pick<InviteService, 'checkCode' | 'join'>;
  readonly #coins: (member: Member) => Promise<number>;
  readonly #options: AccountOptions;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    ledger: Ledger;
    otps: OtpService;
    hashing: Hashing;
    allowance: RegistrationAllowance;
    invites: Pick<InviteService, 'checkCode' | 'join'>;
    /** How many coins the member has for the wheel. */
    coins: (member: Member) => Promise<number>;
    options: AccountOptions;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#ledger = parts.ledger;
    this.#otps = parts.otps;
    this.#hashing = parts.hashing;
    this.#allowance = parts.allowance;
    this.#invites = parts.invites;
    this.#coins = parts.coins;
    this.#options = parts.options;
  }

  /**
   * Checks what of a registration is filled in; empty text is not checked.
   * @throws AppError naming the first thing that is wrong, or REQUEST_LIMIT
   */
  async validate(typed: Partial<Registration>, caller: Caller): Promise<void> {
    const given = this.#read(typed);
    await this.#checkGiven(given);
    const phone = given.username;
    const isProven = phone && (await this.#otps.isVerified({ phone, purpose: 'register', caller }));
    await this.#allowance.asking(caller, isProven ? phone : undefined, () => this.#checkTaken(given));
  }

  /**
   * Registers a member, whole or not at all.
   * @throws AppError as {@link AccountService.validate}, KEY_MISSING for an empty required field,
   *   UNVERIFIED_OTP when the phone has not answered a one-time code to the caller, REQUEST_LIMIT
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
      await this.#create(given, claim, { source: caller.network ?? caller.address });
    } catch (error) {
      // Another registration of the same phone may have used the verification up: that it is taken says more.
      if (error instanceof AppError && error.code === 'UNVERIFIED_OTP') await this.#checkTaken(given);
      throw error;
    }
  }

  /** Registers without a one-time code: the members a demonstration comes with. */
  async registerTrusted(given: Registration): Promise<void> {
    await this.#checkGiven(given);
    await this.#checkTaken(given);
    await this.#create(given, undefined, 'member');
  }

  /**
   * Corrects the account name of the member's bank account; bank and number stay what they are. The new name is shown
   * and paid out to; by which transfers are found to be the member's, it does not change (docs/names.md).
   * @throws AppError INVALID_BANK another bank than the member's, BANK_ACCOUNT_NAME_ENG
   */
  async renameBankAccount(member: Member, bankCode: string, bankAccountName: string): Promise<void> {
    if (bankCode !== member.bankCode) throw new AppError('INVALID_BANK');
    if (!ENGLISH_NAME.test(bankAccountName)) throw new AppError('BANK_ACCOUNT_NAME_ENG');
    await this.#database.queries
      .updateTable('member')
      .set({ bank_account_name: bankAccountName.toUpperCase(), bank_changed_at: sql`now()` })
      .where('id', '=', member.id)
      .execute();
  }

  /**
   * Changes the member's name. A bank account that is linked stays: whoever takes a session over must not
   * be able to send the money elsewhere. One that is not yet may be linked once.
   * @throws AppError INVALID_USER_INFO bank fields other than the member's, INVALID_BANK, EXISTING_BANK,
   *   BANK_ACCOUNT_NAME_ENG
   */
  async edit(member: Member, typed: Pick<Registration, 'name' | BankField>): Promise<void> {
    const given = { ...typed, bankAccountNo: readDigits(typed.bankAccountNo) };
    const linked = BANK_FIELDS.some((field) => member[field] !== '');
    if (linked && BANK_FIELDS.some((field) => given[field] !== member[field])) {
      throw new AppError('INVALID_USER_INFO');
    }
    const links = !linked && BANK_FIELDS.some((field) => given[field] !== '');
    if (links) await this.#checkLink(member, given);
    try {
      if (links) await this.#link(member, given);
      else {
        await this.#database.queries
          .updateTable('member')
          .set({ name: given.name })
          .where('id', '=', member.id)
          .execute();
      }
    } catch (error) {
      throw takenError(error) ?? error;
    }
  }

  /** The name that an account is linked under counts like one of a registration. */
  async #link(member: Member, given: Pick<Registration, 'name' | BankField>): Promise<void> {
    await this.#database.queries
      .with('linked', (query) =>
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
      )
      .insertInto('holder_name')
      .columns(['member_id', 'name', 'basis'])
      .expression((query) => query.selectFrom('linked').select(['id', 'bank_account_name', REGISTERED]))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async #checkLink(member: Member, given: Pick<Registration, BankField>): Promise<void> {
    if (BANK_FIELDS.some((field) => given[field] === '')) throw new AppError('KEY_MISSING');
    checkBank({ ...given, currency: member.currency }, await this.#content.get());
    await this.#checkTaken(given);
  }

  /** {@link AccountService.describe} with the coins as they are now. */
  async show(member: Member): Promise<MemberView> {
    return this.describe(member, await this.#coins(member), await this.#content.get());
  }

  /** @param coin how many coins the member has */
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
        // A bank taken out of the content since: its code still says which it is.
        bank: { code: bankCode, nameTH: bank?.nameTH ?? bankCode, nameEN: bank?.nameEN ?? bankCode },
      },
    };
  }

  /** @param claim what the caller's answer to a one-time code must prove; undefined for nothing */
  async #create(given: Registration, claim: Claim | undefined, whose: HashFor): Promise<void> {
    const { operator } = await this.#content.get();
    const passwordHash = await this.#hashing.hash(given.password, whose);
    const id = newMemberId();
    const currency = given.currency || operator.currency;
    try {
      await this.#database.transaction(async (tx) => {
        if (claim && !(await this.#otps.consume(tx, claim))) throw new UsedUpError();
        const wallet = await this.#ledger.openMemberAccount(tx, { code: `member:${id}:wallet`, currency });
        // In one statement, since it costs a round trip otherwise.
        await tx
          .with('joined', (query) =>
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
          )
          .insertInto('holder_name')
          .columns(['member_id', 'name', 'basis'])
          .expression((query) => query.selectFrom('joined').select(['id', 'bank_account_name', REGISTERED]))
          .execute();
        await this.#invites.join(tx, id, given.inviteCode);
      });
    } catch (error) {
      if (!(error instanceof UsedUpError)) throw takenError(error) ?? error;
      // The same press twice: whoever was first used the phone's answer up, and is the member now.
      await this.#checkTaken(given);
      throw new AppError('UNVERIFIED_OTP', { cause: error });
    }
  }

  /** Phone, account number and invite code as they are kept, however they were typed. */
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
    if (given.password && given.password.length < PASSWORD_MIN) throw new AppError('INVALID_USER_INFO');
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

/** A phone's answer to its code was used meanwhile. */
class UsedUpError extends Error {}

function checkBank(given: Partial<Registration>, content: Content): void {
  if (!given.bankCode) return;
  const bank = content.banks.banks.find((candidate) => candidate.code === given.bankCode);
  // Withdrawals go there in the member's currency.
  if (!bank?.currencies.includes(given.currency || content.operator.currency)) {
    throw new AppError('INVALID_BANK');
  }
  if (given.bankAccountNo && !acceptsAccountNo(bank, given.bankAccountNo)) throw new AppError('INVALID_BANK');
  if (given.bankAccountName && requiresEnglishName(bank.code) && !ENGLISH_NAME.test(given.bankAccountName)) {
    throw new AppError('BANK_ACCOUNT_NAME_ENG');
  }
}

/** Two registrations at once: the database lets one through and names what the other collides with. */
function takenError(error: unknown): AppError | undefined {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'member_username_key') return new AppError('EXISTING_USER', { cause: error });
  if (constraint === 'member_bank_account') return new AppError('EXISTING_BANK', { cause: error });
  return undefined;
}
