import type { FastifyInstance } from 'fastify';

/** Whoever asks, and however often, the database is asked no more often than this. */
const FRESH_MS = 500;
/** A database that takes longer to answer is no database to serve with. */
const PATIENCE_MS = 2_000;

/** Why a process takes no requests, in a word. */
export type NotReady = 'starting' | 'draining' | Obstacle;

/** What a process needs and does not have. */
export type Obstacle = 'database' | 'migrations' | 'secret key';

/** Whether a process should be sent requests. */
export class Readiness {
  readonly #ask: () => Promise<Obstacle | undefined>;
  readonly #off: ReadonlySet<string>;
  #state: 'starting' | 'serving' | 'draining' = 'starting';
  #checking: Promise<NotReady | undefined> | undefined;
  #checked: { at: number; answer: NotReady | undefined } | undefined;

  /**
   * @param ask looks whether what the process stands on is there; may take as long as it likes
   * @param off parts that are switched off: a process without them is ready all the same, and says so
   */
  constructor(ask: () => Promise<Obstacle | undefined>, off: ReadonlySet<string>) {
    this.#ask = ask;
    this.#off = off;
  }

  get partsOff(): string[] {
    return [...this.#off].sort();
  }

  get isDraining(): boolean {
    return this.#state === 'draining';
  }

  serve(): void {
    if (this.#state === 'starting') this.#state = 'serving';
  }

  /** From now on requests belong elsewhere; those that come all the same are answered. */
  drain(): void {
    this.#state = 'draining';
  }

  /** What stands in the way; undefined for nothing. */
  async check(): Promise<NotReady | undefined> {
    if (this.#state !== 'serving') return this.#state;
    const known = this.#checked;
    if (known && performance.now() - known.at < FRESH_MS) return known.answer;
    this.#checking ??= this.#look().finally(() => (this.#checking = undefined));
    const answer = await this.#checking;
    return this.isDraining ? 'draining' : answer;
  }

  async #look(): Promise<NotReady | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<NotReady>((resolve) => {
      timer = setTimeout(() => resolve('database'), PATIENCE_MS);
    });
    const answer = await Promise.race([this.#ask(), late]);
    clearTimeout(timer);
    this.#checked = { at: performance.now(), answer };
    return answer;
  }
}

/**
 * For whoever starts, stops and balances processes. `live`: it answers, restarting it would help nobody.
 * `ready`: send it requests. Neither says anything about players.
 */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const options = { schema: { hide: true } };
  app.get('/health/live', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'live' };
  });
  app.get('/health/ready', options, async (_request, reply) => {
    const obstacle = await readiness.check();
    reply.header('cache-control', 'no-store').status(obstacle ? 503 : 200);
    const { partsOff } = readiness;
    return { status: obstacle ?? 'ready', ...(partsOff.length > 0 && { off: partsOff }) };
  });
  // A connection that is kept must not bring the next request here.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isDraining) reply.header('connection', 'close');
    done();
  });
}
