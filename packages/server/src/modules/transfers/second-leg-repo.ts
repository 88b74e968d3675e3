import type { Currency } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { Room } from '../../kernel/lane-worker.ts';
import type { AccountId } from '../../ledger/types.ts';
import { memberWallets } from '../account/queries.ts';

/** A pending second leg of a move between games, to send once the credit is in the main wallet. */
export interface SecondLeg {
  /** First leg: from the first game to the main wallet. */
  transferId: string;
  /** Second leg: from the main wallet to the second game. */
  secondLegId: string;
  toProvider: string;
  owner: { id: string; walletAccount: AccountId; currency: Currency };
}

/** @param graceMs time for which the second leg is left to the request that makes it */
export async function addSecondLeg(
  queries: Queries,
  { transferId, secondLegId, toProvider, owner }: SecondLeg,
  graceMs: number,
): Promise<void> {
  await queries
    .insertInto('onward_transfer')
    .values({
      transfer_id: transferId,
      onward_id: secondLegId,
      member_id: owner.id,
      to_provider: toProvider,
      next_at: sql<Date>`now() + ${graceMs} * interval '1 millisecond'`,
    })
    // Both ids are unique. Concurrent inserts may conflict on either.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether a transfer is the first leg of a move between games. */
export async function hasSecondLeg(queries: Queries, transferId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('onward_transfer')
    .select('transfer_id')
    .where('transfer_id', '=', transferId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeSecondLeg(queries: Queries, transferId: string): Promise<void> {
  await queries
    .updateTable('onward_transfer')
    .set({ done: true })
    .where('transfer_id', '=', transferId)
    .execute();
}

/** Lists the games with due second legs. */
export async function listDueLanes(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('onward_transfer')
    .select('to_provider')
    .distinct()
    .where('done', '=', false)
    .where('next_at', '<=', sql<Date>`now()`)
    .execute();
  return rows.map(({ to_provider }) => to_provider);
}

/**
 * Claims the second legs that have been due longest, at most `room` per game. Claiming one twice is
 * harmless, since the id is the same.
 * @param graceMs time for which they are left to this process
 */
export async function claimSecondLegs(
  queries: Queries,
  rooms: readonly Room[],
  graceMs: number,
): Promise<SecondLeg[]> {
  const { rows } = await sql<Row>`
    with due as materialized (
      select d.transfer_id
        from unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
          ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (lane, room)
        cross join lateral (
          select o.transfer_id from onward_transfer o
            where not o.done and o.to_provider = r.lane and o.next_at <= now()
            order by o.next_at limit r.room
            for update of o skip locked
        ) d
    )
    update onward_transfer o set next_at = now() + ${graceMs} * interval '1 millisecond'
      from due, ${memberWallets} m where o.transfer_id = due.transfer_id and m.id = o.member_id
      returning o.transfer_id, o.onward_id, o.to_provider, m.id, m.wallet_account, m.currency`.execute(
    queries,
  );
  return rows.map((row) => ({
    transferId: row.transfer_id,
    secondLegId: row.onward_id,
    toProvider: row.to_provider,
    owner: {
      id: row.id,
      walletAccount: row.wallet_account as AccountId,
      currency: row.currency as Currency,
    },
  }));
}

/** Postpones a second leg whose first leg is pending: briefly while it is young, up to 15 seconds later. */
export async function postponeSecondLeg(queries: Queries, transferId: string): Promise<void> {
  await sql`
    update onward_transfer
      set next_at = now() + least(interval '15 seconds', greatest(interval '1 second', (now() - created_at) / 4))
      where transfer_id = ${transferId}`.execute(queries);
}

interface Row {
  transfer_id: string;
  onward_id: string;
  to_provider: string;
  id: string;
  wallet_account: bigint;
  currency: string;
}
