import type { Duplex } from 'node:stream';
import pg from 'pg';

const INT8 = 20;
const DEFAULT_WAIT_MS = 5_000;
/** The server ends a statement that takes too long; a server that does not is taken for gone this much later. */
const SILENCE_MS = 2_000;
/** A transaction whose process has stopped must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;

export interface PoolOptions {
  connectionString: string;
  max: number;
  /** How long a query waits for its turn, or for a new connection. */
  waitMs?: number | undefined;
  /** The longest a statement may take; undefined for as long as it takes. */
  statementTimeoutMs?: number | undefined;
}

/** What a server says that is no primary, or no longer. */
const READ_ONLY = '25006';

/**
 * A connection whose other side has fallen silent is given up: nothing that comes late may be taken for an answer. So is
 * one to a server that takes no writes: the address may lead to another by now.
 */
class ImpatientClient extends pg.Client {
  override query(...args: unknown[]): never {
    const running: unknown = super.query(...(args as [string]));
    if (running instanceof Promise) {
      running.catch((error: Error & { code?: string }) => {
        if (error.message === 'Query read timeout' || error.code === READ_ONLY) this.#giveUp();
      });
    }
    return running as never;
  }

  #giveUp(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format),
};

/** Connections to PostgreSQL that outlive a database that goes away and comes back. */
export function createPool({ connectionString, max, waitMs, statementTimeoutMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    Client: ImpatientClient,
    connectionTimeoutMillis: waitMs ?? DEFAULT_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(statementTimeoutMs !== undefined && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SILENCE_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
    types,
  });
  return outliving(pool);
}

/**
 * The one connection of a database in this process, as a pool: who wants it waits for as long as it takes. What is asked
 * of it is sent at once, though an answer to what came before be due.
 */
export function createPoolOfOne(connect: () => Duplex): pg.Pool {
  const pool = new pg.Pool({
    stream: connect,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    pipeline: true,
    max: 1,
    connectionTimeoutMillis: 0,
    idleTimeoutMillis: 0,
    types,
  });
  return outliving(pool);
}

/**
 * A connection that ends is replaced on next use, and whoever was using it hears of it by their query. Without
 * listeners it would be fatal: the pool's for those that are idle, the connection's own for those in use.
 */
function outliving(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
