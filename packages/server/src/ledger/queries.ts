import type { Currency, Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../database/open.ts';
import { hasNotLeftSuspense } from '../database/suspense.ts';
import { withShownDetail, type AccountId, type HeldKind, type ShownDetail } from './types.ts';

/*
 * Reads of the ledger for modules, beside the methods of `Ledger`. Constants, and functions without a handle, are
 * subqueries and conditions: a module joins them with its own tables in one statement. SQL that is passed to them
 * must not use the aliases `t`, `o` and `house`, which mean other rows inside.
 */

/** An account: its number, or SQL for it. */
type Account = AccountId | RawBuilder<unknown>;

/** Balances of each account, and its number of movements. */
export const accountStates = sql<{
  id: AccountId;
  balance: bigint;
  held: bigint;
  incoming: bigint;
  movements: bigint;
}>`(select id, balance, held, incoming, movements from ledger_account)`;

/**
 * Deposits credited to a wallet, also those that were in suspense, without what is held of them; `credit_no` is their
 * order.
 */
export const depositsTo = (wallet: Account) => sql`(
  select t.id, t.amount - coalesce(o.amount, 0) as amount, t.credit_no, t.created_at
    from ledger_transfer t left join held_deposit o on o.deposit_id = t.id
    where t.credit_account = ${wallet} and t.credit_no is not null
      and t.kind in ('deposit', 'suspense_out') and t.state = 'posted' and t.amount > coalesce(o.amount, 0))`;

/** Withdrawals from a wallet, also pending ones, without those of held money; `debit_no` is their order. */
export const withdrawalsFrom = (wallet: Account) => sql`(
  select t.id, t.amount, t.state, t.debit_no, t.created_at from ledger_transfer t
    where t.debit_account = ${wallet} and t.kind = 'withdraw' and t.state <> 'voided' and not t.detail ? 'held')`;

/** Withdrawals in every state. */
export const withdrawals = sql`(
  select id, debit_account, amount, detail, state, created_at, settled_at from ledger_transfer where kind = 'withdraw')`;

/** Pending withdrawals of a wallet. */
export const pendingWithdrawalsFrom = (wallet: Account) => sql`(
  select t.id from ledger_transfer t
    where t.debit_account = ${wallet} and t.state = 'pending' and t.kind = 'withdraw')`;

/**
 * Credit of a wallet moved into games, less what was moved back, by provider, with the times of the oldest and the
 * newest movement.
 * @param provider the only provider to sum
 */
export const movedIntoGames = (wallet: Account, provider?: RawBuilder<unknown>) => sql`(
  select t.detail ->> 'provider' as provider, min(t.created_at) as oldest, max(t.created_at) as newest,
      sum(case when t.kind = 'game_in' then t.amount else -t.amount end) as moved
    from ledger_transfer t
    where t.kind in ('game_in', 'game_out') and t.state = 'posted'
      ${provider ? sql`and t.detail ->> 'provider' = ${provider}` : sql``}
      -- The numbers are there for every account of a member; naming them lets the indexes serve.
      and (t.debit_account = ${wallet} and t.debit_no is not null
        or t.credit_account = ${wallet} and t.credit_no is not null)
    group by 1)`;

/** Deposits with the account that was credited first, a member's or the suspense account. */
export const deposits = sql`(
  select id, credit_account, created_at, detail from ledger_transfer where kind = 'deposit')`;

/** {@link deposits} with their currency; `is_in_suspense` when they were credited to no member first. */
export const bookedDeposits = sql`(
  select t.id, t.debit_account, t.credit_account, t.amount, t.detail, t.created_at, house.currency,
      starts_with(house.code, 'house:suspense:') as is_in_suspense
    from ledger_transfer t join ledger_account house on house.id = t.credit_account
    where t.kind = 'deposit')`;

/** {@link bookedDeposits} that have not left suspense. */
export const openSuspense = sql`(
  select s.deposit_id as id, t.debit_account, t.credit_account, t.amount, t.detail, s.created_at, house.currency,
      starts_with(house.code, 'house:suspense:') as is_in_suspense
    from suspense_open s
    join ledger_transfer t on t.id = s.deposit_id
    join ledger_account house on house.id = t.credit_account)`;

/** A transfer into an account of a member or into suspense, with the account that has its money now. */
export const creditWithOwner = (id: RawBuilder<unknown>) => sql`(
  select t.amount, t.created_at, t.detail ->> 'unmatched' as unmatched, house.currency,
      coalesce(o.credit_account, t.credit_account) as owner_account
    from ledger_transfer t
    join ledger_account house on house.id = t.credit_account
    left join ledger_transfer o on o.kind = 'suspense_out' and o.detail ->> 'origin' = t.id::text
    where t.id = ${id})`;

/** Transfers that have ended. */
export const settledTransfers = sql`(
  select id, state, settled_at from ledger_transfer where state <> 'pending')`;

/** Condition: a transfer has ended. */
export const isSettled = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from ledger_transfer t where t.id = ${id} and t.state <> 'pending')`;

/** Condition: a deposit between two times is in suspense. */
export const hasSuspendedDeposit = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from ledger_transfer t
    where t.kind = 'deposit' and t.detail ? 'unmatched' and t.created_at between ${from} and ${to}
      and ${hasNotLeftSuspense})`;

