import { PassingTime, type Time } from '../time/time.ts';

/**
 * Faults on demand, per port. Each active fault strikes a call or a callback at its own rate. The given
 * random source decides, so that a test can control it.
 */
export const FAULT_PORTS = [
  'sms',
  'gateway',
  'provider',
  'bank',
  'feed',
  'slip',
  'gift',
  'ewallet',
  'desk',
] as const;
type BasePort = (typeof FAULT_PORTS)[number];

/** A port, or one service of it alone: `provider:PG`, `slip:easyslip`. */
export type FaultPort = BasePort | `${BasePort}:${string}`;

/** Returns the port that a service belongs to; a port itself is returned as it is. */
export const baseOf = (port: FaultPort): FaultPort => port.split(':', 1)[0] as BasePort;

const ONE_PROVIDER = 'provider:';

/** Returns the port of one game provider alone. */
export const providerPort = (code: string): FaultPort => `${ONE_PROVIDER}${code}`;

/** Returns the code in the port of one game provider alone; null for any other port. */
export const providerOf = (port: FaultPort): string | null =>
  port.startsWith(ONE_PROVIDER) ? port.slice(ONE_PROVIDER.length) : null;

export const FAULT_KINDS = [
  'timeout_after_commit',
  'timeout_before_commit',
  'commit_late',
  'refused',
  'http_500',
  'html',
  'extra',
  'missing',
  'alternate',
  'in_progress',
  'duplicate',
  'reorder',
  'bad_signature',
  'odd',
  'slow_ms',
  'delayed',
  'quota',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Answers that only a slip look-up can give; a used-up quota is also that of SMS and payment services. */
export const LOOKUP_KINDS = ['delayed', 'quota'] as const;
export type LookupKind = (typeof LOOKUP_KINDS)[number];

const DEFAULT_SLOW_MS = 2000;
const DEFAULT_LATE_MS = 2000;
const REORDER_MIN_MS = 200;
const REORDER_SPREAD_MS = 1800;
const REORDER_MAX_PLACES = 3;

export interface Fault {
  readonly port: FaultPort;
  readonly kind: FaultKind;
  /** Share of the calls it strikes, 0 to 1. */
  readonly rate: number;
  /** For `slow_ms`, `commit_late` and `in_progress`: the delay. */
  readonly ms?: number;
}

/** Outcome of one call, or of one try to deliver a callback. */
export type Outcome =
  | 'normal'
  | 'hang_before'
  | 'hang_after'
  /** No answer, and the work is done {@link CallPlan.lateMs} later. */
  | 'hang_late'
  /** Refused without the work, and without a record of it. */
  | 'refuse'
  | 'error_before'
  | 'error_after'
  /** A web page instead of the protocol's answer. */
  | 'html_before'
  | 'html_after';

export interface CallPlan {
  readonly delayMs: number;
  readonly lateMs: number;
  readonly outcome: Outcome;
}

/** Delays of a fresh callback, one for each copy. */
export type CallbackPlan = readonly number[];

/** Delivery of one feed entry: repeated or not, and how many places late. */
export interface EntryPlan {
  readonly twice: boolean;
  readonly lateBy: number;
}

export class Faults {
  readonly #random: () => number;
  readonly #active = new Map<string, Fault>();
  readonly time: Time;

  /** @param random a number from 0 up to but not including 1. */
  constructor(random: () => number, time: Time = new PassingTime()) {
    this.#random = random;
    this.time = time;
  }

  list(): Fault[] {
    return [...this.#active.values()];
  }

  /** Switches a fault on or changes its rate; rate 0 switches it off. */
  set(fault: Fault): void {
    const key = `${fault.port}/${fault.kind}`;
    if (fault.rate === 0) this.#active.delete(key);
    else this.#active.set(key, fault);
  }

  clear(): void {
    this.#active.clear();
  }

  /** Decides one call, or one try to deliver a callback. A fault of a port strikes each service of it. */
  planCall(port: FaultPort): CallPlan {
    const slow = this.#strikes(port, 'slow_ms');
    const late = this.#strikes(port, 'commit_late');
    return {
      delayMs: slow?.ms ?? (slow ? DEFAULT_SLOW_MS : 0),
      lateMs: late?.ms ?? DEFAULT_LATE_MS,
      outcome: late ? 'hang_late' : this.#outcome(port),
    };
  }

  /** Decides a fresh callback: sent twice, sent late so that a later one overtakes it, or both. */
  planCallback(port: FaultPort): CallbackPlan {
    const copies = this.#strikes(port, 'duplicate') ? 2 : 1;
    return Array.from({ length: copies }, () =>
      this.#strikes(port, 'reorder') ? REORDER_MIN_MS + Math.floor(this.#random() * REORDER_SPREAD_MS) : 0,
    );
  }

  /** Decides whether a try to deliver a callback has a signature that does not fit. */
  planBadSignature(port: FaultPort): boolean {
    return this.#strikes(port, 'bad_signature') !== null;
  }

  /** Decides how one entry of a feed is delivered. */
  planEntry(port: FaultPort): EntryPlan {
    const twice = this.#strikes(port, 'duplicate') !== null;
    const late = this.#strikes(port, 'reorder') !== null;
    return { twice, lateBy: late ? 1 + Math.floor(this.#random() * REORDER_MAX_PLACES) : 0 };
  }

  /** Decides whether a page of a feed has odd entries among the real ones. */
  planOdd(port: FaultPort): boolean {
    return this.#strikes(port, 'odd') !== null;
  }

  /** Decides whether a slip look-up is delayed or refused; null when it is neither. */
  planLookup(port: FaultPort = 'slip'): LookupKind | null {
    return LOOKUP_KINDS.find((kind) => this.#strikes(port, kind) !== null) ?? null;
  }

  /** Decides whether an answer has fields that no document names. */
  planExtra(port: FaultPort): boolean {
    return this.#strikes(port, 'extra') !== null;
  }

  /** Decides whether an answer lacks the fields that hold amounts. */
  planMissing(port: FaultPort): boolean {
    return this.#strikes(port, 'missing') !== null;
  }

  /**
   * Decides whether a service says that a transfer is in progress.
   * @returns after how many milliseconds it is done; null when it is done at once
   */
  planProgress(port: FaultPort): number | null {
    const fault = this.#strikes(port, 'in_progress');
    return fault && (fault.ms ?? DEFAULT_LATE_MS);
  }

  /** Decides whether an answer has the other shape that was observed of its service. */
  planAlternate(port: FaultPort): boolean {
    return this.#strikes(port, 'alternate') !== null;
  }

  /** Decides whether a service's quota is used up. */
  planQuota(port: FaultPort): boolean {
    return this.#strikes(port, 'quota') !== null;
  }

  #outcome(port: FaultPort): Outcome {
    if (this.#strikes(port, 'timeout_before_commit')) return 'hang_before';
    if (this.#strikes(port, 'timeout_after_commit')) return 'hang_after';
    if (this.#strikes(port, 'refused')) return 'refuse';
    // A 500 says nothing about the work: half of them come before it, half after it.
    if (this.#strikes(port, 'http_500')) return this.#random() < 0.5 ? 'error_before' : 'error_after';
    if (this.#strikes(port, 'html')) return this.#random() < 0.5 ? 'html_before' : 'html_after';
    return 'normal';
  }

  #strikes(port: FaultPort, kind: FaultKind): Fault | null {
    for (const name of new Set([port, baseOf(port)])) {
      const fault = this.#active.get(`${name}/${kind}`);
      if (fault && this.#random() < fault.rate) return fault;
    }
    return null;
  }
}
