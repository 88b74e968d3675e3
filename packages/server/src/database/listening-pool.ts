import type pg from 'pg';
import { Batcher } from '../kernel/batcher.ts';
import { isolateFailures } from './isolate-failures.ts';

const HEARTBEAT_MS = 15_000;
/** The adapter's statement that notifies the other processes. */
const NOTIFY = 'SELECT pg_notify($1, $2)';
const MOST_NOTICES_AT_ONCE = 200;

/** Result of a query after the pool has been left. */
const NOTHING = { rows: [], rowCount: 0 };
/** Never resolves: the adapter would retry forever if it were told that there is no connection. */
const NEVER = new Promise<never>(() => {});

type Notice = readonly [channel: string, payload: string];

/**
 * The pool of the adapter that connects processes. The adapter keeps one connection to listen on and takes
 * another when that one ends. This pool releases the ended one, so that connections do not run out and no two
 * receive the same messages. Messages sent while others are being sent share the next statement.
 */
export class ListeningPool {
  readonly #pool: pg.Pool;
  readonly #regained: () => void;
  readonly #notices: Batcher<Notice, undefined>;
  #listening: pg.PoolClient | undefined;
  #hasListened = false;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  #hasLeft = false;

  /** @param regained called when listening resumes: messages in between were lost */
  constructor(pool: pg.Pool, regained: () => void) {
    this.#pool = pool;
    this.#regained = regained;
    const tell = isolateFailures((notices: readonly Notice[]) => this.#tell(notices));
    this.#notices = new Batcher(tell, MOST_NOTICES_AT_ONCE);
    pool.on('release', (_error, client) => {
      if (this.#listening === client) this.#listening = undefined;
    });
  }

  query(text: string, values: unknown[]): Promise<unknown> {
    // The adapter still sends after it was closed: heartbeats, and replies to ending requests.
    if (this.#hasLeft) return Promise.resolve(NOTHING);
    const isNotice = text === NOTIFY;
    const said: Promise<unknown> = isNotice
      ? this.#notices.submit(values as unknown as Notice)
      : this.#pool.query(text, values);
    this.#underWay.add(said);
    const end = (): void => void this.#underWay.delete(said);
    said.then(end, end);
    return said;
  }

  /**
   * Returns a connection to listen on. If the pool has been left meanwhile, the connection is released and
   * the promise stays pending.
   */
  async connect(): Promise<pg.PoolClient> {
    if (this.#hasLeft) return NEVER;
    const client = await this.#pool.connect();
    if (this.#hasLeft) {
      client.release(true);
      return NEVER;
    }
    this.#discard();
    this.#listening = client;
    client.once('end', () => {
      if (this.#listening === client) this.#discard();
    });
    // A connection that only listens does not notice a dead server. An unanswered query ends it.
    this.#heartbeat = setInterval(() => void client.query('select 1').catch(() => {}), HEARTBEAT_MS);
    this.#heartbeat.unref();
    if (this.#hasListened) this.#regained();
    this.#hasListened = true;
    return client;
  }

  /** Finishes running messages, then closes the pool. Later messages are dropped. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    clearInterval(this.#heartbeat);
    await Promise.allSettled(this.#underWay);
    // The adapter releases the connection that it listens on, but not one that it is still preparing.
    this.#discard();
    await this.#pool.end();
  }

  async #tell(notices: readonly Notice[]): Promise<undefined[]> {
    const [channels, payloads] = [notices.map(([channel]) => channel), notices.map(([, payload]) => payload)];
    await this.#pool.query(
      'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) n (channel, payload)',
      [channels, payloads],
    );
    return notices.map(() => undefined);
  }

  #discard(): void {
    const client = this.#listening;
    this.#listening = undefined;
    if (!client) return;
    clearInterval(this.#heartbeat);
    // The adapter has released it or will get another one: it must receive nothing more from this one.
    client.removeAllListeners('notification');
    client.removeAllListeners('end');
    client.release(true);
  }
}
