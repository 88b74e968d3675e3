import { createHmac } from 'node:crypto';
import { sameBytes } from '../../kernel/secrets.ts';
import { unknown, type Unknown } from '../../ports/outcome.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';

const CLOCK_TOLERANCE_MS = 5 * 60_000;

export interface SignedClientOptions {
  /** Address of the service, without a slash at the end. */
  baseUrl: string;
  secret: string;
  timeoutMs: number;
}

/** An answer that says something: any status below 500 with a JSON object. */
export interface Answer {
  outcome: 'answer';
  status: number;
  body: Readonly<Record<string, unknown>>;
}

/**
 * Calls a service whose requests and callbacks are signed with a shared secret:
 * HMAC-SHA256 over time stamp, method, path and body.
 */
export class SignedClient {
  readonly #options: SignedClientOptions;

  constructor(options: SignedClientOptions) {
    this.#options = options;
  }

  get(path: string): Promise<Answer | Unknown> {
    return this.#call('GET', path, '');
  }

  post(path: string, body: object): Promise<Answer | Unknown> {
    return this.#call('POST', path, JSON.stringify(body));
  }

  /** The JSON object of a callback whose signature and time stamp are right; null otherwise. */
  readCallback(callback: IncomingCallback): Readonly<Record<string, unknown>> | null {
    const timestamp = String(callback.headers['x-timestamp'] ?? '');
    const signature = Buffer.from(String(callback.headers['x-signature'] ?? ''), 'hex');
    const offMs = Math.abs(Date.now() - Number(timestamp));
    if (!(offMs <= CLOCK_TOLERANCE_MS)) return null;
    if (!sameBytes(signature, this.#sign(timestamp, 'POST', callback.path, callback.rawBody))) return null;
    return parseObject(callback.rawBody);
  }

  async #call(method: 'GET' | 'POST', path: string, body: string): Promise<Answer | Unknown> {
    const { baseUrl, timeoutMs } = this.#options;
    const url = new URL(baseUrl + path);
    const timestamp = String(Date.now());
    const signature = this.#sign(timestamp, method, url.pathname + url.search, body).toString('hex');
    try {
      const response = await fetch(url, {
        method,
        headers: {
          'x-timestamp': timestamp,
          'x-signature': signature,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.status >= 500) return unknown(`status ${response.status}`);
      const json = parseObject(text);
      return json
        ? { outcome: 'answer', status: response.status, body: json }
        : unknown('answer is not JSON');
    } catch (error) {
      return unknown(reasonOf(error), !neverConnected(error));
    }
  }

  #sign(timestamp: string, method: string, path: string, body: string): Buffer {
    return createHmac('sha256', this.#options.secret)
      .update(`${timestamp}.${method}.${path}.${body}`)
      .digest();
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const causeCode = (error: unknown): string =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? '';

function neverConnected(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(causeCode(error));
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return 'no answer in time';
  return causeCode(error) || (error as Error).message;
}
