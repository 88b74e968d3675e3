import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface AnsweringServer {
  url: string;
  stop(): Promise<void>;
}

/** Handles a call whose body was read; a failure ends it without an answer. */
type Handle = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void | Promise<void>;

/** Starts a server that reads every call, whatever its body is. */
export async function startAnswering(handle: Handle): Promise<AnsweringServer> {
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => handle(request, body, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Makes a call at another server, with the headers that it came with. */
export async function pass(to: string, request: IncomingMessage, body: Buffer) {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value] as [string, string]] : [],
  );
  const answer = await fetch(to + (request.url ?? ''), {
    method: request.method ?? '',
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
]);
