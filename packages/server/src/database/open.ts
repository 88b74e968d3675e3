import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import { holdDataDir, type DataDirLock } from './data-dir-lock.ts';
import { PgliteThread } from './pglite-thread.ts';
import { createPool, createPoolOfOne } from './postgres-pool.ts';
import { preparedOn, preparedOnShared, type RunPrepared } from './prepared.ts';
import type { DB } from './schema.ts';

/** A handle inside a transaction. */
export type Tx = Transaction<DB>;
/** Either handle, for queries that are right in both places. */
export type Queries = Kysely<DB>;

/** Connections: how many there are, how many of them nobody uses, and how many queries wait for one. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

/** Something to do once a transaction stands. */
type AfterCommit = () => void;

/**
 * The product's one database. `queries` is the root handle; inside `transaction` only the handle it
 * passes may be used: the root one would wait for a second connection, which PGlite does not have, so
 * that mistake is refused at once on either engine.
 */
export class Database {
  readonly #kysely: Kysely<DB>;
  readonly #release: (() => Promise<void>) | undefined;
  readonly #poolUse: (() => PoolUse) | undefined;
  readonly #runPrepared: RunPrepared;
  readonly #inTransaction = new AsyncLocalStorage<AfterCommit[]>();

  constructor(
    kysely: Kysely<DB>,
    parts: { release?: () => Promise<void>; poolUse?: () => PoolUse; runPrepared: RunPrepared },
  ) {
    this.#kysely = kysely;
    this.#release = parts.release;
    this.#poolUse = parts.poolUse;
    this.#runPrepared = parts.runPrepared;
  }

  get queries(): Queries {
    if (this.#inTransaction.getStore()) throw new Error('the root database handle was used in a transaction');
    return this.#kysely;
  }

  /**
   * Runs a statement that is the same text every time and that nearly every request needs: each connection parses
   * and plans it once. Its plan must be right whatever the values are.
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

  /** Does something once what has just been written stands: at once, or when the transaction around it has committed. */
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

  /** How its connections are used at the moment; undefined where there is only one. */
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
  /** PGlite is kept below it, in `pglite`; `memory://` keeps nothing. */
  dataDir: string;
  /** How long a query waits for a connection to PostgreSQL; left out, five seconds. */
  databaseWaitMs?: number | undefined;
  /** The longest a statement may take at PostgreSQL; left out, as long as it takes. */
  statementTimeoutMs?: number | undefined;
}

type PostgresOptions = DatabaseOptions & { databaseUrl: string };

/** Opens PostgreSQL or PGlite, whichever the settings say. Migrations are a step of their own. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (databaseUrl) return openPostgres({ ...options, databaseUrl });
  return openPglite(options.dataDir);
}

function openPostgres({ databaseUrl, databasePool, databaseWaitMs, ...options }: PostgresOptions): Database {
  const pool = createPool({
    connectionString: databaseUrl,
    max: databasePool,
    waitMs: databaseWaitMs,
    statementTimeoutMs: options.statementTimeoutMs,
  });
  return new Database(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), {
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    runPrepared: preparedOn(pool),
  });
}

async function openPglite(dataDir: string): Promise<Database> {
  let lock: DataDirLock | undefined;
  let folder = dataDir;
  if (!dataDir.startsWith('memory://')) {
    await mkdir(dataDir, { recursive: true });
    lock = await holdDataDir(dataDir);
    folder = path.join(dataDir, 'pglite');
  }
  const thread = await PgliteThread.open(folder);
  const pool = createPoolOfOne(() => thread.connect());
  return new Database(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), {
    release: async () => {
      await thread.close();
      await lock?.release();
    },
    runPrepared: preparedOnShared(pool),
  });
}
