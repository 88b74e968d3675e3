/**
 * Signed callbacks, kept until the receiver accepts them. A try without a 2xx answer is repeated with growing
 * pauses, also after a restart, up to a limit.
 */
import { randomUUID } from 'node:crypto';
import type { Faults } from '../faults/faults.ts';
import { sign } from '../signature/signature.ts';
import { SIGNERS } from '../services/webhooks.ts';
import type { AcceptedBy, CallbackPort, CallbackRecord, CallbackSigner } from '../store/callback-records.ts';
import type { Change, Store } from '../store/store.ts';

export const MAX_ATTEMPTS = 20;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const MAX_IN_FLIGHT = 32;

/** 0.5 s, 1 s, 2 s, 4 s … up to a minute. */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

export interface CallbackOptions {
  readonly store: Store;
  readonly faults: Faults;
  readonly secret: string;
  readonly now: () => number;
  /** Pause in milliseconds, by the number of failed tries. */
  readonly pauseMs: (attempts: number) => number;
  readonly onGivenUp: (callback: CallbackRecord) => void;
}

export interface NewCallback {
  readonly port: CallbackPort;
  readonly url: string;
  readonly body: object;
  /** Callbacks of one lane arrive in the order they were made. */
  readonly lane?: string;
  readonly signedBy?: CallbackSigner;
  readonly maxAttempts?: number;
  readonly acceptedBy?: AcceptedBy;
}

export class Callbacks {
  readonly #options: CallbackOptions;
  /** Cancel what is scheduled. */
  readonly #scheduled = new Map<string, () => void>();
  readonly #ready: string[] = [];
  /** Due callbacks that wait for an older one of their lane. */
  readonly #behind: string[] = [];
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** Resumes callbacks that an earlier run could not deliver. */
  start(): void {
    for (const { id } of this.#options.store.list('callbacks')) this.#schedule(id, 0);
  }

  /**
   * Returns the changes that put a callback in the store. Commit them together with the change that the
   * callback reports, then call {@link wake}.
   * @param lane callbacks of one lane arrive in the order they were made
   */
  prepare(port: CallbackPort, url: string, body: object, lane?: string): Change[] {
    return this.prepareSigned({ port, url, body, ...(lane && { lane }) });
  }

  /** As {@link prepare}, for a service with a signature of its own. */
  prepareSigned({ port, url, body, ...rest }: NewCallback): Change[] {
    const { faults, now } = this.#options;
    const text = JSON.stringify(body);
    return faults.planCallback(port).map((delayMs) => {
      const id = randomUUID();
      return {
        table: 'callbacks',
        key: id,
        value: { id, port, url, body: text, attempts: 0, dueAt: now() + delayMs, ...rest },
      };
    });
  }

  /** Sends or schedules the callbacks that {@link prepare} put in these changes. */
  wake(changes: readonly Change[]): void {
    for (const { table, value } of changes) {
      if (table === 'callbacks' && value) this.#schedule(value.id, value.dueAt - this.#options.now());
    }
  }

  /** Stops sending. Undelivered callbacks stay in the store. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const cancel of this.#scheduled.values()) cancel();
    this.#scheduled.clear();
    await this.idle();
  }

  /** Waits until none is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #schedule(id: string, delayMs: number): void {
    const cancel = this.#options.faults.time.after(delayMs, () => {
      this.#scheduled.delete(id);
      this.#ready.push(id);
      this.#pump();
    });
    this.#scheduled.set(id, cancel);
  }

  #pump(): void {
    while (this.#ready.length > 0 && this.#running.size < MAX_IN_FLIGHT && !this.#stopping.signal.aborted) {
      const callback = this.#options.store.get('callbacks', this.#ready.shift() ?? '');
      if (!callback) continue;
      if (this.#mustWait(callback)) this.#behind.push(callback.id);
      else this.#begin(callback);
    }
  }

  #begin(callback: CallbackRecord): void {
    const run = this.#deliver(callback).finally(() => {
      this.#running.delete(run);
      // The next one of its lane may go now.
      if (callback.lane !== undefined) this.#ready.push(...this.#behind.splice(0));
      this.#pump();
    });
    this.#running.add(run);
  }

  /** Returns whether an older callback of the same lane is still undelivered. */
  #mustWait({ id, lane }: CallbackRecord): boolean {
    if (lane === undefined) return false;
    return this.#options.store.list('callbacks').find((callback) => callback.lane === lane)?.id !== id;
  }

  async #deliver(callback: CallbackRecord): Promise<void> {
    const { store, pauseMs, now, onGivenUp } = this.#options;
    const { id } = callback;
    const taken = await this.#tryOnce(callback);
    if (this.#stopping.signal.aborted && !taken) return;
    const attempts = callback.attempts + 1;
    if (taken || attempts >= (callback.maxAttempts ?? MAX_ATTEMPTS)) {
      if (!taken) onGivenUp(callback);
      store.commit([{ table: 'callbacks', key: id, value: null }]);
      return;
    }
    const pause = pauseMs(attempts);
    store.commit([{ table: 'callbacks', key: id, value: { ...callback, attempts, dueAt: now() + pause } }]);
    this.#schedule(id, pause);
  }

  /** @returns whether the receiver accepted it, as far as the sender can tell under the active faults. */
  async #tryOnce({ id, port, url, body, signedBy, acceptedBy }: CallbackRecord): Promise<boolean> {
    const { secret, now, faults } = this.#options;
    const { delayMs, outcome } = faults.planCall(port);
    if (delayMs > 0) await this.#pause(delayMs);
    if (outcome === 'hang_before' || outcome === 'error_before') return false;
    const target = new URL(url);
    // A wrong signature is one of another text.
    const text = faults.planBadSignature(port) ? `${body} ` : body;
    const parts = { method: 'POST', path: target.pathname + target.search, body: text };
    const signature = signedBy
      ? SIGNERS[signedBy]({ id, body: text, nowMs: now() })
      : sign(secret, now(), parts);
    try {
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(faults.time.patienceMs)]),
      });
      const isTaken = answer.ok && (acceptedBy === undefined || (await says(answer, acceptedBy)));
      if (!answer.bodyUsed) await answer.body?.cancel();
      return isTaken && outcome === 'normal';
    } catch {
      return false;
    }
  }

  /** Waits, at most until the stop. */
  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.#stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** Whether an answer's JSON has this value in this field. */
async function says(answer: Response, { field, value }: AcceptedBy): Promise<boolean> {
  const said = (await answer.json()) as Record<string, unknown> | null;
  return said?.[field] === value;
}
