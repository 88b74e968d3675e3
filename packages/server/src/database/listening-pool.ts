import type pg from 'pg';
import { Batcher } from '../kernel/batcher.ts';
import { faultsApart } from './faults-apart.ts';

const HEARTBEAT_MS = 15_000;
/** How the adapter has the others told. */
const NOTIFY = 'SELECT pg_notify($1, $2)';
const MOST_NOTICES_AT_ONCE = 200;

/** What a query is answered with that is not asked any more. */
const NOTHING = { rows: [], rowCount: 0 };
/** The adapter would try again, again and again, if it were told that there is no connection any more. */
const NEVER = new Promise<never>(() => {});

type Notice = readonly [channel: string, payload: string];

/**
 * What the adapter between processes takes for its pool: it keeps one connection to listen on, and takes another
 * when that one ends. Here the one that has ended is given back, so that the pool does not run out of them, and
 * there are never two that hear the same. What the others are told while they are being told something shares the
 * next statement.
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

  /** @param regained called when listening begins again: what was said meanwhile has not been heard */
  constructor(pool: pg.Pool, regained: () => void) {
    this.#pool = pool;
    this.#regained = regained;
    const tell = faultsApart((notices: readonly Notice[]) => this.#tell(notices));
    this.#notices = new Batcher(tell, MOST_NOTICES_AT_ONCE);
    pool.on('release', (_error, client) => {
      if (this.#listening === client) this.#listening = undefined;
    });
  }

  query(text: string, values: unknown[]): Promise<unknown> {
    // The adapter goes on speaking after it was closed: heartbeats, and what is answered while requests end.
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

  /** One that comes when it has left already is given back, and the adapter, which waits for it, hears nothing more. */
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
    // Who only listens would not notice that there is nobody any more. A question without an answer ends the
    // connection.
    this.#heartbeat = setInterval(() => void client.query('select 1').catch(() => {}), HEARTBEAT_MS);
    this.#heartbeat.unref();
    if (this.#hasListened) this.#regained();
    this.#hasListened = true;
    return client;
  }

  /** Says to the end what is being said, then lets go of the pool. What is said afterwards is dropped. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    clearInterval(this.#heartbeat);
    await Promise.allSettled(this.#underWay);
    // The adapter gives back a connection that it listens on, and none that it is still preparing.
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
    // The adapter has let go of it, or will be given another one: it must hear no more of this one.
    client.removeAllListeners('notification');
    client.removeAllListeners('end');
    client.release(true);
  }
}
