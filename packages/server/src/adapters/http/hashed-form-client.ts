import { createHash } from 'node:crypto';
import type { Unknown } from '../../ports/outcome.ts';
import { exchange, type Reply } from './exchange.ts';
import type { SignedClientOptions } from './signed-client.ts';

/** Calls a service that takes forms, signed by a hash over their fields and a shared secret. */
export class HashedFormClient {
  readonly #options: SignedClientOptions;

  constructor(options: SignedClientOptions) {
    this.#options = options;
  }

  send(action: string, fields: Readonly<Record<string, string>>): Promise<Reply | Unknown> {
    const { baseUrl, secret, timeoutMs } = this.#options;
    const pairs = { ...fields, action, time: String(Math.floor(Date.now() / 1000)) };
    const body = new URLSearchParams({ ...pairs, sign: signFields(pairs, secret) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return exchange({ method: 'POST', url: new URL(`${baseUrl}/api`), headers, body, timeoutMs });
  }
}

/** Returns the hex SHA-256 of the raw pairs, sorted by name, and the secret. */
export function signFields(pairs: Readonly<Record<string, string>>, secret: string): string {
  const sorted = Object.keys(pairs).sort();
  const text = sorted.map((name) => `${name}=${pairs[name]}`).join('&');
  return createHash('sha256').update(`${text}&key=${secret}`).digest('hex');
}
