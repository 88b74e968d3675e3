import { createHash } from 'node:crypto';
import type { Unknown } from '../../ports/outcome.ts';
import { exchange, type Reply } from './exchange.ts';
import type { SignedClientOptions } from './signed-client.ts';

/** Calls a service that takes JSON with a hash over the body and a shared secret. */
export class HashedJsonClient {
  readonly #options: SignedClientOptions;

  constructor(options: SignedClientOptions) {
    this.#options = options;
  }

  send(path: string, content: object): Promise<Reply | Unknown> {
    const { baseUrl, secret, timeoutMs } = this.#options;
    const body = JSON.stringify(content);
    const headers = {
      'content-type': 'application/json',
      'x-hash': createHash('sha512')
        .update(body + secret)
        .digest('hex'),
    };
    return exchange({ method: 'POST', url: new URL(baseUrl + path), headers, body, timeoutMs });
  }
}
