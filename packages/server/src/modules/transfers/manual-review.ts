import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { transfersInReview, type TransferInReview } from '../../ledger/queries.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { BALANCE_TELLS_NOTHING } from '../../ports/game-provider.ts';

/** Action of settling a transfer, in the record of staff. */
export const SETTLE = 'review.settle';

/** The operator's request cannot be fulfilled. The message gives the reason in one line. */
export class ManualReviewError extends Error {
  override name = 'ManualReviewError';
}

/** Transfers that need manual review. Staff resolve them by what the counterparty's staff know. */
export class ManualReview {
  readonly #database: Database;
  readonly #ledger: Ledger;

  constructor(parts: { database: Database; ledger: Ledger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
  }

  /** Lists the transfers, oldest first. */
  list(): Promise<TransferInReview[]> {
    return this.#list(this.#database.queries);
  }

  #list(queries: Queries): Promise<TransferInReview[]> {
    const unclear = sql`
      select transfer_id, ${BALANCE_TELLS_NOTHING} as reason from balance_claim where unclear_at is not null`;
    return transfersInReview(queries, unclear);
  }

  /**
   * Resolves a transfer by what the counterparty's staff say, and records it.
   * @throws ManualReviewError when no such transfer waits for manual review
   */
  settle(id: string, wasDone: boolean, actor: Actor): Promise<TransferInReview> {
    return this.#database.transaction(async (tx) => {
      const transfer = await this.settleIn(tx, id, wasDone);
      const after = { end: wasDone ? 'done' : 'undone' };
      await recordAct(tx, { actor, action: SETTLE, subject: `transfer ${id}`, outcome: 'done', after });
      return transfer;
    });
  }

  /** Runs {@link ManualReview.settle} in the caller's transaction, without the record. */
  async settleIn(tx: Tx, id: string, wasDone: boolean): Promise<TransferInReview> {
    const transfer = await this.#find(tx, id);
    const result = wasDone ? 'post' : 'void';
    const settled = await this.#ledger.settleIn(tx, { id, result, outcome: { reason: 'settled by hand' } });
    if (settled.outcome !== 'settled') {
      throw new ManualReviewError(`the transfer ${id} was settled meanwhile`);
    }
    return transfer;
  }

  /** @throws ManualReviewError when no such transfer waits for manual review */
  find(id: string): Promise<TransferInReview> {
    return this.#find(this.#database.queries, id);
  }

  async #find(queries: Queries, id: string): Promise<TransferInReview> {
    const transfer = isUuid(id) && (await this.#list(queries)).find((one) => one.id === id);
    if (!transfer) throw new ManualReviewError(`no transfer in manual review has the id ${id}`);
    return transfer;
  }
}
