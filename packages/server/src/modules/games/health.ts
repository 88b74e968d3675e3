import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import { Worker } from '../../kernel/worker.ts';
import { MAINTENANCE_AT_PROVIDER, type GameProvider } from '../../ports/game-provider.ts';
import type { Differs, NotFound, Outcome } from '../../ports/outcome.ts';
import type { PartsOff } from '../../ports/part.ts';

/** How many rounds pass between two questions to a provider that is down, whoever asks. */
const ROUNDS_BETWEEN_PROBES = 5;

/** How often a provider is asked for its health in a row, while calls go on to say the opposite. */
const MOST_QUESTIONS = 3;

/** Which providers are down, as all processes know it. */
export interface ProviderHealth {
  /** As last known to this process; costs nothing. */
  isDown(code: string): boolean;
  /** Takes note of how a call to a provider ended. Never waits. */
  heard(code: string, outcome: Outcome<unknown> | NotFound | Differs): void;
  /**
   * Whether credit may be sent: true at once for a provider that is not known to be down; one that is, is
   * asked again, so that money is not refused to a provider that has come back.
   */
  confirmUp(code: string): Promise<boolean>;
}

export interface HealthParts {
  database: Database;
  providers: ReadonlyMap<string, GameProvider>;
  /** Providers that this process cannot ask are down here; the other processes see for themselves. */
  off: PartsOff;
  logger: Logger;
  /** Pause between two looks at what other processes have found. */
  everyMs: number;
}

/**
 * Keeps track of which providers are down.
 *
 * The rule: a provider that says it is closed for maintenance is down at once. A call without an answer is
 * a suspicion only, for any call may be slow: the provider is asked for its health there and then, and is
 * down when that question stays without a good answer too. Any other answer to any call shows that it is up,
 * a refusal included. A question can be slower than the calls beside it: when the last of them ended the
 * other way, what the question found is out of date, and it is asked once more. One that is down is asked for
 * its health every few rounds, by one process for all.
 *
 * What one process finds, the others know a round later: `provider_outage` has a row for each provider that
 * is down, and each process keeps a copy in memory.
 */
export class ProviderWatch implements ProviderHealth {
  readonly #parts: HealthParts;
  readonly #worker: Worker;
  readonly #probes = new Map<string, Promise<boolean>>();
  /** When a provider last failed a question after its health, by the process's own clock. */
  readonly #failedAtMs = new Map<string, number>();
  /** What the last call to each provider showed; another object for each call. */
  readonly #lastCall = new Map<string, { isUp: boolean }>();
  #down = new Set<string>();
  /** Counts what was found here, so that an older copy of the table does not overwrite it. */
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

  isDown(code: string): boolean {
    return this.#down.has(code) || this.#parts.off.has(`provider:${code}`);
  }

  heard(code: string, outcome: Outcome<unknown> | NotFound | Differs): void {
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
    // Many members may want to know at once; the provider has enough to do with coming back.
    const failedAtMs = this.#failedAtMs.get(code);
    if (failedAtMs !== undefined && performance.now() - failedAtMs < this.#parts.everyMs) return false;
    return this.#probe(code);
  }

  /** Asks a provider for its health; those who want to know at the same time share one question. */
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

  /** While calls and questions go on to contradict each other, some are answered: it is up. */
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

  /** Writes go one after the other: the last finding is the one that stays. */
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

  /** Takes on the providers whose turn it is; no other process asks them in this period. */
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
    // One that does not answer keeps neither the others nor the next look waiting.
    for (const { provider } of due) this.#worker.run(async () => void (await this.#probe(provider)));
  }

  #nextProbe() {
    return sql<Date>`now() + ${`${ROUNDS_BETWEEN_PROBES * this.#parts.everyMs} milliseconds`}::interval`;
  }
}
