import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { TransferDetail } from '../../ledger/types.ts';

/** A transfer to or from a game of which the provider's balance does not tell what became. */
export interface UnclearTransfer {
  id: string;
  kind: 'game_in' | 'game_out';
  amount: Minor;
  currency: Currency;
  /** `provider`, `username`, and `balanceBefore` as decimal text. */
  detail: TransferDetail;
  createdAt: Date;
}

/** What an operator asked for cannot be done; the message says why in one line. */
export class UnclearTransferError extends Error {
  override name = 'UnclearTransferError';
}

/** Transfers that a person has to settle, with what the provider's own staff know. */
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
      select t.id, t.kind, t.amount, a.currency, t.detail, t.created_at as "createdAt"
        from balance_claim c
          join ledger_transfer t on t.id = c.transfer_id
          join ledger_account a on a.id = t.debit_account
        where c.unclear_at is not null and t.state = 'pending'
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
