import type { Database } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { memberPhones } from '../account/queries.ts';

/** A gift link that needs manual review. */
export interface ReviewedGift {
  id: string;
  /** Phone of the member who submitted the link. */
  phone: string;
  walletName: string;
  /** Reason for the last refusal of the redemption. */
  reason: string;
  createdAt: Date;
}

/** A request of staff cannot be done; the message gives the reason in one line. */
export class GiftReviewError extends Error {
  override name = 'GiftReviewError';
}

/** Gift links that need manual review: a redemption was refused after an earlier one had no answer. */
export class GiftReviews {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists the links under review, oldest first. */
  list(): Promise<ReviewedGift[]> {
    return this.#database.queries
      .selectFrom('gift_link')
      .innerJoin(memberPhones.as('member'), 'member.id', 'gift_link.member_id')
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
   * Closes a link as refused and erases its code, after staff found that it gave the operator no money.
   * @throws GiftReviewError when no link under review has that id
   */
  async close(id: string, note: string, actor: Actor): Promise<void> {
    const closed =
      isUuid(id) &&
      (await this.#database.transaction(async (tx) => {
        const row = await tx
          .updateTable('gift_link')
          .set({ state: 'refused', reason: note, sealed_code: Buffer.alloc(0) })
          .where('id', '=', id)
          .where('state', '=', 'manual_review')
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        await recordAct(tx, {
          actor,
          action: 'gift.close',
          subject: `gift ${id}`,
          outcome: 'done',
          reason: note,
        });
        return true;
      }));
    if (!closed) throw new GiftReviewError(`no gift link under review has the id ${id}`);
  }
}
