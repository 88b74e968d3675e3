import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { throwRefusal } from '../../database/refused-by-rule.ts';

/** A gift link somebody handed in. */
export interface ClaimedGift {
  id: string;
  memberId: string;
  codeHash: Uint8Array;
  sealedCode: Uint8Array;
  walletName: string;
  attempts: number;
  /** Staff have stopped deposit orders, or the member is frozen: it is not redeemed now. */
  isHeldBack: boolean;
}

export class GiftRepo {
  readonly #database: Database;
  readonly #leaseMs: number;

  /** @param leaseMs how long a redeeming is left to the process that took it: longer than its calls take */
  constructor(database: Database, leaseMs: number) {
    this.#database = database;
    this.#leaseMs = leaseMs;
  }

  /**
   * Claims a link for a member; the first claim stands.
   * @returns the claim that stands, and whether it is this one
   * @throws AppError DEPOSITS_STOPPED or INACTIVE_USER when staff have stopped orders
   */
  async claim(
    gift: Omit<ClaimedGift, 'attempts' | 'isHeldBack'>,
  ): Promise<{ id: string; memberId: string; isOurs: boolean }> {
    const inserted = await this.#database.queries
      .insertInto('gift_link')
      .values({
        id: gift.id,
        member_id: gift.memberId,
        code_hash: Buffer.from(gift.codeHash),
        sealed_code: Buffer.from(gift.sealedCode),
        wallet_name: gift.walletName,
        state: 'redeeming',
        next_at: sql<Date>`now() + ${this.#leaseMs} * interval '1 millisecond'`,
      })
      .onConflict((conflict) => conflict.column('code_hash').doNothing())
      .returning('id')
      .executeTakeFirst()
      .catch(throwRefusal);
    if (inserted) return { id: gift.id, memberId: gift.memberId, isOurs: true };
    const standing = await this.#database.queries
      .selectFrom('gift_link')
      .select(['id', 'member_id'])
      .where('code_hash', '=', Buffer.from(gift.codeHash))
      .executeTakeFirstOrThrow();
    return { id: standing.id, memberId: standing.member_id, isOurs: false };
  }

  /** Takes links whose redeeming was left unfinished, so that no other process takes them meanwhile. */
  async claimDue(limit: number): Promise<ClaimedGift[]> {
    const { rows } = await sql<{
      id: string;
      member_id: string;
      code_hash: Uint8Array;
      sealed_code: Uint8Array;
      wallet_name: string;
      attempts: number;
      is_held_back: boolean;
    }>`
      with due as (
        select code_hash from gift_link where state = 'redeeming' and next_at <= now()
          order by next_at limit ${limit} for update skip locked
      )
      update gift_link g set attempts = g.attempts + 1, next_at = now() + ${this.#leaseMs} * interval '1 millisecond'
        from due where g.code_hash = due.code_hash
        returning g.id, g.member_id, g.code_hash, g.sealed_code, g.wallet_name, g.attempts,
          exists (select from control where name = 'deposits' and stopped)
            or exists (select from member m where m.id = g.member_id and m.disabled_at is not null)
            as is_held_back`.execute(this.#database.queries);
    return rows.map((row) => ({
      id: row.id,
      memberId: row.member_id,
      codeHash: row.code_hash,
      sealedCode: row.sealed_code,
      walletName: row.wallet_name,
      attempts: row.attempts,
      isHeldBack: row.is_held_back,
    }));
  }

  /** Ends a link's story. The code is forgotten: whoever had it could redeem what others left in it. */
  async finish(id: string, state: 'credited' | 'refused', reason: string): Promise<void> {
    await this.#database.queries
      .updateTable('gift_link')
      .set({ state, reason, sealed_code: Buffer.alloc(0) })
      .where('id', '=', id)
      .where('state', '=', 'redeeming')
      .execute();
  }

  /**
   * Notes which ticket a link gave: whatever the link's spelling, a ticket is one link's.
   * @param ticket the wallet that has it, and the voucher
   * @returns false when another link has it
   */
  async claimTicket(id: string, ticket: string): Promise<boolean> {
    const queries = this.#database.queries;
    await sql`insert into gift_ticket (ticket, gift_id) values (${ticket}, ${id}) on conflict do nothing`.execute(
      queries,
    );
    const row = await queries
      .selectFrom('gift_ticket')
      .select('gift_id')
      .where('ticket', '=', ticket)
      .executeTakeFirst();
    return row?.gift_id === id;
  }

  async wait(id: string, seconds: number): Promise<void> {
    await this.#database.queries
      .updateTable('gift_link')
      .set({ next_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
      .where('id', '=', id)
      .execute();
  }

  async walletOf(memberId: string): Promise<bigint> {
    const row = await this.#database.queries
      .selectFrom('member')
      .select('wallet_account')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    return row.wallet_account;
  }
}
