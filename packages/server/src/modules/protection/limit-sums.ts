import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { LimitName } from './repo.ts';

/** Limits of one round. */
const MOST_AT_ONCE = 50;

type Owner = Pick<Member, 'id' | 'walletAccount'>;

/** The sums of a limit up to a movement, as JSON: only the database reads them. */
export type KnownSums = string;

/**
 * Sums from a wallet's movements what a limit counts now. It grows with the history, and locks nothing: call it before
 * the lock of {@link keepSums}.
 */
export async function sumMovements(
  tx: Tx,
  { walletAccount }: Pick<Owner, 'walletAccount'>,
  { kind, period }: LimitName,
  now: Date,
): Promise<KnownSums | undefined> {
  const { rows } = await sql<{ known: KnownSums }>`
    select protection_known(${walletAccount}, ${kind}, ${period}, ${now})::text as known`.execute(tx);
  return rows[0]?.known;
}

/**
 * Begins to keep the sums of a limit. The wallet is locked: the movements that count from now on change the sums.
 * @param known without it, all of the period is summed under the lock
 */
export async function keepSums(
  tx: Tx,
  { id, walletAccount }: Owner,
  { kind, period }: LimitName,
  now: Date,
  known: KnownSums | undefined,
): Promise<void> {
  await sql`
    select protection_begin(${id}, ${walletAccount}, ${kind}, ${period}, ${now}, ${known ?? null}::jsonb)`.execute(
    tx,
  );
}

/**
 * Begins the sums of limits that have none: those from before sums were kept, and those that an older process sets
 * beside this one. Until then a check sums the movements. A rough sum is begun again once the moves that it follows have
 * ended.
 */
export class LimitSums {
  readonly #database: Database;
  readonly #ledger: Pick<Ledger, 'lock'>;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(parts: { database: Database; ledger: Pick<Ledger, 'lock'>; clock: Clock; logger: Logger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
  }

  /** @returns true if there may be more */
  async beginMissing(): Promise<boolean> {
    const { rows } = await sql<{ id: string; walletAccount: AccountId } & LimitName>`
      select l.member_id as id, p.wallet_account as "walletAccount", l.kind, l.period
        from (
          select member_id, kind, period from protection_limit where counted_since is null
          union
          select member_id, kind, period from protection_sum where rough and waiting = '{}'
        ) l
        join protection p on p.member_id = l.member_id
        limit ${MOST_AT_ONCE}`.execute(this.#database.queries);
    for (const { id, kind, period, walletAccount } of rows) {
      await this.#begin({ id, kind, period, walletAccount }).catch((error: unknown) =>
        this.#logger.error({ err: error, memberId: id, kind, period }, 'sums of a limit could not be begun'),
      );
    }
    return rows.length >= MOST_AT_ONCE;
  }

  async #begin(limit: Owner & LimitName): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const known = await sumMovements(tx, limit, limit, this.#clock.now());
      await this.#ledger.lock(tx, limit.walletAccount);
      await keepSums(tx, limit, limit, this.#clock.now(), known);
    });
  }
}
