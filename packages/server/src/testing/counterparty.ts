import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call of the server, as received by a test's counterparty. */
export interface ReceivedCall {
  method: string;
  path: string;
  body: unknown;
}

/** The counterparty's reply; `silence` leaves the call without one, `cut` ends it so. */
export type CounterpartyAnswer = { status: number; body: unknown } | 'silence' | 'cut';

export interface Counterparty {
  url: string;
  /** Stops and aborts unanswered calls. */
  stop(): Promise<void>;
}

/** Starts a counterparty whose replies the test decides. It does not check signatures. */
export async function startCounterparty(
  answer: (call: ReceivedCall) => CounterpartyAnswer,
): Promise<Counterparty> {
  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const sent = await text(request);
      const body: unknown = sent === '' ? undefined : JSON.parse(sent);
      const answered = answer({ method: request.method ?? '', path: request.url ?? '', body });
      if (answered === 'silence') return;
      if (answered === 'cut') return void response.destroy();
      response.writeHead(answered.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answered.body));
    };
    handle().catch(() => response.destroy());
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
