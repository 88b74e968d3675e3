import { createHmac } from 'node:crypto';
import type { Unknown } from '../../../ports/outcome.ts';
import { exchange, type Reply } from '../../http/exchange.ts';
import { requiredValue, type ServiceOptions } from '../service/options.ts';

export type JokerFields = Readonly<Record<string, string>>;

/** Returns the base64 HMAC-SHA1 of the raw pairs, sorted by name. */
export function signJoker(fields: JokerFields, secret: string): string {
  const pairs = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`);
  return createHmac('sha1', secret).update(pairs.join('&')).digest('base64');
}

/** Calls Joker: all calls go to one address, which carries the application and the signature. */
export class JokerClient {
  readonly #options: ServiceOptions;
  readonly #appId: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#appId = requiredValue(options, 'APP_ID');
  }

  send(method: string, fields: JokerFields = {}): Promise<Reply | Unknown> {
    const { baseUrl, secret, timeoutMs, now = Date.now } = this.#options;
    const content = { ...fields, Method: method, Timestamp: String(Math.floor(now() / 1000)) };
    const url = new URL(baseUrl);
    url.searchParams.set('AppID', this.#appId);
    url.searchParams.set('Signature', signJoker(content, secret));
    const headers = { 'content-type': 'application/json' };
    return exchange({ method: 'POST', url, headers, body: JSON.stringify(content), timeoutMs });
  }
}
