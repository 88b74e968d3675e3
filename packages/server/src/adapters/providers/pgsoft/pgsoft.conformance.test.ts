import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { describeGameProviders } from '../../../testing/conformance/game-provider.ts';
import type { Connection } from '../../../testing/conformance/port-world.ts';
import { createPgsoft } from './adapter.ts';

let connection: Connection | undefined;
let operator: Server | undefined;

const connect = (given: Connection) => {
  connection = given;
  return createPgsoft(given);
};

/** Starts the operator whom the provider asks about sessions. */
async function startOperator(): Promise<string> {
  operator = createServer((request, response) => {
    void text(request).then((rawBody) => {
      const path = request.url ?? '';
      const answer = connection && createPgsoft(connection).verifySession?.({ path, headers: {}, rawBody });
      response.writeHead(answer?.status ?? 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer?.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => operator?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(operator.address() as AddressInfo).port}`;
}

afterAll(() => {
  operator?.closeAllConnections();
  operator?.close();
});

describeGameProviders('pgsoft', 'reference', connect, async () => ({ operatorUrl: await startOperator() }));
