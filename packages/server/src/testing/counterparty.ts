import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call of the server's, as a counterparty of a test gets it. */
export interface ReceivedCall {
  method: string;
  path: string;
  body: unknown;
}

/** What it answers; `silence` leaves the call without an answer. */
export type CounterpartyAnswer = { status: number; body: unknown } | 'silence';

export interface Counterparty {
  url: string;
  /** Cuts the calls that have no answer. */
  stop(): Promise<void>;
}

/** A counterparty that answers as a test says. Signatures are not looked at. */
export async function startCounterparty(
  answer: (call: ReceivedCall) => CounterpartyAnswer,
): Promise<Counterparty> {
  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const sent = await text(request);
      const body: unknown = sent === '' ? undefined : JSON.parse(sent);
      const answered = answer({ method: request.method ?? '', path: request.url ?? '', body });
      if (answered === 'silence') return;
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
