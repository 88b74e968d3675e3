import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { Worker } from '../../kernel/worker.ts';
import { debitedBy } from '../../ledger/queries.ts';
import { isFrozen, isWalletFrozen } from '../account/queries.ts';

/** Switches of staff to stop payouts, new deposit orders, and credit into games. */
export const CONTROLS = ['payouts', 'deposits', 'game_credit'] as const;
export type Control = (typeof CONTROLS)[number];

/** Wait of a held transfer until its next status check. Lifting the stop triggers the check at once. */
const HELD_BACK_MS = 60_000;

/** Returns the time of the reconciler's next status check of a held transfer. */
export const askAgainAt = (): Date => new Date(Date.now() + HELD_BACK_MS);

/**
 * State of the switches in a process.
 *
 * The database decides: the statement that begins a stopped movement fails there (`refuse_transfer`,
 * `refuse_stopped`), and {@link Controls.holdsBack} queries it before a transfer is sent again. The copy in
 * memory is about a second old. It only refuses earlier and cheaper, before a movement reaches the ledger's batch.
 */
export class Controls {
  readonly #database: Database;
  readonly #worker: Worker;
  #stopped: ReadonlySet<string> = new Set();

  constructor(parts: { database: Database; logger: Logger; everyMs: number }) {
    this.#database = parts.database;
    this.#worker = new Worker({
      name: 'controls',
      everyMs: parts.everyMs,
      logger: parts.logger,
      round: async () => {
        await this.#read();
        return false;
      },
    });
  }

  start(): void {
    this.#worker.start();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }

  round(): Promise<boolean> {
    return this.#worker.round();
  }

  /** Returns the last state known to this process, without a query. */
  isStopped(control: Control): boolean {
    return this.#stopped.has(control);
  }

  /**
   * Returns whether a pending transfer must not be sent to the counterparty now, since its switch is stopped
   * or its member frozen. Queries the database.
   * @param transferId id of a transfer that debits the member's wallet
   */
  async holdsBack(control: Control, transferId: string): Promise<boolean> {
    const { rows } = await sql<{ held: boolean }>`select ${heldBack(control, transferId)} as held`.execute(
      this.#database.queries,
    );
    return rows[0]?.held ?? true;
  }

  async #read(): Promise<void> {
    const rows = await this.#database.queries
      .selectFrom('control')
      .select('name')
      .where('stopped', '=', true)
      .execute();
    this.#stopped = new Set(rows.map(({ name }) => name));
  }
}

const isStopped = (control: Control) =>
  sql<boolean>`exists (select from control where name = ${control} and stopped)`;

/** Returns the SQL condition that a switch is stopped or a member is frozen. */
export const holdsBackMember = (control: Control, memberId: RawBuilder<unknown>) =>
  sql<boolean>`(${isStopped(control)} or ${isFrozen(memberId)})`;

/** Returns the SQL condition that a switch is stopped or the member debited by a transfer is frozen. */
export const heldBack = (control: Control, transferId: string) =>
  sql<boolean>`(${isStopped(control)} or ${isWalletFrozen(debitedBy(transferId))})`;
