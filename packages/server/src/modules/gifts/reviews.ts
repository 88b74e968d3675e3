import type { Database } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';

/** A gift link that needs manual review. */
export interface ReviewedGift {
  id: string;
  /** Who handed it in. */
  phone: string;
  walletName: string;
  /** Why the last redeeming was refused. */
  reason: string;
  createdAt: Date;
}

/** What an operator asked for cannot be done; the message says why in one line. */
export class GiftReviewError extends Error {
  override name = 'GiftReviewError';
}

/** Gift links that need manual review: a redeeming was refused after one that had no answer. */
export class GiftReviews {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Oldest first. */
  list(): Promise<ReviewedGift[]> {
    return this.#database.queries
      .selectFrom('gift_link')
      .innerJoin('member', 'member.id', 'gift_link.member_id')
      .select([
        'gift_link.id',
        'username as phone',
        'wallet_name as walletName',
        'reason',
        'gift_link.created_at as createdAt',
      ])
      .where('state', '=', 'manual_review')
      .orderBy('gift_link.created_at')
      .orderBy('gift_link.id')
      .execute();
  }

  /**
   * Ends one as refused, once a person has found out that the link gave the operator nothing. Its code is forgotten.
   * @throws GiftReviewError when no link under review has that id
   */
  async close(id: string, note: string): Promise<void> {
    const closed =
      isUuid(id) &&
      (await this.#database.queries
        .updateTable('gift_link')
        .set({ state: 'refused', reason: note, sealed_code: Buffer.alloc(0) })
        .where('id', '=', id)
        .where('state', '=', 'manual_review')
        .returning('id')
        .executeTakeFirst());
    if (!closed) throw new GiftReviewError(`no gift link under review has the id ${id}`);
  }
}
