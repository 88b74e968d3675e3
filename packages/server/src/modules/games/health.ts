import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { Worker } from '../../kernel/worker.ts';
import { MAINTENANCE_AT_PROVIDER, type GameProvider } from '../../ports/game-provider.ts';
import { doneUnasked, type Differs, type NotFound, type Outcome } from '../../ports/outcome.ts';
import type { PartsOff } from '../../ports/part.ts';

/** Rounds between two health checks of a provider that is down, across all processes. */
const ROUNDS_BETWEEN_PROBES = 5;

/** Maximum number of consecutive health checks while calls contradict their results. */
const MOST_QUESTIONS = 3;

/** Health of the providers, shared between processes. */
export interface ProviderHealth {
  /** Returns the last state known to this process, without a query. */
  isDown(code: string): boolean;
  /** Records the outcome of a call to a provider. Never waits. */
  recordOutcome(code: string, outcome: Outcome<unknown> | NotFound | Differs): void;
  /**
   * Returns whether credit may be sent. A provider not known to be down needs no check. One that is down is
   * checked again, so a provider that has recovered is not refused.
   */
  confirmUp(code: string): Promise<boolean>;
}

export interface HealthParts {
  database: Database;
  providers: ReadonlyMap<string, GameProvider>;
  /** Providers that this process cannot call; they count as down in this process only. */
  off: PartsOff;
  logger: Logger;
  /** Interval of reading the other processes' findings. */
  everyMs: number;
}

/**
 * Tracks the health of the providers.
 *
 * A provider that reports maintenance is down at once. A call without an answer only raises a suspicion,
 * since any call may be slow: a health check follows immediately, and the provider is down if the check fails
 * too. Any other answer to any call, including a refusal, shows that the provider is up. A health check can
 * be slower than concurrent calls: if the last call contradicts its result, the result is out of date and the
 * check is repeated. A provider that is down is checked every few rounds, by one process for all.
 *
 * The other processes learn of a change a round later: `provider_outage` has a row for each provider that is
 * down, and each process keeps a copy in memory.
 */
export class ProviderWatch implements ProviderHealth {
  readonly #parts: HealthParts;
  readonly #worker: Worker;
  readonly #probes = new Map<string, Promise<boolean>>();
  /** Time of each provider's last failed health check, by the process's own clock. */
  readonly #failedAtMs = new Map<string, number>();
  /** Result of the last call to each provider; a new object for each call. */
  readonly #lastCall = new Map<string, { isUp: boolean }>();
  #down = new Set<string>();
  /** Number of changes found by this process, so an older copy of the table never overwrites them. */
  #findings = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: HealthParts) {
    this.#parts = parts;
    const { everyMs, logger } = parts;
    this.#worker = new Worker({
      name: 'provider health',
      everyMs,
      logger,
      round: async () => {
        await this.#readShared();
        await this.#probeDown();
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

  isDown(code: string): boolean {
    return this.#down.has(code) || this.#parts.off.has(`provider:${code}`);
  }

  recordOutcome(code: string, outcome: Outcome<unknown> | NotFound | Differs): void {
    if (outcome === doneUnasked) return;
    const isSilent = outcome.outcome === 'unknown';
    const isClosed = outcome.outcome === 'refused' && outcome.reason === MAINTENANCE_AT_PROVIDER;
    const isUp = !isSilent && !isClosed;
    this.#lastCall.set(code, { isUp });
    if (!isSilent) this.#found(code, isUp);
    else if (!this.isDown(code)) this.#worker.run(async () => void (await this.#probe(code)));
  }

  async confirmUp(code: string): Promise<boolean> {
    if (!this.isDown(code)) return true;
    if (!this.#parts.providers.has(code)) return false;
    // Many members may ask at once. A recovering provider must not be flooded with health checks.
    const failedAtMs = this.#failedAtMs.get(code);
    if (failedAtMs !== undefined && performance.now() - failedAtMs < this.#parts.everyMs) return false;
    return this.#probe(code);
  }

  /** Checks a provider's health; concurrent callers share one check. */
  #probe(code: string): Promise<boolean> {
    const running = this.#probes.get(code);
    if (running) return running;
    const probe = this.#ask(code).finally(() => this.#probes.delete(code));
    this.#probes.set(code, probe);
    return probe;
  }

  async #ask(code: string): Promise<boolean> {
    const provider = this.#parts.providers.get(code);
    if (!provider) return false;
    const isUp = await this.#answers(code, provider);
    if (isUp) this.#failedAtMs.delete(code);
    else this.#failedAtMs.set(code, performance.now());
    this.#found(code, isUp);
    return isUp;
  }

  /** Checks health until calls agree. If they keep disagreeing, some are answered, so the provider is up. */
  async #answers(code: string, provider: GameProvider): Promise<boolean> {
    for (let questions = 0; questions < MOST_QUESTIONS; questions += 1) {
      const before = this.#lastCall.get(code);
      const isUp = (await provider.health()).outcome === 'done';
      const since = this.#lastCall.get(code);
      if (since === before || since?.isUp === isUp) return isUp;
    }
    return true;
  }

  #found(code: string, isUp: boolean): void {
    if (isUp !== this.#down.has(code)) return;
    this.#findings += 1;
    if (isUp) this.#down.delete(code);
    else this.#down.add(code);
    if (isUp) this.#parts.logger.info({ provider: code }, 'provider is up again');
    else this.#parts.logger.warn({ provider: code }, 'provider is down');
    this.#worker.run(() => this.#share(code, isUp));
  }

  /** Serializes the writes, so the last finding stays. */
  #share(code: string, isUp: boolean): Promise<void> {
    const { queries } = this.#parts.database;
    const write = async (): Promise<void> => {
      const rows = isUp
        ? queries.deleteFrom('provider_outage').where('provider', '=', code)
        : queries
            .insertInto('provider_outage')
            .values({ provider: code, probe_at: this.#nextProbe() })
            .onConflict((conflict) => conflict.column('provider').doNothing());
      await rows.execute();
    };
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => {});
    return written;
  }

  async #readShared(): Promise<void> {
    await this.#writing;
    const before = this.#findings;
    const rows = await this.#parts.database.queries
      .selectFrom('provider_outage')
      .select('provider')
      .execute();
    if (this.#findings === before) this.#down = new Set(rows.map(({ provider }) => provider));
  }

  /** Claims the providers due for a health check; no other process checks them in this period. */
  async #probeDown(): Promise<void> {
    const codes = [...this.#parts.providers.keys()];
    if (this.#down.size === 0 || codes.length === 0) return;
    const due = await this.#parts.database.queries
      .updateTable('provider_outage')
      .set({ probe_at: this.#nextProbe() })
      .where('probe_at', '<=', sql<Date>`now()`)
      .where('provider', 'in', codes)
      .returning('provider')
      .execute();
    // A provider that does not answer delays neither the others nor the next round.
    for (const { provider } of due) this.#worker.run(async () => void (await this.#probe(provider)));
  }

  #nextProbe() {
    return sql<Date>`now() + ${`${ROUNDS_BETWEEN_PROBES * this.#parts.everyMs} milliseconds`}::interval`;
  }
}
