import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { LaneWorker, type Taken } from '../kernel/lane-worker.ts';
import { inWorkContext } from '../kernel/work-context.ts';
import { DetailError } from './kinds/detail.ts';
import { HELD_KINDS, isHeldKind } from './kinds/registry.ts';
import type { Ledger } from './ledger.ts';
import { SettlementSchedule, type DueTransfer } from './settlement-schedule.ts';
import { transferOf, type CheckedTransfer, type HeldKind, type TransferOutcome } from './types.ts';

/** The counterparty's resolution of a pending transfer. */
export type Resolution =
  | { resolution: 'post' | 'void'; outcome: TransferOutcome }
  /** Not decided yet: check again later. */
  | {
      resolution: 'wait';
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
  | { resolution: 'review'; reason: string };

/**
 * Runs the status check of one kind of transfer at the counterparty, and sends the transfer again where that
 * is safe.
 */
export type StatusCheck<Kind extends HeldKind = HeldKind> = (
  transfer: CheckedTransfer<Kind>,
) => Promise<Resolution>;

export interface ReconcilerOptions {
  /** Pause between looks for pending transfers. */
  everyMs: number;
  /** Age of a transfer at its first status check: longer than the request that made it can take. */
  graceMs: number;
  /** Lease of a status check: longer than its calls to the counterparty take. */
  leaseMs: number;
}

/** Concurrent status checks of a process. Each waits for a counterparty and holds no database connection. */
export const PER_LANE = 8;
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
const REVIEW_PAUSE_MS = HOUR_MS;

/** Returns the pause after the n-th status check: 1, 2, 4, 8 … rounds, at most `longestMs`. */
const backoffMs = (attempts: number, everyMs: number, longestMs: number): number =>
  Math.min(longestMs, everyMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 20));

/**
 * The reconciler: settles transfers that a request left pending because of a timeout, an undecided payout or
 * a killed process. Any number of processes may run one; one process takes each transfer at a time. Each
 * counterparty has its own lane, so that a slow one delays only its own transfers.
 */
export class Reconciler {
  readonly #ledger: Ledger;
  /** Each gets only transfers of the kind that it was registered for. */
  readonly #statusChecks = new Map<HeldKind, StatusCheck<never>>();
  readonly #schedule: SettlementSchedule;
  readonly #logger: Logger;
  readonly #everyMs: number;
  readonly #worker: LaneWorker;
  /** Transfers to schedule at the next look. */
  #nudged: string[] = [];
  #looks = 0;

  constructor(parts: { database: Database; ledger: Ledger; logger: Logger; options: ReconcilerOptions }) {
    const { everyMs, graceMs, leaseMs } = parts.options;
    this.#ledger = parts.ledger;
    this.#logger = parts.logger;
    this.#everyMs = everyMs;
    this.#schedule = new SettlementSchedule({
      database: parts.database,
      kinds: HELD_KINDS,
      graceMs,
      leaseMs,
    });
    this.#worker = new LaneWorker({
      name: 'reconciler',
      everyMs,
      perLane: PER_LANE,
      inTotal: IN_TOTAL,
      dueLanes: () => this.#dueLanes(),
      take: async (rooms) => (await this.#schedule.take(rooms)).map((transfer) => this.#taken(transfer)),
      logger: parts.logger,
    });
  }

  /**
   * Registers the status check of a kind. The service that makes such transfers registers it when it is
   * created.
   * @throws Error when the kind has one already
   */
  register<Kind extends HeldKind>(kind: Kind, statusCheck: StatusCheck<Kind>): void {
    if (this.#statusChecks.has(kind)) throw new Error(`${kind} has a status check already`);
    this.#statusChecks.set(kind, statusCheck);
  }

  /** @throws Error when a kind has no status check: its transfers would stay held for ever */
  start(): void {
    const missing = HELD_KINDS.filter((kind) => !this.#statusChecks.has(kind));
    if (missing.length > 0) throw new Error(`no status check is registered for ${missing.join(', ')}`);
    this.#worker.start();
  }

  /** Takes no more work and waits for running checks. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  round(): Promise<boolean> {
    return this.#worker.round();
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
      inWorkContext({ transferId }, () => this.#checkStatus(transfer)).catch((error: unknown) =>
        this.#logger.error({ err: error, transferId }, 'transfer could not be settled'),
      );
    return { lane, run };
  }

  async #checkStatus(transfer: DueTransfer): Promise<void> {
    const resolution = await this.#resolve(transfer);
    const { id, kind, attempts } = transfer;
    const log = { transferId: id, kind, attempts };
    if (resolution.resolution === 'wait') {
      const { notBefore: nextAt, isAccepted = false, reason } = resolution;
      await this.#schedule.postpone(transfer, {
        nextAt,
        isAccepted,
        pauseMs: this.#pauseMs(attempts, isAccepted),
      });
      this.#logger.info({ ...log, reason }, 'transfer still pending');
      return;
    }
    if (resolution.resolution === 'review') {
      const isNew = await this.#schedule.review(transfer, resolution.reason, REVIEW_PAUSE_MS);
      if (isNew) this.#logger.error({ ...log, reason: resolution.reason }, 'transfer needs manual review');
      return;
    }
    const settled = await this.#ledger.settle({
      id,
      result: resolution.resolution,
      outcome: resolution.outcome,
    });
    await this.#schedule.drop(id);
    if (settled.outcome === 'conflict') this.#logger.error(log, 'transfer had settled the other way');
    else this.#logger.info({ ...log, resolution: resolution.resolution }, 'transfer settled');
  }

  async #resolve(transfer: DueTransfer): Promise<Resolution> {
    const { kind } = transfer;
    const statusCheck = isHeldKind(kind) && this.#statusChecks.get(kind);
    if (!isHeldKind(kind) || !statusCheck) throw new Error(`${kind} has no status check`);
    let checked: CheckedTransfer;
    try {
      checked = transferOf(transfer, kind);
    } catch (error) {
      if (!(error instanceof DetailError)) throw error;
      // Without the field the counterparty cannot be asked: staff must.
      return { resolution: 'review', reason: error.message };
    }
    return statusCheck(checked as never);
  }

  #pauseMs(attempts: number, isAccepted: boolean): number {
    return isAccepted
      ? backoffMs(attempts, ACCEPTED_ROUNDS * this.#everyMs, LONGEST_ACCEPTED_WAIT_MS)
      : backoffMs(attempts, this.#everyMs, LONGEST_WAIT_MS);
  }
}
