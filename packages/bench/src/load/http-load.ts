import { connect, type Socket } from 'node:net';
import { percentile } from '../measure.ts';
import { serveJobs } from './worker.ts';

export interface HttpJob {
  ports: readonly number[];
  connections: number;
  /**
   * Whole requests as bytes on the wire; they are divided among the connections, and each connection repeats
   * its own.
   */
  requests: readonly string[];
  warmUpSeconds: number;
  seconds: number;
}

export interface HttpResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Number of answers by status, without the warm-up. */
  statuses: Readonly<Record<string, number>>;
  /** The first answer other than 200, for the report. */
  refusal: string | undefined;
  /** Processor seconds per second used by the load itself. */
  ownCores: number;
}

interface Tally {
  beginMs: number;
  endMs: number;
  latenciesMs: number[];
  statuses: Record<string, number>;
  refusal: string | undefined;
}

/**
 * Sends prepared requests, one at a time, on one connection. It reads only the necessary part of the answers,
 * because the load shares its cores with the measured server.
 */
class Line {
  readonly #requests: readonly Buffer[];
  readonly #tally: Tally;
  readonly #socket: Socket;
  readonly #done: () => void;
  #next: number;
  readonly #step: number;
  #sentMs = 0;
  #buffered: Buffer | undefined;

  constructor(
    port: number,
    parts: { requests: readonly Buffer[]; first: number; step: number; tally: Tally },
    callbacks: { done: () => void; failed: (error: Error) => void },
  ) {
    this.#requests = parts.requests;
    this.#next = parts.first;
    this.#step = parts.step;
    this.#tally = parts.tally;
    this.#done = callbacks.done;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => this.#send());
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.once('error', callbacks.failed);
    this.#socket.once('end', () => callbacks.failed(new Error('the server closed a connection')));
  }

  #send(): void {
    const request = this.#requests[this.#next % this.#requests.length];
    this.#next += this.#step;
    this.#sentMs = performance.now();
    if (request) this.#socket.write(request);
  }

  #read(chunk: Buffer): void {
    const data = this.#buffered ? Buffer.concat([this.#buffered, chunk]) : chunk;
    const headEnd = data.indexOf('\r\n\r\n');
    const head = headEnd < 0 ? '' : data.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (headEnd >= 0 && length === undefined) throw new Error(`an answer without a length: ${head}`);
    if (headEnd < 0 || data.length < headEnd + 4 + Number(length)) {
      this.#buffered = data;
      return;
    }
    this.#buffered = undefined;
    this.#count(head, data);
  }

  #count(head: string, data: Buffer): void {
    const nowMs = performance.now();
    const { beginMs, endMs, latenciesMs, statuses } = this.#tally;
    const status = head.slice(9, 12);
    if (nowMs >= beginMs && nowMs < endMs) {
      latenciesMs.push(nowMs - this.#sentMs);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    if (status !== '200') this.#tally.refusal ??= data.toString();
    if (nowMs < endMs) {
      this.#send();
      return;
    }
    this.#socket.removeAllListeners('end');
    this.#socket.destroy();
    this.#done();
  }
}

serveJobs(async (job: HttpJob): Promise<HttpResult> => {
  const requests = job.requests.map((request) => Buffer.from(request));
  const beginMs = performance.now() + job.warmUpSeconds * 1_000;
  const tally: Tally = {
    beginMs,
    endMs: beginMs + job.seconds * 1_000,
    latenciesMs: [],
    statuses: {},
    refusal: undefined,
  };
  const usage = process.cpuUsage();
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: job.connections }, (_, first) => {
      const port = job.ports[first % job.ports.length] ?? 0;
      return new Promise<void>((done, failed) => {
        const line = { requests, first, step: job.connections, tally };
        void new Line(port, line, { done, failed });
      });
    }),
  );
  const { user, system } = process.cpuUsage(usage);
  const latencies = tally.latenciesMs.toSorted((a, b) => a - b);
  return {
    perSecond: latencies.length / job.seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    maxMs: latencies.at(-1) ?? Number.NaN,
    statuses: tally.statuses,
    refusal: tally.refusal,
    ownCores: (user + system) / 1_000 / (performance.now() - startMs),
  };
});
