import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../../database/open.ts';
import { qrTurn } from '../../database/turns.ts';
import { throwRefusal } from '../../database/refused-by-rule.ts';
import type { AccountId } from '../../ledger/types.ts';
import { memberWallets } from '../account/queries.ts';

export interface QrOrder {
  /** Also our reference at the gateway. */
  id: string;
  provider: string;
  amount: Minor;
  payload: string;
  expiresAt: Date;
}

/** Fields of an order that crediting a payment needs, in any state of the order. */
export interface PaidOrder {
  walletAccount: AccountId;
  currency: Currency;
  amount: Minor;
  expiresAt: Date;
  isCancelled: boolean;
}

/**
 * Replaces the member's live order by a new one: a member has one order at a time across all providers. Of
 * two concurrent requests, the later order stays.
 * @returns the replaced orders, to be cancelled at their gateways
 * @throws AppError DEPOSITS_STOPPED when staff have stopped orders, INACTIVE_USER when the member is frozen,
 *   LIMIT_DEPOSIT, ON_BREAK or EXCLUDED when the member has; the live order stays
 */
export async function replaceOrder(
  database: Database,
  memberId: string,
  order: Omit<QrOrder, 'payload'>,
): Promise<{ id: string; provider: string }[]> {
  return database.transactionInTurn([qrTurn(memberId)], async (tx) => {
    const replaced = await cancelOrders(tx, memberId);
    await tx
      .insertInto('qr_order')
      .values({
        id: order.id,
        member_id: memberId,
        provider: order.provider,
        amount: order.amount,
        state: 'creating',
        expires_at: order.expiresAt,
      })
      .execute()
      .catch(throwRefusal);
    return replaced;
  });
}

/** Cancels the member's open orders. @returns them, to be cancelled at their gateways */
export function cancelOrders(tx: Tx, memberId: string): Promise<{ id: string; provider: string }[]> {
  return tx
    .updateTable('qr_order')
    .set(ended('cancelled'))
    .where('member_id', '=', memberId)
    .where('state', 'in', ['creating', 'open'])
    .returning(['id', 'provider'])
    .execute();
}

/** Makes a created order payable. @returns false when it was cancelled meanwhile */
export async function publishOrder(queries: Queries, id: string, payload: string): Promise<boolean> {
  const row = await queries
    .updateTable('qr_order')
    .set({ state: 'open', payload })
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function failOrder(queries: Queries, id: string): Promise<void> {
  await queries
    .updateTable('qr_order')
    .set(ended('failed'))
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .execute();
}

export async function findLiveOrder(
  queries: Queries,
  memberId: string,
  provider: string,
  now: Date,
): Promise<QrOrder | undefined> {
  const row = await queries
    .selectFrom('qr_order')
    .select(['id', 'provider', 'amount', 'payload', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, payload } = row;
  return { id, provider: row.provider, amount: row.amount as Minor, payload, expiresAt: row.expires_at };
}

/** Cancels the member's own open order. @returns its provider, undefined when there is none to cancel */
export async function cancelOrder(
  queries: Queries,
  memberId: string,
  id: string,
): Promise<string | undefined> {
  const row = await queries
    .updateTable('qr_order')
    .set(ended('cancelled'))
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('state', 'in', ['creating', 'open'])
    .returning('provider')
    .executeTakeFirst();
  return row?.provider;
}

/** Returns the order that a payment names, in any state: a late payment is matched too. */
export async function findPaidOrder(
  queries: Queries,
  id: string,
  provider: string,
): Promise<PaidOrder | undefined> {
  const row = await queries
    .selectFrom('qr_order')
    .innerJoin(memberWallets.as('member'), 'member.id', 'qr_order.member_id')
    .select([
      'member.wallet_account',
      'member.currency',
      'qr_order.amount',
      'qr_order.expires_at',
      'qr_order.state',
    ])
    .where('qr_order.id', '=', id)
    .where('qr_order.provider', '=', provider)
    .executeTakeFirst();
  return (
    row && {
      walletAccount: row.wallet_account,
      currency: row.currency,
      amount: row.amount as Minor,
      expiresAt: row.expires_at,
      isCancelled: row.state === 'cancelled',
    }
  );
}

export async function markPaid(queries: Queries, id: string): Promise<void> {
  await queries.updateTable('qr_order').set({ state: 'paid', look_at: null }).where('id', '=', id).execute();
}

/**
 * Returns the columns of an order that ends early. A status check follows soon, since it may have been paid.
 */
const ended = (state: 'cancelled' | 'failed') => ({
  state,
  ended_at: sql<Date>`now()`,
  look_at: sql<Date>`now() + interval '1 minute'`,
});
