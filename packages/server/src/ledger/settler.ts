import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import { LaneWorker, type Taken } from '../kernel/lane-worker.ts';
import { inWorkContext } from '../kernel/work-context.ts';
import type { Ledger } from './ledger.ts';
import { SettlementSchedule, type DueTransfer } from './settlement-schedule.ts';
import type { InquiredTransfer, TransferDetail, TransferKind } from './types.ts';

/** What the other side of a pending transfer says. */
export type Verdict =
  | { verdict: 'post' | 'void'; outcome: TransferDetail }
  /** Nothing yet, ask again later. */
  | {
      verdict: 'wait';
      reason: string;
      /** Asking earlier is of no use. */
      notBefore?: Date;
      /** The other side has it and will tell by itself: it is asked seldom, in case that is lost. */
      isAccepted?: boolean;
    }
  /** No machine may decide: a person has to. It is still asked about, seldom. */
  | { verdict: 'review'; reason: string };

/** Asks the other side of one kind of transfer how it ended, and sends it again where that is safe. */
export type Inquiry = (transfer: InquiredTransfer) => Promise<Verdict>;

export interface SettlerOptions {
  /** How often pending transfers are looked for. */
  everyMs: number;
  /** How old a transfer is before the worker asks: longer than the request that made it can be at it. */
  graceMs: number;
  /** How long an asking is left to the process that took it: longer than its calls to the outside take. */
  leaseMs: number;
}

/** Askings under way in a process. Each waits for a counterparty and holds no connection to the database. */
const PER_LANE = 8;
const IN_TOTAL = 64;
/** Rows of settled transfers are dropped when nothing is due, and every so many looks at the latest. */
const LOOKS_BETWEEN_DROPS = 50;

const LONGEST_WAIT_MS = 15_000;
/** A payout that the bank has taken is asked about after ten rounds at first, and every ten minutes at last. */
const ACCEPTED_ROUNDS = 10;
const LONGEST_ACCEPTED_WAIT_MS = 600_000;
/** How often a transfer under manual review is looked up. */
const REVIEW_PAUSE_MS = 3_600_000;

/** How long after the n-th asking the next one comes: 1, 2, 4, 8 … rounds, 15 seconds at most. */
const backoffMs = (attempts: number, everyMs: number, longestMs: number): number =>
  Math.min(longestMs, everyMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 20));

/**
 * Settles what a request left pending: a time-out, a payout the bank has not decided, a process that was
 * killed. Any number of processes may run one; each transfer is taken by one of them at a time. Transfers are asked
 * about in lanes, one a counterparty, so that a slow one delays its own transfers alone.
 */
export class Settler {
  readonly #ledger: Ledger;
  readonly #inquiries: ReadonlyMap<TransferKind, Inquiry>;
  readonly #schedule: SettlementSchedule;
  readonly #logger: Logger;
  readonly #everyMs: number;
  readonly #worker: LaneWorker;
  /** Transfers to be scheduled with the next look. */
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

  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** Asks about one transfer as soon as its lane has room, in the background: its request has no more to do. */
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

  /** One that cannot be asked about keeps no other waiting; it comes round again after the grace time. */
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
