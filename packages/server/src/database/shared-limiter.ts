import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../kernel/app-error.ts';
import type { LimitName, Limits } from '../kernel/limits.ts';
import type { Limiter } from '../kernel/limiter.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { Database } from './open.ts';

interface Query {
  text: string;
  values?: readonly unknown[];
}

interface CountRow {
  points: number;
  expire: bigint | null;
}

/** Counts in the database, shared by all processes. Each count is one statement. */
export class SharedLimiter implements Limiter {
  readonly limits: Limits;
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #onRefused: (name: LimitName) => void;
  readonly #counters = new Map<string, RateLimiterPostgres>();

  constructor(parts: {
    database: Database;
    secrets: Secrets;
    limits: Limits;
    /** Called on every call that a limit refuses. */
    onRefused: (name: LimitName) => void;
  }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
    this.limits = parts.limits;
    this.#onRefused = parts.onRefused;
  }

  async spend(name: LimitName, key: string): Promise<void> {
    await this.#consume(name, this.#counter(name, true), key);
  }

  async reserve(name: LimitName, key: string): Promise<void> {
    await this.#consume(name, this.#counter(name, false), key);
  }

  async release(name: LimitName, key: string): Promise<void> {
    await this.#counter(name, false).reward(this.#keyOf(key), 1);
  }

  async add(name: LimitName, key: string, points: number): Promise<number> {
    return (await this.#counter(name, false).penalty(this.#keyOf(key), points)).consumedPoints;
  }

  refusal(name: LimitName, retryAfterMs: number): AppError {
    this.#onRefused(name);
    return new AppError('REQUEST_LIMIT', { retryAfterMs });
  }

  async waitMs(name: LimitName, key: string): Promise<number> {
    const count = await this.#counter(name, false).get(this.#keyOf(key));
    return count && count.consumedPoints >= this.limits[name].points ? count.msBeforeNext : 0;
  }

  async #consume(name: LimitName, counter: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await counter.consume(this.#keyOf(key), 1);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw this.refusal(name, error.msBeforeNext);
    }
  }

  #counter(name: LimitName, remembers: boolean): RateLimiterPostgres {
    const id = `${name}:${remembers}`;
    let counter = this.#counters.get(id);
    if (!counter) {
      const { points, seconds } = this.limits[name];
      counter = new RateLimiterPostgres({
        storeClient: { query: (query: Query) => this.#query(query) },
        storeType: 'client',
        tableName: 'limit_count',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        ...(remembers && { inMemoryBlockOnConsumed: points + 1 }),
      });
      this.#counters.set(id, counter);
    }
    return counter;
  }

  async #query({ text, values = [] }: Query): Promise<{ rows: object[]; rowCount: number }> {
    const { rows } = await this.#database.queries.executeQuery<CountRow>(
      CompiledQuery.raw(text, [...values]),
    );
    // The library needs numbers.
    const read = rows.map((row) => ({ ...row, expire: row.expire === null ? null : Number(row.expire) }));
    return { rows: read, rowCount: read.length };
  }

  /** Addresses and phones are not stored in clear. */
  #keyOf(key: string): string {
    return this.#secrets.digest('limit', key).toString('base64url');
  }
}
