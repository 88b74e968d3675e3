import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { holdDataDir, type DataDirLock } from './data-dir-lock.ts';
import { PgliteClient } from './pglite-client.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import type { DB } from './schema.ts';

/** A handle inside a transaction. */
export type Tx = Transaction<DB>;
/** Either handle, for queries that are right in both places. */
export type Queries = Kysely<DB>;

const INT8 = 20;

/** Something to do once a transaction stands. */
type AfterCommit = () => void;

/**
 * The product's one database. `queries` is the root handle; inside `transaction` only the handle it
 * passes may be used: the root one would wait for a second connection, which PGlite does not have, so
 * that mistake is refused at once on either engine.
 */
export class Database {
  readonly #kysely: Kysely<DB>;
  readonly #release: () => Promise<void>;
  readonly #inTransaction = new AsyncLocalStorage<AfterCommit[]>();

  constructor(kysely: Kysely<DB>, release: () => Promise<void>) {
    this.#kysely = kysely;
    this.#release = release;
  }

  get queries(): Queries {
    if (this.#inTransaction.getStore()) throw new Error('the root database handle was used in a transaction');
    return this.#kysely;
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

  async close(): Promise<void> {
    await this.#kysely.destroy();
    await this.#release();
  }
}

export interface DatabaseOptions {
  /** PostgreSQL 15 or later; PGlite when undefined. */
  databaseUrl: string | undefined;
  databasePool: number;
  /** PGlite is kept below it, in `pglite`; `memory://` keeps nothing. */
  dataDir: string;
}

/** Opens PostgreSQL or PGlite, whichever the settings say. Migrations are a step of their own. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.databasePool);
  return openPglite(options.dataDir);
}

function openPostgres(connectionString: string, max: number): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that the server closes is replaced on next use; without a listener it would be fatal.
  pool.on('error', () => {});
  return new Database(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), async () => {});
}

async function openPglite(dataDir: string): Promise<Database> {
  let lock: DataDirLock | undefined;
  let folder = dataDir;
  if (!dataDir.startsWith('memory://')) {
    await mkdir(dataDir, { recursive: true });
    lock = await holdDataDir(dataDir);
    folder = path.join(dataDir, 'pglite');
  }
  const client = await PgliteClient.open(folder);
  return new Database(new Kysely<DB>({ dialect: pgliteDialect(client) }), async () => lock?.release());
}
