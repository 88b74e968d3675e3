import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';

/** Stored account of a member at a provider. */
export interface GameAccount {
  memberId: string;
  provider: string;
  username: string;
  sealedPassword: Uint8Array;
  balance: Minor;
  active: boolean;
}

/** Context that binds a sealed password to its member and provider. */
export const sealContext = (memberId: string, provider: string): string => `game:${memberId}:${provider}`;

export async function listGameAccounts(queries: Queries, memberId: string): Promise<GameAccount[]> {
  const rows = await selectAccounts(queries).where('member_id', '=', memberId).execute();
  return rows.map(toGameAccount);
}

export async function findGameAccount(
  queries: Queries,
  memberId: string,
  provider: string,
): Promise<GameAccount | undefined> {
  const row = await selectAccounts(queries)
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row && toGameAccount(row);
}

/** Stores the account unless one exists. @returns the stored account */
export async function ensureGameAccount(
  queries: Queries,
  account: Omit<GameAccount, 'balance' | 'active'>,
): Promise<GameAccount> {
  const { memberId, provider, username, sealedPassword } = account;
  await queries
    .insertInto('game_account')
    .values({ member_id: memberId, provider, username, sealed_password: Buffer.from(sealedPassword) })
    .onConflict((conflict) => conflict.columns(['member_id', 'provider']).doNothing())
    .execute();
  const kept = await findGameAccount(queries, memberId, provider);
  if (!kept) throw new Error(`game account of ${memberId} at ${provider} vanished`);
  return kept;
}

export async function activateGameAccount(
  queries: Queries,
  memberId: string,
  provider: string,
): Promise<void> {
  await updateAccount(queries, memberId, provider).set({ active: true }).execute();
}

/** Stores the last reported balance. No money decision relies on it. */
export async function saveBalance(
  queries: Queries,
  memberId: string,
  provider: string,
  balance: Minor,
): Promise<void> {
  await updateAccount(queries, memberId, provider)
    .set({ balance, balance_at: sql`now()` })
    .execute();
}

/** Claims a password reset. @returns false within a minute of the last one */
export async function claimPasswordReset(
  queries: Queries,
  memberId: string,
  provider: string,
): Promise<boolean> {
  const row = await updateAccount(queries, memberId, provider)
    .set({ password_reset_at: sql`now()` })
    .where((eb) =>
      eb.or([
        eb('password_reset_at', 'is', null),
        eb('password_reset_at', '<', sql<Date>`now() - interval '1 minute'`),
      ]),
    )
    .returning('provider')
    .executeTakeFirst();
  return row !== undefined;
}

export async function savePassword(
  queries: Queries,
  memberId: string,
  provider: string,
  sealedPassword: Uint8Array,
): Promise<void> {
  await updateAccount(queries, memberId, provider)
    .set({ sealed_password: Buffer.from(sealedPassword) })
    .execute();
}

function selectAccounts(queries: Queries) {
  return queries
    .selectFrom('game_account')
    .select(['member_id', 'provider', 'username', 'sealed_password', 'balance', 'active']);
}

function updateAccount(queries: Queries, memberId: string, provider: string) {
  return queries
    .updateTable('game_account')
    .where('member_id', '=', memberId)
    .where('provider', '=', provider);
}

function toGameAccount(row: {
  member_id: string;
  provider: string;
  username: string;
  sealed_password: Uint8Array;
  balance: bigint;
  active: boolean;
}): GameAccount {
  return {
    memberId: row.member_id,
    provider: row.provider,
    username: row.username,
    sealedPassword: row.sealed_password,
    balance: row.balance as Minor,
    active: row.active,
  };
}
