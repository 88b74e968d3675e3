import { Worker } from 'node:worker_threads';

/** What a query answered. */
export interface PgliteResult {
  rows: unknown[];
  affectedRows?: number;
}

interface Reply extends PgliteResult {
  id: number;
  error?: string;
  code?: string;
  constraint?: string;
  detail?: string;
}

/** A database error with the SQLSTATE and constraint PostgreSQL gave, shaped like the `pg` driver's. */
class PgliteError extends Error {
  override name = 'PgliteError';
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor(reply: Reply) {
    super(reply.error);
    this.code = reply.code;
    this.constraint = reply.constraint;
    this.detail = reply.detail;
  }
}

interface Waiting {
  resolve(result: PgliteResult): void;
  reject(error: Error): void;
}

/** A PGlite database in a worker thread. One connection: callers take turns above this. */
export class PgliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** @param dataDir folder of the database, or `memory://` for one that is forgotten */
  static async open(dataDir: string): Promise<PgliteClient> {
    const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData: { dataDir } });
    const client = new PgliteClient(worker);
    const ready = new Promise<PgliteResult>((resolve, reject) => {
      client.#waiting.set(0, { resolve, reject });
    });
    worker.on('message', (reply: Reply) => client.#receive(reply));
    worker.on('error', (error) => client.#failAll(error));
    worker.on('exit', () => client.#failAll(new Error('the PGlite thread has ended')));
    await ready;
    return client;
  }

  query(sql: string, params: readonly unknown[]): Promise<PgliteResult> {
    return this.#send({ kind: 'query', sql, params });
  }

  /** Runs several statements without parameters. */
  async script(sql: string): Promise<void> {
    await this.#send({ kind: 'script', sql });
  }

  async close(): Promise<void> {
    await this.#send({ kind: 'close' });
    await this.#worker.terminate();
  }

  #send(request: object): Promise<PgliteResult> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...request });
    });
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.error === undefined) waiting?.resolve(reply);
    else waiting?.reject(new PgliteError(reply));
  }

  #failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
