import { Agent, request } from 'node:http';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';

/** Longer than any promised response time. */
const PATIENCE_MS = 30_000;

/** A phone's result of a call; undefined for no answer at all. */
export interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: Readonly<Record<string, unknown>>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Makes one call as the player app does. */
export function callOnce(
  url: string,
  call: { method: string; token?: string; key?: string; body?: object },
): Promise<Answer | undefined> {
  const payload = call.body && Buffer.from(JSON.stringify(call.body));
  const headers = {
    [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
    ...(call.token && { authorization: `Bearer ${call.token}` }),
    ...(call.key && { 'idempotency-key': call.key }),
    ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
  };
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const sent = request(url, { method: call.method, agent, headers, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', () => resolve(undefined));
      response.on('close', () => {
        if (!response.complete) return resolve(undefined);
        const { statusCode: status = 0, headers: got } = response;
        resolve({ status, retryAfter: got['retry-after'], body: parse(text) });
      });
    });
    // A kept connection that was closed at the same moment has accepted nothing; browsers resend by
    // themselves.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(callOnce(url, call));
      else resolve(undefined);
    });
    sent.end(payload);
  });
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
