import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { withShownDetail, type HeldKind, type ShownDetail } from '../../ledger/types.ts';
import { BALANCE_TELLS_NOTHING } from '../../ports/game-provider.ts';

/** A transfer that needs manual review. */
export type TransferInReview = ReviewRow & ShownDetail<HeldKind>;

interface ReviewRow {
  id: string;
  amount: Minor;
  currency: Currency;
  createdAt: Date;
  reason: string;
}

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
  async list(): Promise<TransferInReview[]> {
    const { rows } = await sql<ReviewRow & { kind: HeldKind; detail: unknown }>`
      select t.id, t.kind, t.amount, a.currency, t.detail, t.created_at as "createdAt", r.reason
        from (
          select transfer_id, ${BALANCE_TELLS_NOTHING} as reason from balance_claim where unclear_at is not null
          union all
          select transfer_id, reason from manual_review
        ) r
          join ledger_transfer t on t.id = r.transfer_id
          join ledger_account a on a.id = t.debit_account
        where t.state = 'pending'
        order by t.created_at`.execute(this.#database.queries);
    return rows.map((row) => withShownDetail(row));
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
