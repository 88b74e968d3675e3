import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import { LaneWorker, type Taken } from '../kernel/lane-worker.ts';
import { inWorkContext } from '../kernel/work-context.ts';
import type { Ledger } from './ledger.ts';
import { SettlementSchedule, type DueTransfer } from './settlement-schedule.ts';
import type { InquiredTransfer, TransferDetail, TransferKind } from './types.ts';

/** The counterparty's resolution of a pending transfer. */
export type Verdict =
  | { verdict: 'post' | 'void'; outcome: TransferDetail }
  /** Not decided yet: check again later. */
  | {
      verdict: 'wait';
      reason: string;
      /** An earlier status check is of no use. */
      notBefore?: Date;
      /**
       * The counterparty has accepted it and sends a callback. Status checks are rare, in case the callback
       * is lost.
       */
      isAccepted?: boolean;
    }
  /** Needs a decision by staff. Status checks go on, rarely. */
  | { verdict: 'review'; reason: string };

/**
 * Runs the status check of one kind of transfer at the counterparty, and sends the transfer again where that
 * is safe.
 */
export type Inquiry = (transfer: InquiredTransfer) => Promise<Verdict>;

export interface SettlerOptions {
  /** Pause between looks for pending transfers. */
  everyMs: number;
  /** Age of a transfer at its first status check: longer than the request that made it can take. */
  graceMs: number;
  /** Lease of a status check: longer than its calls to the counterparty take. */
  leaseMs: number;
}

/** Concurrent status checks of a process. Each waits for a counterparty and holds no database connection. */
const PER_LANE = 8;
const IN_TOTAL = 64;
/** Rows of settled transfers are dropped when nothing is due, and at least once every so many looks. */
const LOOKS_BETWEEN_DROPS = 50;

const LONGEST_WAIT_MS = 15_000;
/**
 * Status checks of a payout that the bank has accepted come after ten rounds at first, and every ten minutes
 * at last.
 */
const ACCEPTED_ROUNDS = 10;
const LONGEST_ACCEPTED_WAIT_MS = 600_000;
/** Pause between status checks of a transfer under manual review. */
const REVIEW_PAUSE_MS = 3_600_000;

/** Returns the pause after the n-th status check: 1, 2, 4, 8 … rounds, at most `longestMs`. */
const backoffMs = (attempts: number, everyMs: number, longestMs: number): number =>
  Math.min(longestMs, everyMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 20));

/**
 * The reconciler: settles transfers that a request left pending because of a timeout, an undecided payout or
 * a killed process. Any number of processes may run one; one process takes each transfer at a time. Each
 * counterparty has its own lane, so that a slow one delays only its own transfers.
 */
export class Settler {
  readonly #ledger: Ledger;
  readonly #inquiries: ReadonlyMap<TransferKind, Inquiry>;
  readonly #schedule: SettlementSchedule;
  readonly #logger: Logger;
  readonly #everyMs: number;
  readonly #worker: LaneWorker;
  /** Transfers to schedule at the next look. */
  #nudged: string[] = [];
  #looks = 0;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    inquiries: ReadonlyMap<TransferKind, Inquiry>;
    logger: Logger;
    options: SettlerOptions;
  }) {
    const { everyMs, graceMs, leaseMs } = parts.options;
    this.#ledger = parts.ledger;
    this.#inquiries = parts.inquiries;
    this.#logger = parts.logger;
    this.#everyMs = everyMs;
    this.#schedule = new SettlementSchedule(parts.database, {
      kinds: [...parts.inquiries.keys()],
      graceMs,
      leaseMs,
    });
    this.#worker = new LaneWorker({
      name: 'settler',
      everyMs,
      perLane: PER_LANE,
      inTotal: IN_TOTAL,
      dueLanes: () => this.#dueLanes(),
      take: async (rooms) => (await this.#schedule.take(rooms)).map((transfer) => this.#taken(transfer)),
      logger: parts.logger,
    });
  }

  start(): void {
    this.#worker.start();
  }

  /** Takes no more work and waits for running checks. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /**
   * Schedules the status check of one transfer, in the background, as soon as its lane has room. The request
   * is done.
   */
  nudge(id: string): void {
    this.#nudged.push(id);
    this.#worker.wake();
  }

  async #dueLanes(): Promise<string[]> {
    const nudged = this.#nudged;
    this.#nudged = [];
    await this.#schedule.enlist(nudged);
    const lanes = await this.#schedule.dueLanes();
    this.#looks += 1;
    if (lanes.length === 0 || this.#looks % LOOKS_BETWEEN_DROPS === 0) await this.#schedule.dropSettled();
    return lanes;
  }

  /**
   * Wraps the check of a taken transfer. A failed check delays no other transfer; it is due again after the
   * lease.
   */
  #taken(transfer: DueTransfer): Taken {
    const { id: transferId, lane } = transfer;
    const run = (): Promise<void> =>
      inWorkContext({ transferId }, () => this.#inquire(transfer)).catch((error: unknown) =>
        this.#logger.error({ err: error, transferId }, 'transfer could not be settled'),
      );
    return { lane, run };
  }

  async #inquire(transfer: DueTransfer): Promise<void> {
    const inquiry = this.#inquiries.get(transfer.kind);
    if (!inquiry) return;
    const verdict = await inquiry(transfer);
    const { id, kind, attempts } = transfer;
    const log = { transferId: id, kind, attempts };
    if (verdict.verdict === 'wait') {
      const { notBefore: nextAt, isAccepted = false, reason } = verdict;
      await this.#schedule.postpone(transfer, {
        nextAt,
        isAccepted,
        pauseMs: this.#pauseMs(attempts, isAccepted),
      });
      this.#logger.info({ ...log, reason }, 'transfer still pending');
      return;
    }
    if (verdict.verdict === 'review') {
      const isNew = await this.#schedule.review(transfer, verdict.reason, REVIEW_PAUSE_MS);
      if (isNew) this.#logger.error({ ...log, reason: verdict.reason }, 'transfer needs manual review');
      return;
    }
    const settled = await this.#ledger.settle({ id, result: verdict.verdict, outcome: verdict.outcome });
    await this.#schedule.drop(id);
    if (settled.outcome === 'conflict') this.#logger.error(log, 'transfer had settled the other way');
    else this.#logger.info({ ...log, verdict: verdict.verdict }, 'transfer settled');
  }

  #pauseMs(attempts: number, isAccepted: boolean): number {
    return isAccepted
      ? backoffMs(attempts, ACCEPTED_ROUNDS * this.#everyMs, LONGEST_ACCEPTED_WAIT_MS)
      : backoffMs(attempts, this.#everyMs, LONGEST_WAIT_MS);
  }
}
