import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';

/** The thread's first message: the database is open, or why it could not be opened. */
interface Opened {
  fault?: string;
}

/**
 * A PGlite database in a worker thread that speaks PostgreSQL's protocol. It accepts one connection at a
 * time.
 */
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
   * @param dataDir folder of the database, or `memory://` for one without storage
   * @param image file of a data folder that a new database starts as
   * @throws Error with PGlite's message if it cannot be opened
   */
  static async open(dataDir: string, image?: string): Promise<PgliteThread> {
    const workerData = { dataDir, image };
    const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData });
    const thread = new PgliteThread(worker);
    const { fault } = await new Promise<Opened>((resolve) => {
      worker.once('message', resolve);
      void thread.#exit.then((ended) => resolve({ fault: ended.message }));
    });
    if (fault === undefined) return thread;
    await worker.terminate();
    throw new Error(fault);
  }

  /** Returns a stream that the driver uses in place of a network socket. */
  connect(): Duplex {
    return new PgliteSocket(this.#worker, () => this.#ended);
  }

  /** Closes the database. Its connection is closed before. */
  async close(): Promise<void> {
    if (!this.#isClosing) this.#worker.postMessage('close');
    this.#isClosing = true;
    await this.#exit;
  }
}

/** Sends the driver's collected writes to the thread in one message, and reads the replies. */
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

  /** Emits an event once connected, like a network socket. */
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

  // The driver calls these methods of a network socket.
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
    // A copy with its own memory can be transferred.
    const bytes = new Uint8Array(Buffer.concat(chunks));
    this.#worker.postMessage(bytes, [bytes.buffer]);
  }
}
