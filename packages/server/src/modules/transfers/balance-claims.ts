import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { newId } from '../../kernel/ids.ts';
import { isSettled } from '../../ledger/queries.ts';

/** A player's account at a provider. */
export interface PlayerAt {
  provider: string;
  username: string;
}

/** The turn of one transfer, held by the process that claimed it. */
export interface Turn extends PlayerAt {
  transferId: string;
  token: string;
}

/** Progress of a transfer that has the turn. */
export interface SentClaim {
  /** True when no process can still be sending it, and the provider can no longer be executing it. */
  isQuiet: boolean;
  quietFrom: Date;
  needsReview: boolean;
}

/** Reason for not getting the turn: another transfer is in progress, or has had no answer. */
export type NoTurn = 'busy' | 'unanswered';

interface ClaimParts {
  database: Database;
  /** Lease of a turn that has not reached sending. */
  leaseMs: number;
  /** Time for which the sender waits for the answer. */
  answerMs: number;
  /** Time after sending during which a transfer may still take effect. */
  quietMs: number;
}

/**
 * Gives turns to move a player's credit, at providers that settle by balance: one transfer at a time across
 * all processes. Turns need no release: a transfer that has settled in the ledger no longer blocks, and
 * neither does a turn whose process died before sending.
 */
export class BalanceClaims {
  readonly #database: Database;
  readonly #leaseMs: number;
  readonly #answerMs: number;
  readonly #quietMs: number;

  constructor(parts: ClaimParts) {
    this.#database = parts.database;
    this.#leaseMs = parts.leaseMs;
    this.#answerMs = parts.answerMs;
    this.#quietMs = parts.quietMs;
  }

  /** Claims the turn for a transfer, unless another transfer has it. */
  async take({ provider, username }: PlayerAt, transferId: string): Promise<Turn | NoTurn> {
    const token = newId();
    // The row is locked before it is checked, so the second of two concurrent claims sees the first.
    const { rows } = await sql`
      insert into balance_claim as c (provider, username, transfer_id, token)
        values (${provider}, ${username}, ${transferId}, ${token})
        on conflict (provider, username) do update
          set transfer_id = excluded.transfer_id, token = excluded.token, claimed_at = now(),
              sent_at = null, unclear_at = null
          where case when c.sent_at is null
            then c.claimed_at < now() - ${this.#leaseMs} * interval '1 millisecond'
            else ${isSettled(sql`c.transfer_id`)} end
        returning 1`.execute(this.#database.queries);
    return rows.length > 0 ? { provider, username, transferId, token } : this.#whyNot({ provider, username });
  }

  /** Drops a turn that sent nothing. */
  async drop({ provider, username, token }: Turn): Promise<void> {
    await sql`
      delete from balance_claim
        where provider = ${provider} and username = ${username} and token = ${token} and sent_at is null`.execute(
      this.#database.queries,
    );
  }

  /**
   * Records that the held transfer is being sent. Returns false when the turn was lost: then it must not be
   * sent.
   */
  async beginSending({ provider, username, token }: Turn): Promise<boolean> {
    const { rows } = await sql`
      update balance_claim set sent_at = now()
        where provider = ${provider} and username = ${username} and token = ${token} and sent_at is null
        returning 1`.execute(this.#database.queries);
    return rows.length > 0;
  }

  /**
   * Returns the progress of a pending transfer; null when it was not sent. After this call it can no longer
   * be sent.
   */
  async findSent({ provider, username }: PlayerAt, transferId: string): Promise<SentClaim | null> {
    const mine = sql`provider = ${provider} and username = ${username} and transfer_id = ${transferId}`;
    await sql`delete from balance_claim where ${mine} and sent_at is null`.execute(this.#database.queries);
    const quietFrom = sql`sent_at + ${this.#quietMs} * interval '1 millisecond'`;
    const { rows } = await sql<SentClaim>`
      select ${quietFrom} as "quietFrom", ${quietFrom} <= now() as "isQuiet",
          unclear_at is not null as "needsReview"
        from balance_claim where ${mine}`.execute(this.#database.queries);
    return rows[0] ?? null;
  }

  /** Marks a transfer for manual review. */
  async markForReview({ provider, username }: PlayerAt, transferId: string): Promise<void> {
    await sql`
      update balance_claim set unclear_at = now()
        where provider = ${provider} and username = ${username} and transfer_id = ${transferId}`.execute(
      this.#database.queries,
    );
  }

  async #whyNot({ provider, username }: PlayerAt): Promise<NoTurn> {
    const { rows } = await sql`
      select from balance_claim
        where provider = ${provider} and username = ${username}
          and sent_at < now() - ${this.#answerMs} * interval '1 millisecond'`.execute(this.#database.queries);
    return rows.length > 0 ? 'unanswered' : 'busy';
  }
}
