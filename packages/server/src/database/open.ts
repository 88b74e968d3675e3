import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Limits } from '../kernel/limits.ts';
import { SerialQueue } from '../kernel/serial-queue.ts';
import { holdDataDir, type DataDirLock } from './data-dir-lock.ts';
import { PgliteThread } from './pglite-thread.ts';
import { createPool, createPoolOfOne } from './postgres-pool.ts';
import { preparedOn, preparedOnShared, type RunPrepared } from './prepared.ts';
import type { DB } from './schema.ts';
import { lockTurn } from './lock-turn.ts';
import type { Turn } from './turns.ts';

/** A handle inside a transaction. */
export type Tx = Transaction<DB>;
/** Either handle, for queries that work in both places. */
export type Queries = Kysely<DB>;

/** Use of the connection pool: open connections, idle ones, and waiting queries. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

/** A callback for after the commit. */
type AfterCommit = () => void;

/**
 * The product's one database. `queries` is the root handle. Inside `transaction` only the handle that it
 * passes may be used: the root one would wait for a second connection, which PGlite does not have. Both
 * engines refuse that mistake at once.
 */
export class Database {
  readonly #kysely: Kysely<DB>;
  readonly #release: (() => Promise<void>) | undefined;
  readonly #poolUse: (() => PoolUse) | undefined;
  readonly #runPrepared: RunPrepared;
  readonly #inTransaction = new AsyncLocalStorage<AfterCommit[]>();
  readonly #slots: LimitFunction;
  /** The queue of {@link Database.transactionInTurn}; other work of a member may use it too. */
  readonly turns: SerialQueue;

  constructor(
    kysely: Kysely<DB>,
    parts: {
      release?: () => Promise<void>;
      poolUse?: () => PoolUse;
      runPrepared: RunPrepared;
      turns: SerialQueue;
      /** Most connections that transactions with turns may hold at a time. */
      mostInTurn: number;
    },
  ) {
    this.#kysely = kysely;
    this.#release = parts.release;
    this.#poolUse = parts.poolUse;
    this.#runPrepared = parts.runPrepared;
    this.turns = parts.turns;
    this.#slots = pLimit(parts.mostInTurn);
  }

  get queries(): Queries {
    if (this.#inTransaction.getStore()) throw new Error('the root database handle was used in a transaction');
    return this.#kysely;
  }

  /**
   * Runs a prepared statement: one of constant text that nearly every request needs. Each connection parses
   * and plans it once, so the plan must suit all values.
   */
  async prepared<R>(query: RawBuilder<R>): Promise<R[]> {
    const { queries } = this;
    const { sql: text, parameters } = query.compile(queries);
    return this.#runPrepared<R>(text, parameters);
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const queries = this.queries;
    const after: AfterCommit[] = [];
    const result = await this.#inTransaction.run(after, () => queries.transaction().execute(work));
    for (const act of after) act();
    return result;
  }

  /**
   * Runs a transaction that waits for its turns, one after another, before it takes a connection. All
   * transactions with turns hold at most half of the connections; the rest serve everything else.
   * @throws AppError REQUEST_LIMIT when too many wait for a turn, or when this one has waited too long
   */
  async transactionInTurn<T>(turns: readonly Turn[], work: (tx: Tx) => Promise<T>): Promise<T> {
    // A transaction that waits for a turn could wait for itself.
    if (this.#inTransaction.getStore()) throw new Error('a turn was waited for in a transaction');
    const locked = turns.filter(({ isLocked }) => isLocked);
    let run = (): Promise<T> =>
      this.#slots(() =>
        this.transaction(async (tx) => {
          for (const { key } of locked) {
            await lockTurn(tx, key);
          }
          return work(tx);
        }),
      );
    for (const { key, mostWaiting } of turns.toReversed()) {
      const inner = run;
      run = () => this.turns.run(key, inner, mostWaiting === undefined ? {} : { mostWaiting });
    }
    return run();
  }

  /**
   * Runs a callback once the preceding writes are committed: after the surrounding transaction, or at once
   * outside one.
   */
  afterCommit(act: AfterCommit): void {
    const after = this.#inTransaction.getStore();
    if (after) after.push(act);
    else act();
  }

  /** True when the database answers. */
  async isReachable(): Promise<boolean> {
    return sql`select 1`.execute(this.queries).then(
      () => true,
      () => false,
    );
  }

  /** Use of the connections; undefined if there is only one. */
  get poolUse(): PoolUse | undefined {
    return this.#poolUse?.();
  }

  async close(): Promise<void> {
    await this.#kysely.destroy();
    await this.#release?.();
  }
}

export interface DatabaseOptions {
  /** PostgreSQL 15 or later; PGlite when undefined. */
  databaseUrl: string | undefined;
  databasePool: number;
  /** PGlite's data is in `pglite` below it; `memory://` stores nothing. */
  dataDir: string;
  /** File of a PGlite data folder; a new database starts as a copy of it, and is empty when left out. */
  pgliteImage?: string | undefined;
  /** Longest wait of a query for a connection to PostgreSQL; five seconds by default. */
  databaseWaitMs?: number | undefined;
  /** Longest duration of a statement in PostgreSQL; unlimited by default. */
  statementTimeoutMs?: number | undefined;
  /** `CALLS_WAITING_PER_MEMBER` limits the transactions that wait for one turn; unlimited by default. */
  limits?: Pick<Limits, 'CALLS_WAITING_PER_MEMBER'>;
}

const DEFAULT_TURN_WAIT_MS = 5_000;

const queueOf = ({ limits, databaseWaitMs }: DatabaseOptions): SerialQueue =>
  new SerialQueue({
    mostWaiting: limits?.CALLS_WAITING_PER_MEMBER.points ?? Number.POSITIVE_INFINITY,
    waitMs: databaseWaitMs ?? DEFAULT_TURN_WAIT_MS,
  });

type PostgresOptions = DatabaseOptions & { databaseUrl: string };

/** Opens PostgreSQL or PGlite, depending on the settings. It does not run migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (databaseUrl) return openPostgres({ ...options, databaseUrl });
  return openPglite(options);
}

function openPostgres(options: PostgresOptions): Database {
  const { databaseUrl, databasePool, databaseWaitMs } = options;
  const pool = createPool({
    connectionString: databaseUrl,
    max: databasePool,
    waitMs: databaseWaitMs,
    statementTimeoutMs: options.statementTimeoutMs,
  });
  return new Database(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), {
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    runPrepared: preparedOn(pool),
    turns: queueOf(options),
    mostInTurn: Math.max(1, databasePool >> 1),
  });
}

async function openPglite(options: DatabaseOptions): Promise<Database> {
  const { dataDir } = options;
  let lock: DataDirLock | undefined;
  let folder = dataDir;
  if (!dataDir.startsWith('memory://')) {
    await mkdir(dataDir, { recursive: true });
    lock = await holdDataDir(dataDir);
    folder = path.join(dataDir, 'pglite');
  }
  const thread = await PgliteThread.open(folder, options.pgliteImage);
  const pool = createPoolOfOne(() => thread.connect());
  return new Database(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), {
    release: async () => {
      await thread.close();
      await lock?.release();
    },
    runPrepared: preparedOnShared(pool),
    turns: queueOf(options),
    mostInTurn: 1,
  });
}
