import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { newId } from '../../kernel/ids.ts';

/** A player's account at a provider. */
export interface PlayerAt {
  provider: string;
  username: string;
}

/** The turn of one transfer, for the process that took it. */
export interface Turn extends PlayerAt {
  transferId: string;
  token: string;
}

/** How far a transfer whose turn it is has come. */
export interface SentClaim {
  /** Whether nobody can be at sending it any more, nor the provider at doing it. */
  isQuiet: boolean;
  quietFrom: Date;
  isUnclear: boolean;
}

/** Whose turn it is: another transfer's that is just being made, or one's that has had no answer. */
export type NoTurn = 'busy' | 'unanswered';

interface ClaimOptions {
  /** How long a turn that has not come to sending is kept for the process that took it. */
  leaseMs: number;
  /** How long a transfer that has been sent is waited for by the one who sent it. */
  answerMs: number;
  /** How long after sending a transfer may still take effect. */
  quietMs: number;
}

/**
 * Whose turn it is to move credit of a player, at providers that settle by balance: one transfer at a time,
 * for all processes. Nothing has to be given back: a transfer that has settled in the ledger is out of the
 * way, and so is a turn whose process died before it sent anything.
 */
export class BalanceClaims {
  readonly #database: Database;
  readonly #options: ClaimOptions;

  constructor(database: Database, options: ClaimOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Takes the turn for a transfer, if it is not another one's. */
  async take({ provider, username }: PlayerAt, transferId: string): Promise<Turn | NoTurn> {
    const token = newId();
    // The row is locked before it is judged: of two that come together, the second sees the first.
    const { rows } = await sql`
      insert into balance_claim as c (provider, username, transfer_id, token)
        values (${provider}, ${username}, ${transferId}, ${token})
        on conflict (provider, username) do update
          set transfer_id = excluded.transfer_id, token = excluded.token, claimed_at = now(),
              sent_at = null, unclear_at = null
          where case when c.sent_at is null
            then c.claimed_at < now() - ${this.#options.leaseMs} * interval '1 millisecond'
            else exists (
              select from ledger_transfer t where t.id = c.transfer_id and t.state <> 'pending'
            ) end
        returning 1`.execute(this.#database.queries);
    return rows.length > 0 ? { provider, username, transferId, token } : this.#whyNot({ provider, username });
  }

  /** Gives a turn back that came to nothing. */
  async drop({ provider, username, token }: Turn): Promise<void> {
    await sql`
      delete from balance_claim
        where provider = ${provider} and username = ${username} and token = ${token} and sent_at is null`.execute(
      this.#database.queries,
    );
  }

  /** Notes that the transfer, which is held by now, goes out. False when the turn was lost: it must not. */
  async beginSending({ provider, username, token }: Turn): Promise<boolean> {
    const { rows } = await sql`
      update balance_claim set sent_at = now()
        where provider = ${provider} and username = ${username} and token = ${token} and sent_at is null
        returning 1`.execute(this.#database.queries);
    return rows.length > 0;
  }

  /** How far a pending transfer has come; null when it was not sent, and never will be after this. */
  async findSent({ provider, username }: PlayerAt, transferId: string): Promise<SentClaim | null> {
    const mine = sql`provider = ${provider} and username = ${username} and transfer_id = ${transferId}`;
    await sql`delete from balance_claim where ${mine} and sent_at is null`.execute(this.#database.queries);
    const quietFrom = sql`sent_at + ${this.#options.quietMs} * interval '1 millisecond'`;
    const { rows } = await sql<SentClaim>`
      select ${quietFrom} as "quietFrom", ${quietFrom} <= now() as "isQuiet",
          unclear_at is not null as "isUnclear"
        from balance_claim where ${mine}`.execute(this.#database.queries);
    return rows[0] ?? null;
  }

  /** Leaves a transfer to a person. */
  async markUnclear({ provider, username }: PlayerAt, transferId: string): Promise<void> {
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
          and sent_at < now() - ${this.#options.answerMs} * interval '1 millisecond'`.execute(
      this.#database.queries,
    );
    return rows.length > 0 ? 'unanswered' : 'busy';
  }
}
