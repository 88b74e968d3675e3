import type { Currency } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import { isWholeNo, maskPattern } from '../../kernel/account-mask.ts';
import type { AccountId } from '../../ledger/types.ts';

/*
 * Reads and single writes of members for other modules. Constants, and functions without a handle, are subqueries and conditions:
 * a module joins them with its own tables in one statement.
 */

/** Ledger account and currency of a member. */
export interface MemberWallet {
  walletAccount: AccountId;
  currency: Currency;
}

/** A member as staff find them, by phone. */
export interface FoundMember extends MemberWallet {
  id: string;
  name: string;
  bankAccountName: string;
  /** Null for a member who is not frozen. */
  disabledAt: Date | null;
}

/** Member fields that a log-in checks. */
export interface Credentials {
  id: string;
  passwordHash: string;
  isDisabled: boolean;
  /** The member has an authenticator app. */
  hasTotp: boolean;
}

/** Wallet and currency of each member. */
export const memberWallets = sql<{ id: string; wallet_account: AccountId; currency: Currency }>`
  (select id, wallet_account, currency from member)`;

/** Phone of each member. */
export const memberPhones = sql<{ id: string; wallet_account: AccountId; username: string }>`
  (select id, wallet_account, username from member)`;

/** How staff know each member, with wallet and currency. */
export const memberContacts = sql<{ id: string; username: string; name: string; wallet_account: AccountId }>`
  (select id, username, name, wallet_account, currency from member)`;

/** By what a member is known: phone, names and bank account. */
export const memberMarks = (memberId: string) => sql`(
  select username, name, bank_code, bank_account_no, bank_account_name from member where id = ${memberId})`;

/** Displayed name of each member. */
export const memberNames = sql<{ id: string; name: string }>`(select id, name from member)`;

/** Phone, bank account and currency of each member, by which deposits of theirs are recognised. */
export const memberOrigins = sql`(select id, username, bank_code, bank_account_no, currency from member)`;

/** Members with a linked bank account. */
export const linkedBankAccounts = sql`(
  select id, username, bank_code, bank_account_no, bank_account_name, bank_changed_at
    from member where bank_account_no <> '')`;

/** Columns of a member that authentication loads: all but the password. */
export const sessionMembers = sql`(
  select id, username, name, source_code, invite_code, bank_code, bank_account_name, bank_account_no, currency, coin,
      created_at, wallet_account, password_changed_at, bank_changed_at, factors_removed_at, disabled_at
    from member)`;

/** Members whose account at a bank could match a (masked) number; at any bank for a whole number without one. */
export function membersAtBank(bankCode: string, maskedNo: string): RawBuilder<unknown> {
  const isWhole = isWholeNo(maskedNo);
  const fits = isWhole
    ? sql`bank_account_no = ${maskedNo}`
    : sql`bank_account_no like ${maskPattern(maskedNo)}`;
  const isThere = isWhole && bankCode === '' ? sql`true` : sql`bank_code = ${bankCode}`;
  return sql`(
    select id, wallet_account, currency, bank_account_name from member where ${isThere} and ${fits})`;
}

/** Number of coins of each member. */
export const memberCoins = sql<{ id: string; wallet_account: AccountId; coin: number }>`
  (select id, wallet_account, coin from member)`;

/** A member's ledger account, as a value. */
export const walletOf = (memberId: string) => sql`(select wallet_account from member where id = ${memberId})`;

/** Condition: the member is frozen. */
export const isFrozen = (memberId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from member where id = ${memberId} and disabled_at is not null)`;

/** Condition: the member of a wallet is frozen. */
export const isWalletFrozen = (wallet: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from member where wallet_account = ${wallet} and disabled_at is not null)`;

/**
 * Members who may be the same person as a member. `by_account` is true where the bank account has the same name
 * or number, false where the member has the same name. The member is one of them.
 */
export const membersAlike = (memberId: string) => sql`(
  with own as (select name, bank_account_no, bank_account_name from member where id = ${memberId})
  select o.id, true as by_account from member o, own
    where o.bank_account_no = own.bank_account_no
      or person_key(o.bank_account_name) = person_key(own.bank_account_name)
  union all
  select o.id, false from member o, own where person_key(o.name) = person_key(own.name))`;

/**
 * Selects a member who may open a session: not frozen, with the password that was compared, if one was, and without an
 * authenticator app unless more than the password was proved. Locks the row, so that a concurrent change of them waits;
 * after a wait the row is read as it is then.
 */
export const admissibleMember = ({ id, passwordHash }: LoggingIn, isProven: boolean) => sql<{
  id: string;
  username: string;
  has_factor: boolean;
}>`
  select id, username, has_factor from member
    where id = ${id} and disabled_at is null and (${isProven}::boolean or not has_totp)
      ${passwordHash === undefined ? sql`` : sql`and password_hash = ${passwordHash}`}
    for share`;

/** The member of a log-in. */
export interface LoggingIn {
  id: string;
  /** The hash that was compared; none where a passkey logs in. */
  passwordHash?: string;
}

/** Keeps with a member's row which factors there are. Call it in each transaction that changes them. */
export async function keepFactorFlags(
  tx: Tx,
  id: string,
  { hasTotp, hasFactor }: { hasTotp: boolean; hasFactor: boolean },
): Promise<void> {
  await tx
    .updateTable('member')
    .set({ has_totp: hasTotp, has_factor: hasFactor })
    .where('id', '=', id)
    .execute();
}

