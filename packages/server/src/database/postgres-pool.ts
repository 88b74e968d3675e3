import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import pg from 'pg';
import { READ_ONLY } from '../kernel/database-away.ts';
import { parsePostgresAddress } from '../kernel/postgres-address.ts';
import { NoPrimaryError, PrimaryFinder } from './primary-finder.ts';

const INT8 = 20;
const DEFAULT_WAIT_MS = 5_000;
/**
 * The server ends a statement that takes too long. Without a reply this much later, the server counts as
 * gone.
 */
const SILENCE_MS = 2_000;
/** A transaction must not keep its locks if its process hangs. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;

export interface PoolOptions {
  /** Address of one server, or of several of which one accepts writes. */
  connectionString: string;
  max: number;
  /** Longest wait of a query for a pooled connection, or for a new one. */
  waitMs?: number | undefined;
  /** Longest duration of a statement; undefined for unlimited. */
  statementTimeoutMs?: number | undefined;
}

/**
 * Closes a connection whose server has fallen silent, so that a late reply is not taken for the answer to
 * another query. It also closes a connection to a read-only server: the address may lead to another server by
 * now.
 */
class ImpatientClient extends pg.Client {
  /** Called when the connection is closed for this reason. */
  protected onGiveUp(): void {}

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
    this.onGiveUp();
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }
}

/** Creates a client that connects to the one of several servers that accepts writes. */
function clientOfPrimary(finder: PrimaryFinder): typeof pg.Client {
  return class extends ImpatientClient {
    override connect(...[callback]: unknown[]): never {
      if (typeof callback !== 'function') return this.#connect() as never;
      callbackify(() => this.#connect())(callback as (error: Error | null) => void);
      return undefined as never;
    }

    protected override onGiveUp(): void {
      finder.forget();
    }

    async #connect(): Promise<pg.Client> {
      Object.assign(this, await finder.find());
      let isStandby = false;
      const { connection } = this as unknown as { connection: EventEmitter };
      // PostgreSQL reports this when a connection starts, and again after a promotion.
      connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        if (parameterName === 'in_hot_standby') isStandby = parameterValue === 'on';
      });
      try {
        await super.connect();
        if (isStandby) throw new NoPrimaryError('the primary has become a standby');
        return this;
      } catch (error) {
        finder.forget();
        await this.end().catch(() => {});
        throw error;
      }
    }
  };
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format),
};

/** Creates a pool of connections to PostgreSQL that survives outages of the database. */
export function createPool({ connectionString, max, waitMs, statementTimeoutMs }: PoolOptions): pg.Pool {
  const address = parsePostgresAddress(connectionString);
  if (typeof address === 'string') throw new Error(`the address of PostgreSQL ${address}`);
  const { servers } = address;
  const pool = new pg.Pool({
    connectionString: servers[0],
    max,
    Client: servers.length > 1 ? clientOfPrimary(new PrimaryFinder(servers)) : ImpatientClient,
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
 * Creates a pool of the one connection of this process's embedded database. Waiting is unlimited. Queries are
 * pipelined: they are sent before earlier answers arrive.
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
 * Keeps a pool alive when a connection ends: the connection is replaced on next use, and its user gets the
 * error from the query. Without listeners the error would be fatal: the pool's serves idle connections, the
 * connection's own those in use.
 */
function outliving(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
