import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { ERROR_STATUS } from '@krapao/contract/errors';
import type { NotReady } from './health.ts';

const AWAY = 'SERVICE_UNAVAILABLE';
const RETRY_AFTER_S = '2';

/** Replies while the server is still starting. */
export interface StartingServer {
  /** The current step, as reported by `/health/ready`. */
  status: NotReady;
  /** Frees the port for the server. */
  stop(): Promise<void>;
}

/**
 * Listens on the port at once: a process that migrates for a minute is alive but not ready, and must not be
 * restarted.
 * @param port does nothing if it is 0: no client knows the port yet
 */
export async function answerWhileStarting(port: number, host: string): Promise<StartingServer> {
  const starting: StartingServer = { status: 'starting', stop: async () => {} };
  if (port === 0) return starting;
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/health/live') return answer(response, 200, { status: 'live' });
    if (path === '/health/ready') return answer(response, 503, { status: starting.status });
    return answer(response, ERROR_STATUS[AWAY], { message: AWAY });
  });
  server.listen(port, host);
  await once(server, 'listening');
  starting.stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return starting;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    ...(status !== 200 && { 'retry-after': RETRY_AFTER_S }),
  });
  response.end(JSON.stringify(body));
}
