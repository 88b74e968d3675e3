import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { Worker } from '../../kernel/worker.ts';

/** What staff can stop, each by one switch: payouts, new deposit orders, credit into games. */
export const CONTROLS = ['payouts', 'deposits', 'game_credit'] as const;
export type Control = (typeof CONTROLS)[number];

/** How long a transfer that is held back waits for the next look. Lifting the stop asks for it at once. */
const HELD_BACK_MS = 60_000;

/** When the reconciler should ask again about a transfer that is held back. */
export const askAgainAt = (): Date => new Date(Date.now() + HELD_BACK_MS);

/**
 * The switches as a process knows them.
 *
 * The database decides: it refuses what is stopped in the statement that begins it (`refuse_stopped`), and
 * {@link Controls.holdsBack} asks it before something is sent again. The copy in memory, about a second old, only
 * refuses earlier and cheaper, before a movement reaches the ledger's batch.
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

  /** As last known to this process; costs nothing. */
  isStopped(control: Control): boolean {
    return this.#stopped.has(control);
  }

  /**
   * Whether a pending transfer must not be handed to the other side now: its switch is stopped or its member frozen.
   * Asks the database.
   * @param transferId of a transfer that debits the member's wallet
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

/** SQL: whether a switch is stopped, or the member whose wallet a transfer debits is frozen. */
export const heldBack = (control: Control, transferId: string) => sql<boolean>`(
  exists (select from control where name = ${control} and stopped)
  or exists (select from ledger_transfer t join member m on m.wallet_account = t.debit_account
    where t.id = ${transferId} and m.disabled_at is not null))`;
