import pg from 'pg';
import { READ_ONLY } from '../kernel/database-away.ts';

/** A server that takes longer to report its role is not used. */
const PROBE_MS = 2_000;

/** None of the servers of an address accepts writes. */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError';
  readonly code = READ_ONLY;
}

export interface Host {
  host: string;
  port: number;
}

/** Finds the server that accepts writes among those of an address, and caches it until `forget`. */
export class PrimaryFinder {
  readonly #servers: readonly string[];
  #found: Promise<Host> | undefined;

  /** @param servers one address each */
  constructor(servers: readonly string[]) {
    this.#servers = servers;
  }

  /** @throws NoPrimaryError naming the state of each server */
  find(): Promise<Host> {
    this.#found ??= this.#look().catch((error: unknown) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  /** Drops the cached server: it is gone or no longer accepts writes. */
  forget(): void {
    this.#found = undefined;
  }

  async #look(): Promise<Host> {
    const faults: string[] = [];
    const probes = this.#servers.map(async (server): Promise<Host> => {
      const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: PROBE_MS });
      const { host, port } = client;
      try {
        if (!(await takesWrites(client))) throw new Error('takes no writes');
        return { host, port };
      } catch (error) {
        faults.push(`${host}:${port} ${(error as { code?: string }).code ?? (error as Error).message}`);
        throw error;
      }
    });
    return Promise.any(probes).catch(() => {
      throw new NoPrimaryError(`no server takes writes (${faults.join(', ')})`);
    });
  }
}

async function takesWrites(client: pg.Client): Promise<boolean> {
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_standby: boolean }>({
      text: 'select pg_is_in_recovery() as is_standby',
      query_timeout: PROBE_MS,
    } as pg.QueryConfig);
    return rows[0]?.is_standby === false;
  } finally {
    void client.end().catch(() => {});
  }
}