/** Keeps that staff have removed all factors of a member. */
export async function keepFactorRemoval(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ factors_removed_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function isMember(queries: Queries, id: string): Promise<boolean> {
  const row = await queries.selectFrom('member').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns a member with their wallet and currency. */
export async function findOwner(
  queries: Queries,
  id: string,
): Promise<(MemberWallet & { id: string }) | undefined> {
  const row = await queries
    .selectFrom('member')
    .select(['wallet_account', 'currency'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id, walletAccount: row.wallet_account as AccountId, currency: row.currency as Currency };
}

/** @throws Error no such member */
export async function findWallet(queries: Queries, id: string): Promise<MemberWallet> {
  const row = await queries
    .selectFrom('member')
    .select(['wallet_account', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { walletAccount: row.wallet_account as AccountId, currency: row.currency as Currency };
}

export async function findByPhone(queries: Queries, phone: string): Promise<FoundMember | undefined> {
  const row = await queries
    .selectFrom('member')
    .select(['id', 'name', 'wallet_account', 'currency', 'bank_account_name', 'disabled_at'])
    .where('username', '=', phone)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      walletAccount: row.wallet_account as AccountId,
      currency: row.currency as Currency,
      bankAccountName: row.bank_account_name,
      disabledAt: row.disabled_at,
    }
  );
}

export async function findCredentials(queries: Queries, phone: string): Promise<Credentials | undefined> {
  const row = await queries
    .selectFrom('member')
    .select(['id', 'password_hash', 'disabled_at', 'has_totp'])
    .where('username', '=', phone)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      passwordHash: row.password_hash,
      isDisabled: row.disabled_at !== null,
      hasTotp: row.has_totp,
    }
  );
}

/** Returns the phone of a member; undefined where there is no such member. */
export async function phoneOf(queries: Queries, id: string): Promise<string | undefined> {
  const row = await queries.selectFrom('member').select('username').where('id', '=', id).executeTakeFirst();
  return row?.username;
}

/** @throws Error no such member */
export async function passwordHashOf(queries: Queries, id: string): Promise<string> {
  const row = await queries
    .selectFrom('member')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

/** Freezes or unfreezes a member. @returns false when the member was in that state already */
export async function setFrozen(tx: Tx, id: string, frozen: boolean): Promise<boolean> {
  const changed = await tx
    .updateTable('member')
    .set({ disabled_at: frozen ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('disabled_at', frozen ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Selects a member whose row does not change until the transaction ends.
 * @param id a value or a query
 * @param condition of the row, as it is once the lock is held
 */
export const heldMember = (id: RawBuilder<unknown>, condition: RawBuilder<unknown> = sql`true`) => sql<{
  id: string;
}>`
  select id from member where id = (${id}) and ${condition} for share`;

/**
 * Locks a member until the transaction ends. Who locks a member's session, browser or factor as well locks the member
 * first.
 * @throws Error no such member
 */
export async function lockMember(tx: Tx, id: string): Promise<{ isFrozen: boolean }> {
  const row = await tx
    .selectFrom('member')
    .select('disabled_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { isFrozen: row.disabled_at !== null };
}

/**
 * Replaces a member's password hash.
 * @param passwords without `oldHash`, whatever the old one is
 * @returns false when the old one is no longer current: of two concurrent changes, the second fails
 */
export async function replacePassword(
  tx: Tx,
  id: string,
  { oldHash, newHash }: { oldHash?: string; newHash: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('member')
    // Not the transaction's time: sessions opened since the transaction began must be older too.
    .set({ password_hash: newHash, password_changed_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .$if(oldHash !== undefined, (query) => query.where('password_hash', '=', oldHash ?? ''))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** @returns the new number of coins. @throws Error no such member */
export async function addCoins(tx: Tx, id: string, coins: number): Promise<number> {
  const { coin } = await tx
    .updateTable('member')
    .set((eb) => ({ coin: eb('coin', '+', coins) }))
    .where('id', '=', id)
    .returning('coin')
    .executeTakeFirstOrThrow();
  return coin;
}

/** Takes one coin. @returns the number left; undefined when there was none */
export async function takeCoin(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx
    .updateTable('member')
    .set((eb) => ({ coin: eb('coin', '-', 1) }))
    .where('id', '=', id)
    .where('coin', '>', 0)
    .returning('coin')
    .executeTakeFirst();
  return row?.coin;
}

/** The end of a statement: adds the coins of `gains` (`member_id`, `gained`, one row a member). */
export const addGainedCoins = (gains: RawBuilder<unknown>) => sql`
  update member m set coin = m.coin + g.gained from ${gains} g where m.id = g.member_id`;

/** Gives a member another name. @returns whether there is such a member */
export async function correctName(tx: Tx, id: string, name: string): Promise<boolean> {
  const changed = await tx
    .updateTable('member')
    .set({ name })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Gives a member another phone, by which they log in.
 * @returns false when another member has it
 */
export async function correctPhone(tx: Tx, id: string, phone: string): Promise<boolean> {
  const changed = await tx
    .updateTable('member')
    .set({ username: phone, bank_changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('member as other').select('other.id').where('other.username', '=', phone)),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Gives a member another bank account. It counts as changed now, so that payouts wait.
 * @returns false when another member has it
 */
export async function correctBank(
  tx: Tx,
  id: string,
  bank: { bankCode: string; accountNo: string; accountName: string },
): Promise<boolean> {
  const { bankCode, accountNo, accountName } = bank;
  const changed = await tx
    .updateTable('member')
    .set({
      bank_code: bankCode,
      bank_account_no: accountNo,
      bank_account_name: accountName,
      bank_changed_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('member as other')
            .select('other.id')
            .where('other.bank_code', '=', bankCode)
            .where('other.bank_account_no', '=', accountNo)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
