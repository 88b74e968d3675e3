import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a server that passes everything on unchanged but delays the API's answers. */
export interface SlowApi {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a proxy in front of a server on this machine. Pages, scripts and pictures come through at once, as
 * from a cache near the player. API calls wait first, as for a server far away.
 */
export async function slowApi(targetUrl: string, delayMs: number): Promise<SlowApi> {
  const { port } = new URL(targetUrl);
  const server = createServer((incoming, answer) => {
    if (incoming.url?.startsWith('/api/')) setTimeout(() => pass(Number(port), incoming, answer), delayMs);
    else pass(Number(port), incoming, answer);
  });
  const sockets = new Set<Socket>();
  server.on('upgrade', (incoming, socket: Socket, head) => {
    sockets.add(socket);
    passSocket(Number(port), incoming, socket, head);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return stop(server);
    },
  };
}

function pass(port: number, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = incoming;
  const upstream = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  upstream.on('error', () => answer.destroy());
  incoming.pipe(upstream);
}

/** Forwards a socket's upgrade request unchanged and joins the two ends. */
function passSocket(
  port: number,
  { method, url, rawHeaders }: IncomingMessage,
  near: Socket,
  head: Buffer,
): void {
  const far = connect(port, '127.0.0.1', () => {
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    far.write(`${lines.join('\r\n')}\r\n\r\n`);
    far.write(head);
    far.pipe(near).pipe(far);
  });
  for (const end of [near, far]) {
    end.on('error', () => undefined);
    end.on('close', () => [near, far].forEach((other) => other.destroy()));
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
