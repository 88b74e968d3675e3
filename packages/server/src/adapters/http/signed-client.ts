import { createHmac } from 'node:crypto';
import { sameBytes } from '../../kernel/secrets.ts';
import { unknown, type Unknown } from '../../ports/outcome.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import { exchange, type Reply } from './exchange.ts';
import { parseObject, type JsonObject } from './read-answer.ts';

const CLOCK_TOLERANCE_MS = 5 * 60_000;

export interface SignedClientOptions {
  /** Address of the service, without a slash at the end. */
  baseUrl: string;
  secret: string;
  timeoutMs: number;
}

/** A conclusive answer: any status below 500 with a JSON object. */
export interface Answer {
  outcome: 'answer';
  status: number;
  body: JsonObject;
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

  async get(path: string): Promise<Answer | Unknown> {
    return answerOf(await this.send('GET', path));
  }

  async post(path: string, body: object): Promise<Answer | Unknown> {
    return answerOf(await this.send('POST', path, body));
  }

  /** Sends a request and returns any reply, including failures and replies that are not JSON. */
  send(method: 'GET' | 'POST', path: string, content?: object): Promise<Reply | Unknown> {
    const { baseUrl, timeoutMs } = this.#options;
    const url = new URL(baseUrl + path);
    const body = content && JSON.stringify(content);
    const timestamp = String(Date.now());
    const signature = this.#sign(timestamp, method, url.pathname + url.search, body ?? '').toString('hex');
    const headers = {
      'x-timestamp': timestamp,
      'x-signature': signature,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return exchange({ method, url, headers, timeoutMs, ...(body !== undefined && { body }) });
  }

  /** Returns whether a callback's signature and time stamp are right. */
  isAuthentic(callback: IncomingCallback): boolean {
    const timestamp = String(callback.headers['x-timestamp'] ?? '');
    const signature = Buffer.from(String(callback.headers['x-signature'] ?? ''), 'hex');
    const offMs = Math.abs(Date.now() - Number(timestamp));
    if (!(offMs <= CLOCK_TOLERANCE_MS)) return false;
    return sameBytes(signature, this.#sign(timestamp, 'POST', callback.path, callback.rawBody));
  }

  /** Returns the JSON object of a callback whose signature and time stamp are right; null otherwise. */
  readCallback(callback: IncomingCallback): JsonObject | null {
    return this.isAuthentic(callback) ? parseObject(callback.rawBody) : null;
  }

  #sign(timestamp: string, method: string, path: string, body: string): Buffer {
    return createHmac('sha256', this.#options.secret)
      .update(`${timestamp}.${method}.${path}.${body}`)
      .digest();
  }
}

/** Parses a reply. A server error or a reply that is not JSON is inconclusive. */
function answerOf(reply: Reply | Unknown): Answer | Unknown {
  if (reply.outcome === 'unknown') return reply;
  if (reply.status >= 500) return unknown(`status ${reply.status}`);
  const body = parseObject(reply.text);
  return body ? { outcome: 'answer', status: reply.status, body } : unknown('answer is not JSON');
}
