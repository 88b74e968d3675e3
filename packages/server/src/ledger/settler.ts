import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import { inWorkContext } from '../kernel/work-context.ts';
import { Worker } from '../kernel/worker.ts';
import { toTransferRow, type Ledger, type StoredTransfer } from './ledger.ts';
import type { TransferDetail, TransferKind, TransferRow } from './types.ts';

/** What the other side of a pending transfer says. `wait`: nothing yet, ask again later. */
export type Verdict =
  | { verdict: 'post' | 'void'; outcome: TransferDetail }
  /** `notBefore`: asking earlier is of no use. */
  | { verdict: 'wait'; reason: string; notBefore?: Date };

/** Asks the other side of one kind of transfer how it ended, and sends it again where that is safe. */
export type Inquiry = (transfer: TransferRow) => Promise<Verdict>;

interface Due extends TransferRow {
  attempts: number;
}

interface DueRow extends StoredTransfer {
  attempts: number;
}

export interface SettlerOptions {
  /** How often pending transfers are looked for. */
  everyMs: number;
  /**
   * Longer than a call to the outside can take: how old a transfer is before the worker asks, so as not
   * to meddle with the request that made it, and how long an asking is left to the process that took it.
   */
  graceMs: number;
}

const AT_ONCE = 20;
/** More than are taken: other processes may be at the first of them. */
const LOOKED_AT = 10 * AT_ONCE;
const LONGEST_WAIT_MS = 15_000;

/** How long after the n-th asking the next one comes: 1, 2, 4, 8 … rounds, 15 seconds at most. */
const backoffMs = (attempts: number, everyMs: number): number =>
  Math.min(LONGEST_WAIT_MS, everyMs * 2 ** Math.min(attempts - 1, 10));

/**
 * Settles what a request left pending: a time-out, a payout the bank has not decided, a process that was
 * killed. Any number of processes may run one; each transfer is taken by one of them at a time.
 */
export class Settler {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #inquiries: ReadonlyMap<TransferKind, Inquiry>;
  readonly #logger: Logger;
  readonly #everyMs: number;
  readonly #graceMs: number;
  readonly #worker: Worker;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    inquiries: ReadonlyMap<TransferKind, Inquiry>;
    logger: Logger;
    options: SettlerOptions;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#inquiries = parts.inquiries;
    this.#logger = parts.logger;
    this.#everyMs = parts.options.everyMs;
    this.#graceMs = parts.options.graceMs;
    this.#worker = new Worker({
      name: 'settler',
      everyMs: parts.options.everyMs,
      logger: parts.logger,
      round: async () => {
        const due = await this.#claim();
        await this.#inquireAll(due);
        if (due.length === 0) await this.#forgetSettled();
        return due.length === AT_ONCE;
      },
    });
  }

  start(): void {
    this.#worker.start();
  }

  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** Asks about one transfer now, in the background: its request has no more to do. */
  nudge(id: string): void {
    this.#worker.run(async () => this.#inquireAll(await this.#claim(id)));
  }

  /** One that cannot be asked about keeps no other waiting; it comes round again after the grace time. */
  async #inquireAll(due: readonly Due[]): Promise<void> {
    await Promise.all(
      due.map((transfer) =>
        inWorkContext({ transferId: transfer.id }, () => this.#inquire(transfer)).catch((error: unknown) =>
          this.#logger.error({ err: error, transferId: transfer.id }, 'transfer could not be settled'),
        ),
      ),
    );
  }

  async #inquire(transfer: Due): Promise<void> {
    const inquiry = this.#inquiries.get(transfer.kind);
    if (!inquiry) return;
    const verdict = await inquiry(transfer);
    const log = { transferId: transfer.id, kind: transfer.kind, attempts: transfer.attempts };
    if (verdict.verdict === 'wait') {
      await this.#postpone(transfer, verdict.notBefore);
      this.#logger.info({ ...log, reason: verdict.reason }, 'transfer still pending');
      return;
    }
    const settled = await this.#ledger.settle({
      id: transfer.id,
      result: verdict.verdict,
      outcome: verdict.outcome,
    });
    await this.#database.queries
      .deleteFrom('settlement_attempt')
      .where('transfer_id', '=', transfer.id)
      .execute();
    if (settled.outcome === 'conflict') this.#logger.error(log, 'transfer had settled the other way');
    else this.#logger.info({ ...log, verdict: verdict.verdict }, 'transfer settled');
  }

  async #postpone(transfer: Due, notBefore: Date | undefined): Promise<void> {
    const pauseMs = backoffMs(transfer.attempts, this.#everyMs);
    const backoff = sql<Date>`now() + ${pauseMs} * interval '1 millisecond'`;
    await this.#database.queries
      .updateTable('settlement_attempt')
      .set({ next_at: notBefore ?? backoff })
      .where('transfer_id', '=', transfer.id)
      .execute();
  }

  /** Drops the schedule of what others have settled: a callback, a request that came back. */
  async #forgetSettled(): Promise<void> {
    await sql`
      delete from settlement_attempt a using ledger_transfer t
        where t.id = a.transfer_id and t.state <> 'pending' and a.next_at < now()`.execute(
      this.#database.queries,
    );
  }

  /** Takes transfers that are due, or the one named, so that no other process asks about them meanwhile. */
  async #claim(id?: string): Promise<Due[]> {
    const open = sql`t.state = 'pending' and t.kind = any (${sql.val([...this.#inquiries.keys()])}::text[])`;
    const grace = sql`${this.#graceMs} * interval '1 millisecond'`;
    // Each part by an index of its own: of a hundred thousand that wait, none but those that are due is looked at.
    const which = id
      ? sql`t.id = ${id}`
      : sql`t.id = any (array(
          (select t.id from ledger_transfer t
            where ${open} and t.created_at < now() - ${grace}
              and not exists (select from settlement_attempt a where a.transfer_id = t.id)
            order by t.created_at limit ${LOOKED_AT})
          union all
          (select a.transfer_id from settlement_attempt a
            join ledger_transfer t on t.id = a.transfer_id
            where ${open} and a.next_at <= now()
            order by a.next_at limit ${LOOKED_AT})))`;
    const { rows } = await sql<DueRow>`
      with due as (
        select t.* from ledger_transfer t
          where ${open} and ${which}
          order by t.created_at
          limit ${AT_ONCE}
          for update of t skip locked
      ), booked as (
        insert into settlement_attempt as s (transfer_id, attempts, next_at)
          select id, 1, now() + ${grace} from due
          on conflict (transfer_id) do update set attempts = s.attempts + 1, next_at = excluded.next_at
            -- Another process may have booked it since this statement began to look.
            where s.next_at <= now()
          returning transfer_id, attempts
      )
      select due.*, booked.attempts from due join booked on booked.transfer_id = due.id`.execute(
      this.#database.queries,
    );
    return rows.map((row) => ({ ...toTransferRow(row), attempts: row.attempts }));
  }
}
