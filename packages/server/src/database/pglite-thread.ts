import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';

/** What the thread tells besides bytes: that it is open, or why it will not be. */
interface Opened {
  fault?: string;
}

/** A PGlite database in a worker thread, which speaks PostgreSQL's protocol. It knows one connection at a time. */
export class PgliteThread {
  readonly #worker: Worker;
  readonly #exit: Promise<Error>;
  #ended: Error | undefined;
  #isClosing = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('error', (error) => {
      this.#ended = error;
    });
    this.#exit = new Promise((resolve) => {
      worker.once('exit', () => resolve((this.#ended ??= new Error('the PGlite thread has ended'))));
    });
  }

  /**
   * @param dataDir folder of the database, or `memory://` for one that is forgotten
   * @throws Error with what PGlite says when it cannot be opened
   */
  static async open(dataDir: string): Promise<PgliteThread> {
    const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData: { dataDir } });
    const thread = new PgliteThread(worker);
    const { fault } = await new Promise<Opened>((resolve) => {
      worker.once('message', resolve);
      void thread.#exit.then((ended) => resolve({ fault: ended.message }));
    });
    if (fault === undefined) return thread;
    await worker.terminate();
    throw new Error(fault);
  }

  /** A connection, to be given to the driver in place of a network's. */
  connect(): Duplex {
    return new PgliteSocket(this.#worker, () => this.#ended);
  }

  /** Ends the database. Its connection has been ended before. */
  async close(): Promise<void> {
    if (!this.#isClosing) this.#worker.postMessage('close');
    this.#isClosing = true;
    await this.#exit;
  }
}

/** What the driver writes goes to the thread in one piece, as it was collected; what comes back is read from it. */
class PgliteSocket extends Duplex {
  readonly #worker: Worker;
  readonly #ended: () => Error | undefined;
  readonly #receive = (bytes: Uint8Array) => void this.push(bytes);
  readonly #exit = () => void this.destroy(this.#ended());

  constructor(worker: Worker, ended: () => Error | undefined) {
    super();
    this.#worker = worker;
    this.#ended = ended;
  }

  /** As a network's socket: tells by an event when it is there. */
  connect(): void {
    const ended = this.#ended();
    if (ended) {
      this.destroy(ended);
      return;
    }
    this.#worker.on('message', this.#receive);
    this.#worker.on('exit', this.#exit);
    process.nextTick(() => this.emit('connect'));
  }

  // A network's socket has these, and the driver calls them.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off('message', this.#receive);
    this.#worker.off('exit', this.#exit);
    done(error);
  }

  #send(chunks: readonly Buffer[]): void {
    // A copy with memory of its own, which can be handed over.
    const bytes = new Uint8Array(Buffer.concat(chunks));
    this.#worker.postMessage(bytes, [bytes.buffer]);
  }
}
