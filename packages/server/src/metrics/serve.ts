import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import type { Metrics } from '../kernel/metrics.ts';

export interface MetricsListener {
  /** The port it listens on. */
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a separate port, so that it is never public. Collection of the Node process's
 * figures starts now.
 * @param refresh updates figures that are not counted as they occur
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function serveMetrics(
  metrics: Metrics,
  at: { port: number; host: string; refresh: () => Promise<void> },
): Promise<MetricsListener> {
  collectDefaultMetrics({ register: metrics.registry });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    at.refresh()
      .then(() => metrics.registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  await listen(server, at);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : at.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
