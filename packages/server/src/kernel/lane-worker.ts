import type { Logger } from 'pino';
import { Worker } from './worker.ts';

/** Number of pieces that may be taken from a lane now. */
export interface Room {
  lane: string;
  room: number;
}

/** One taken piece of work. A failure is logged and affects no other piece. */
export interface Taken {
  lane: string;
  /** Resolves to true if the piece created more work that is due at once. */
  run: () => Promise<unknown>;
}

/** Work that is due, by lane. */
export interface LaneSource {
  /** Returns the lanes with due work. */
  dueLanes: () => Promise<readonly string[]>;
  /** Takes due work, at most `room` pieces per lane, and keeps other processes from taking it. */
  take: (rooms: readonly Room[]) => Promise<readonly Taken[]>;
}

export interface LaneWorkerOptions extends LaneSource {
  /** Name in the log. */
  name: string;
  /** Pause between looks for due work. */
  everyMs: number;
  /** Most running pieces per lane in this process. */
  perLane: number;
  /** Most running pieces in total; a lane with none running may exceed it by one. */
  inTotal: number;
  logger: Logger;
}

/**
 * Runs due work in lanes, one lane per counterparty. A slot is free as soon as its piece ends: no round waits
 * for its slowest piece, and a full lane delays no other.
 */
export class LaneWorker {
  readonly #options: LaneWorkerOptions;
  readonly #worker: Worker;
  /** Number of running pieces by lane. */
  readonly #underWay = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  /** True if it was woken before it was started. */
  #isWoken = false;
  /** Number of pieces begun so far. */
  #begun = 0;
  /** True if the last look left due work behind for lack of room. */
  #hasMore = false;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  /** Rotates which lane comes first when there is not room for all. */
  #turn = 0;

  constructor(options: LaneWorkerOptions) {
    this.#options = options;
    this.#worker = new Worker({
      name: options.name,
      everyMs: options.everyMs,
      logger: options.logger,
      round: async () => {
        await this.#look();
        return false;
      },
    });
  }

  start(): void {
    this.#isStarted = true;
    this.#worker.start();
  }

  /** Takes no more work and waits for running pieces. */
  async stop(): Promise<void> {
    await this.#worker.stop();
    await Promise.all(this.#running);
  }

  /** Looks for due work now and waits for all running pieces. @returns whether there were any */
  async round(): Promise<boolean> {
    const begunBefore = this.#begun - this.#running.size;
    do {
      this.#isWoken = false;
      await this.#worker.round();
      while (this.#running.size > 0) {
        await Promise.all(this.#running);
        await this.#worker.idle();
      }
    } while (this.#isWoken);
    return this.#begun > begunBefore;
  }

  /** Looks for due work now, in the background; before the start, with the next round. */
  wake(): void {
    if (this.#isStarted) this.#worker.run(() => this.#look());
    else this.#isWoken = true;
  }

  /** Calls during a look share the next one. */
  async #look(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true;
      return this.#looking;
    }
    this.#looking = Promise.resolve().then(() => this.#lookUntilDone());
    return this.#looking;
  }

  async #lookUntilDone(): Promise<void> {
    try {
      do {
        this.#lookAgain = false;
        const due = await this.#options.dueLanes();
        const rooms = this.#roomsOf(due);
        const taken = rooms.length > 0 ? await this.#options.take(rooms) : [];
        this.#hasMore = rooms.length < due.length || isAnyFull(rooms, taken);
        for (const piece of taken) this.#begin(piece);
      } while (this.#lookAgain);
    } finally {
      // At once: a call after the last round, while this promise is not settled yet, begins a look of its own.
      this.#looking = undefined;
    }
  }

  #roomsOf(lanes: readonly string[]): Room[] {
    const { perLane, inTotal } = this.#options;
    let free = inTotal - this.#running.size;
    this.#turn += 1;
    const first = lanes.length > 0 ? this.#turn % lanes.length : 0;
    return [...lanes.slice(first), ...lanes.slice(0, first)].flatMap((lane) => {
      const underWay = this.#underWay.get(lane) ?? 0;
      const room = Math.min(perLane - underWay, Math.max(free, underWay === 0 ? 1 : 0));
      free -= Math.max(room, 0);
      return room > 0 ? [{ lane, room }] : [];
    });
  }

  #begin({ lane, run }: Taken): void {
    this.#underWay.set(lane, (this.#underWay.get(lane) ?? 0) + 1);
    this.#begun += 1;
    let madeMore = false;
    const running = run()
      .then((hasMore) => {
        madeMore = hasMore === true;
      })
      .catch((error: unknown) => {
        this.#options.logger.error(
          { err: error, worker: this.#options.name, lane },
          'background work failed',
        );
      })
      .finally(() => {
        this.#running.delete(running);
        const left = (this.#underWay.get(lane) ?? 1) - 1;
        if (left > 0) this.#underWay.set(lane, left);
        else this.#underWay.delete(lane);
        if (madeMore || this.#hasMore) this.wake();
      });
    this.#running.add(running);
  }
}

/** Returns whether some lane filled its room, so that it may have more. */
function isAnyFull(rooms: readonly Room[], taken: readonly Taken[]): boolean {
  return rooms.some(({ lane, room }) => taken.filter((piece) => piece.lane === lane).length >= room);
}
