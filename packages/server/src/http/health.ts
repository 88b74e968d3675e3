import type { FastifyInstance } from 'fastify';

/** The database is asked at most this often, however many probes arrive. */
const FRESH_MS = 500;
/** A database that takes longer to answer counts as unavailable. */
const PATIENCE_MS = 2_000;

/** Reason why a process takes no requests. */
export type NotReady = 'starting' | 'draining' | Obstacle;

/** A dependency that the process lacks. */
export type Obstacle = 'database' | 'migrations' | 'secret key';

/** Readiness of a process for requests. */
export class Readiness {
  readonly #ask: () => Promise<Obstacle | undefined>;
  readonly #off: ReadonlySet<string>;
  #state: 'starting' | 'serving' | 'draining' = 'starting';
  #checking: Promise<NotReady | undefined> | undefined;
  #checked: { at: number; answer: NotReady | undefined } | undefined;

  constructor(parts: {
    /** Checks the process's dependencies; may take any time. */
    ask: () => Promise<Obstacle | undefined>;
    /** Parts that are switched off: the process is ready without them and reports them. */
    off: ReadonlySet<string>;
  }) {
    this.#ask = parts.ask;
    this.#off = parts.off;
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

  /** Marks the process as draining. Requests that still arrive are answered. */
  drain(): void {
    this.#state = 'draining';
  }

  /** Returns the reason for not being ready; undefined if ready. */
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
 * Adds the probes for process managers and load balancers. `live`: the process responds, and a restart would
 * not help. `ready`: it takes requests. Neither reveals anything about players.
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
  // A kept-alive connection must not bring the next request here.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isDraining) reply.header('connection', 'close');
    done();
  });
}
