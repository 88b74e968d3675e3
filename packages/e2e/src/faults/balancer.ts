import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_EVERY_MS = 100;

/**
 * Load balancer in front of several servers: checks each server's readiness and sends requests to the ready
 * ones in turn. A request goes to another server only if it has certainly not been sent.
 */
export class Balancer {
  readonly #server: Server;
  readonly #ready: string[] = [];
  readonly #looking: NodeJS.Timeout;
  #urls: readonly string[];
  #turn = 0;

  private constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.#server = createServer((incoming, outgoing) => void this.#handOn(incoming, outgoing));
    this.#looking = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  static async start(urls: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(urls);
    balancer.#server.listen(0, '127.0.0.1');
    await Promise.all([once(balancer.#server, 'listening'), balancer.#look()]);
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of servers that receive requests. */
  get readyCount(): number {
    return this.#ready.length;
  }

  /** Uses these servers from now on. */
  async leadTo(urls: readonly string[]): Promise<void> {
    this.#urls = urls;
    await this.#look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#looking);
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #look(): Promise<void> {
    const urls = this.#urls;
    const answers = await Promise.all(urls.map(isReady));
    if (urls !== this.#urls) return;
    this.#ready.splice(0, this.#ready.length, ...urls.filter((_, index) => answers[index]));
  }

  async #handOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    for (let attempt = 0; attempt < Math.max(1, this.#ready.length); attempt += 1) {
      const url = this.#ready[(this.#turn += 1) % this.#ready.length];
      if (url && (await passed(url, incoming, body, outgoing))) return;
    }
    outgoing.socket?.destroy();
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

/** @returns false when no server took it */
function passed(
  url: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { ...incoming.headers, connection: 'close' };
    const sent = request(url + (incoming.url ?? ''), { method: incoming.method, headers, agent: false });
    sent.on('response', (answer) => {
      const { connection: _hop, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.on('close', () => {
        if (!answer.complete) outgoing.socket?.destroy();
        resolve(true);
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(false);
      else {
        outgoing.socket?.destroy();
        resolve(true);
      }
    });
    sent.end(body);
  });
}
