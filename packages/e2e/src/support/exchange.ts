import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Exchange {
  method: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Makes one HTTP call over a kept connection, at a third of the cost of `fetch`: for tests with hundreds of
 * thousands of calls.
 * @throws Error when the connection is cut
 */
export function exchange(
  url: string,
  { method, headers = {}, body, signal }: Exchange,
): Promise<{ status: number; text: string }> {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent,
        headers: {
          ...headers,
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
        },
        ...(signal ? { signal } : {}),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
        // A connection that ends in the middle of an answer emits neither of these.
        response.on('close', () => reject(new Error('the answer broke off')));
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}
