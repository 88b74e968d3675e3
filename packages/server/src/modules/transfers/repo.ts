import type { Currency } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';

/** Credit on its way from one game to another: what to do once it is in the main wallet. */
export interface Onward {
  /** From the first game to the main wallet. */
  transferId: string;
  /** From there to the second game. */
  onwardId: string;
  toProvider: string;
  owner: { id: string; walletAccount: AccountId; currency: Currency };
}

export class OnwardRepo {
  readonly #database: Database;
  readonly #graceMs: number;

  /** @param graceMs how old an onward transfer is before it counts as left: no request may still be at it */
  constructor(database: Database, graceMs: number) {
    this.#database = database;
    this.#graceMs = graceMs;
  }

  async add({ transferId, onwardId, toProvider, owner }: Onward): Promise<void> {
    await this.#database.queries
      .insertInto('onward_transfer')
      .values({ transfer_id: transferId, onward_id: onwardId, member_id: owner.id, to_provider: toProvider })
      // Both ids are unique: two at once may meet at either.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async close(transferId: string): Promise<void> {
    await this.#database.queries
      .updateTable('onward_transfer')
      .set({ done: true })
      .where('transfer_id', '=', transferId)
      .execute();
  }

  /** What was left by requests that are gone. Taking one twice is harmless: the onward id is the same. */
  async open(limit: number): Promise<Onward[]> {
    const rows = await this.#database.queries
      .selectFrom('onward_transfer')
      .innerJoin('member', 'member.id', 'onward_transfer.member_id')
      .select(['transfer_id', 'onward_id', 'to_provider', 'member.id', 'wallet_account', 'currency'])
      .where('done', '=', false)
      .where(
        'onward_transfer.created_at',
        '<',
        sql<Date>`now() - ${this.#graceMs} * interval '1 millisecond'`,
      )
      .orderBy('onward_transfer.created_at')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      transferId: row.transfer_id,
      onwardId: row.onward_id,
      toProvider: row.to_provider,
      owner: {
        id: row.id,
        walletAccount: row.wallet_account as AccountId,
        currency: row.currency as Currency,
      },
    }));
  }
}
