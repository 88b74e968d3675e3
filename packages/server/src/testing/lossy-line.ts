import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Fate of a call: it passes; it is lost on the way there; its answer is lost on the way back; or it arrives when the
 * caller has given up. A call without an answer is cut off at once.
 */
export type Fate = 'pass' | 'lost' | 'unanswered' | 'late';

/** A proxy to a counterparty that drops the calls chosen by a test. */
export class LossyLine {
  readonly #server: Server;
  #late: (() => Promise<unknown>)[] = [];
  /** Destination of calls. */
  target = '';
  /** Decides the fate of a call by its path and body. */
  fate: (path: string, body: string) => Fate = () => 'pass';

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#carry(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<LossyLine> {
    const line = new LossyLine();
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Has the calls arrive that are late. */
  async deliverLate(): Promise<void> {
    await Promise.all(this.#late.splice(0).map((send) => send()));
  }

  async #carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const send = () =>
      fetch(this.target + url, {
        method,
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' && !HOP_HEADERS.has(name) ? [[name, value]] : [],
        ),
        ...(method !== 'GET' && { body }),
      });
    switch (this.fate(url, body)) {
      case 'lost':
        response.destroy();
        return;
      case 'unanswered':
        await send();
        response.destroy();
        return;
      case 'late':
        this.#late.push(send);
        response.destroy();
        return;
      case 'pass': {
        const answer = await send();
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(await answer.text());
      }
    }
  }
}

/** Headers of one connection, not of the call. */
const HOP_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
