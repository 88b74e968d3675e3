import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import pg from 'pg';
import { parsePostgresAddress } from '../kernel/postgres-address.ts';
import { NoPrimaryError, PrimaryFinder } from './primary-finder.ts';

const INT8 = 20;
const DEFAULT_WAIT_MS = 5_000;
/** The server ends a statement that takes too long; a server that does not is taken for gone this much later. */
const SILENCE_MS = 2_000;
/** A transaction whose process has stopped must not keep its locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;

export interface PoolOptions {
  /** Of one server, or of several of which one takes writes. */
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
  /** Called when the connection is given up. */
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

/** A client that connects to whichever of several servers takes writes at the moment. */
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
      // PostgreSQL says so when it greets, and again when it is promoted.
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

/** Connections to PostgreSQL that outlive a database that goes away and comes back. */
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
