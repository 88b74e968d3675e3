import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call as a test's service received it. */
export interface HeardCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  sent: string;
  /** Its fields: those of a JSON object, or of a form. */
  body: Record<string, unknown>;
}

/** Answers a call. @returns false when it leaves the call to the honest service; true also for silence */
export type Answering = (call: HeardCall, response: ServerResponse) => boolean;

export interface HostileService {
  url: string;
  calls: HeardCall[];
  /** Replaces the honest answers until the service is healed. */
  answer(answering: Answering): void;
  /** Replaces the honest answers to calls whose path has a part. */
  answerOn(part: string, body: unknown, status?: number): void;
  /** Says nothing to calls whose path has a part. @param isAfterWork the honest work is done first */
  silence(part: string, isAfterWork?: boolean): void;
  callsOn(part: string): HeardCall[];
  heal(): void;
  stop(): Promise<void>;
}

/** Sends JSON, or a text as it is. */
export function json(response: ServerResponse, body: unknown, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
  return true;
}

function fieldsOf(sent: string, type = ''): Record<string, unknown> {
  if (sent === '') return {};
  if (type.startsWith('application/json')) return JSON.parse(sent) as Record<string, unknown>;
  return Object.fromEntries(new URLSearchParams(sent));
}

/** Starts a service that a test makes honest or hostile. */
export async function startHostileService(
  honest: (call: HeardCall, response: ServerResponse) => void,
): Promise<HostileService> {
  const calls: HeardCall[] = [];
  let answering: Answering = () => false;
  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const sent = await text(request);
      const { method = '', url: path = '', headers } = request;
      const call = { method, path, headers, sent, body: fieldsOf(sent, headers['content-type']) };
      calls.push(call);
      if (!answering(call, response)) honest(call, response);
    };
    handle().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer: (next) => void (answering = next),
    answerOn: (part, body, status = 200) =>
      void (answering = ({ path }, response) => path.includes(part) && json(response, body, status)),
    silence(part, isAfterWork = false) {
      answering = (call) => {
        if (!call.path.includes(part)) return false;
        // The work is done, and its answer goes nowhere.
        if (isAfterWork) honest(call, nowhere());
        return true;
      };
    },
    callsOn: (part) => calls.filter(({ path }) => path.includes(part)),
    heal() {
      answering = () => false;
      calls.length = 0;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns a response that nobody receives. */
const nowhere = (): ServerResponse =>
  ({ writeHead: () => undefined, end: () => undefined }) as unknown as ServerResponse;
