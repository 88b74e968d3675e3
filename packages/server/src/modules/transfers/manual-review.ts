import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { transfersInReview, type TransferInReview } from '../../ledger/queries.ts';
import { BALANCE_TELLS_NOTHING } from '../../ports/game-provider.ts';

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
    const unclear = sql`
      select transfer_id, ${BALANCE_TELLS_NOTHING} as reason from balance_claim where unclear_at is not null`;
    return transfersInReview(this.#database.queries, unclear);
  }

  /**
   * Resolves a transfer by what the counterparty's staff say.
   * @throws ManualReviewError ManualReviewError when no such transfer waits for manual review
   */
  async settle(id: string, wasDone: boolean): Promise<TransferInReview> {
    const transfer = isUuid(id) && (await this.list()).find((one) => one.id === id);
    if (!transfer) throw new ManualReviewError(`no transfer in manual review has the id ${id}`);
    const result = wasDone ? 'post' : 'void';
    const settled = await this.#ledger.settle({ id, result, outcome: { reason: 'settled by hand' } });
    if (settled.outcome !== 'settled') {
      throw new ManualReviewError(`the transfer ${id} was settled meanwhile`);
    }
    return transfer;
  }
}
