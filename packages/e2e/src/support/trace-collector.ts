import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([]);
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
});
const exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

export type Span = z.output<typeof span>;

/** Receives spans by OTLP over HTTP, as JSON. */
export class TraceCollector {
  readonly spans: Span[] = [];
  /** Everything received, unparsed. */
  text = '';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        this.text += text;
        const { resourceSpans } = exported.parse(JSON.parse(text));
        this.spans.push(
          ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        );
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
