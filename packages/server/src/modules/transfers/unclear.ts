import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { TransferDetail } from '../../ledger/types.ts';
import { BALANCE_TELLS_NOTHING } from '../../ports/game-provider.ts';

/** A transfer whose end no machine may decide. */
export interface UnclearTransfer {
  id: string;
  kind: 'game_in' | 'game_out' | 'withdraw';
  amount: Minor;
  currency: Currency;
  /** Of a game: `provider`, `username`, and `balanceBefore` as decimal text. Of a payout: the account. */
  detail: TransferDetail;
  createdAt: Date;
  reason: string;
}

/** What an operator asked for cannot be done; the message says why in one line. */
export class UnclearTransferError extends Error {
  override name = 'UnclearTransferError';
}

/** Transfers that need manual review: a person settles them by what the other side's staff know. */
export class UnclearTransfers {
  readonly #database: Database;
  readonly #ledger: Ledger;

  constructor(parts: { database: Database; ledger: Ledger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
  }

  /** Oldest first. */
  async list(): Promise<UnclearTransfer[]> {
    const { rows } = await sql<UnclearTransfer>`
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
    return rows;
  }

  /**
   * Ends one as the provider's staff say it ended.
   * @throws UnclearTransferError when there is no such transfer waiting for a person
   */
  async settle(id: string, wasDone: boolean): Promise<UnclearTransfer> {
    const transfer = isUuid(id) && (await this.list()).find((one) => one.id === id);
    if (!transfer) throw new UnclearTransferError(`no unclear transfer has the id ${id}`);
    const result = wasDone ? 'post' : 'void';
    const settled = await this.#ledger.settle({ id, result, outcome: { reason: 'settled by hand' } });
    if (settled.outcome !== 'settled') {
      throw new UnclearTransferError(`the transfer ${id} was settled meanwhile`);
    }
    return transfer;
  }
}
