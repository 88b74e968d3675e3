import type { Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/open.ts';

/* Reads of game accounts for other modules, as subqueries and conditions of their statements. */

/** Active game accounts with their last reported balances. No money decision relies on those. */
export const activeGameAccounts = sql`(
  select member_id, provider, username, balance, balance_at from game_account where active)`;

/** Member of each player's name at a provider. */
export const players = sql`(select provider, username, member_id from game_account)`;

/** Codes of a member's active games in one text, in order. */
export const activeGamesOf = (memberId: RawBuilder<unknown>) => sql<string>`coalesce((
  select string_agg(g.provider, ' ' order by g.provider) from game_account g
    where g.member_id = ${memberId} and g.active
), '')`;

/** Sum of the last reported balances of a member's active games. */
export const lastKnownGameCredit = (memberId: string) => sql<Minor>`coalesce((
  select sum(balance) from game_account where member_id = ${memberId} and active
), 0)::bigint`;

/** Condition: a provider has an active player. */
export const hasActivePlayer = (provider: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from game_account g where g.provider = ${provider} and g.active)`;

/** Returns the members of those of some players' names that a provider knows. */
export async function findPlayers(
  tx: Tx,
  provider: string,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ username: string; member_id: string }>`
    select username, member_id from game_account
      where provider = ${provider} and username = any (${sql.val(usernames)}::text[])`.execute(tx);
  return new Map(rows.map(({ username, member_id: memberId }) => [username, memberId]));
}
