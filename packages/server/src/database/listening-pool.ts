import type pg from 'pg';

const HEARTBEAT_MS = 15_000;

/**
 * What the adapter between processes takes for its pool: it keeps one connection to listen on, and takes another
 * when that one ends. Here the one that has ended is given back, so that the pool does not run out of them, and
 * there are never two that hear the same.
 */
export class ListeningPool {
  readonly #pool: pg.Pool;
  readonly #regained: () => void;
  #listening: pg.PoolClient | undefined;
  #hasListened = false;
  #heartbeat: NodeJS.Timeout | undefined;

  /** @param regained called when listening begins again: what was said meanwhile has not been heard */
  constructor(pool: pg.Pool, regained: () => void) {
    this.#pool = pool;
    this.#regained = regained;
  }

  query(...args: Parameters<pg.Pool['query']>): unknown {
    return this.#pool.query(...args);
  }

  async connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    this.#discard();
    this.#listening = client;
    client.once('end', () => {
      if (this.#listening === client) this.#discard();
    });
    // Who only listens would not notice that there is nobody any more. A question without an answer ends the
    // connection.
    this.#heartbeat = setInterval(() => void client.query('select 1').catch(() => {}), HEARTBEAT_MS);
    this.#heartbeat.unref();
    if (this.#hasListened) this.#regained();
    this.#hasListened = true;
    return client;
  }

  close(): void {
    clearInterval(this.#heartbeat);
  }

  #discard(): void {
    const client = this.#listening;
    this.#listening = undefined;
    if (!client) return;
    clearInterval(this.#heartbeat);
    // The adapter has let go of it, or will be given another one: it must hear no more of this one.
    client.removeAllListeners('notification');
    client.removeAllListeners('end');
    client.release(true);
  }
}