/** The account that a transfer debits, as a value. */
export const debitedBy = (id: string) => sql`(select debit_account from ledger_transfer where id = ${id})`;

/** Sums the credits to a wallet after one of its movements, without credit from games and without what is held of them. */
export async function creditedSince(queries: Queries, wallet: AccountId, position: bigint): Promise<Minor> {
  const { rows } = await sql<{ sum: Minor }>`
    select coalesce(sum(amount), 0)::bigint as sum from (
      select amount from ledger_transfer
        where credit_account = ${wallet} and credit_no > ${position} and state = 'posted'
          and kind in ('deposit', 'suspense_out', 'bonus', 'held_release')
      union all
      select -amount from ledger_transfer
        where debit_account = ${wallet} and debit_no > ${position} and state = 'posted' and kind = 'held_in'
    ) credited`.execute(queries);
  return rows[0]?.sum ?? (0n as Minor);
}

/** Returns what those of some transfers that exist have credited, and when. */
export async function findCredits(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { account: AccountId; at: Date; kind: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom('ledger_transfer')
    .select(['id', 'credit_account', 'created_at', 'kind'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, credit_account: account, created_at: at, kind }) => [
      id,
      { account: account as AccountId, at, kind },
    ]),
  );
}

export async function isKnownTransfer(queries: Queries, id: string): Promise<boolean> {
  const row = await queries
    .selectFrom('ledger_transfer')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a transfer is under manual review. */
export async function isUnderReview(queries: Queries, id: string): Promise<boolean> {
  const row = await queries
    .selectFrom('manual_review')
    .select('transfer_id')
    .where('transfer_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

interface ReviewRow {
  id: string;
  amount: Minor;
  currency: Currency;
  createdAt: Date;
  reason: string;
}

/** A pending transfer that needs manual review. */
export type TransferInReview = ReviewRow & ShownDetail<HeldKind>;

/**
 * Lists the pending transfers that need manual review, oldest first.
 * @param others a query of further ones: `transfer_id` and `reason`
 */
export async function transfersInReview(
  queries: Queries,
  others: RawBuilder<unknown>,
): Promise<TransferInReview[]> {
  const { rows } = await sql<ReviewRow & { kind: HeldKind; detail: unknown }>`
    select t.id, t.kind, t.amount, a.currency, t.detail, t.created_at as "createdAt", r.reason
      from (${others} union all select transfer_id, reason from manual_review) r
        join ledger_transfer t on t.id = r.transfer_id
        join ledger_account a on a.id = t.debit_account
      where t.state = 'pending'
      order by t.created_at`.execute(queries);
  return rows.map((row) => withShownDetail(row));
}

/** Returns whether a wallet has had a payout. */
export async function hadPayout(queries: Queries, wallet: AccountId): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_transfer
      where debit_account = ${wallet} and debit_no is not null and kind = 'withdraw' and state = 'posted' limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Accounts of each transfer. */
export const transferAccounts = sql`(select id, debit_account, credit_account from ledger_transfer)`;
