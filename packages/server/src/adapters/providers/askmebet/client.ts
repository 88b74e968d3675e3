import { createHash } from 'node:crypto';
import type { Unknown } from '../../../ports/outcome.ts';
import { exchange, type Reply } from '../../http/exchange.ts';
import { requiredValue, type ServiceOptions } from '../service/options.ts';

/** Returns the hex MD5 of the parts, joined by colons. The agent is the last part. */
export const signAskmebet = (...parts: readonly string[]): string =>
  createHash('md5').update(parts.join(':')).digest('hex');

/** Calls ASKMEBET: the key is in the path, as the service wants it, and a hash in the body. */
export class AskmebetClient {
  readonly #options: ServiceOptions;
  readonly #agent: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#agent = requiredValue(options, 'AGENT');
  }

  /** @param signed the parts of the signature, without the agent */
  send(
    method: 'POST' | 'PUT',
    call: string,
    content: Readonly<Record<string, string>>,
    { username, signed }: { username?: string; signed: readonly string[] },
  ): Promise<Reply | Unknown> {
    const body = JSON.stringify({ ...content, signature: signAskmebet(...signed, this.#agent) });
    const headers = { 'content-type': 'application/json' };
    const { timeoutMs } = this.#options;
    return exchange({ method, url: this.#address(call, username), headers, body, timeoutMs });
  }

  get(call: string, username: string): Promise<Reply | Unknown> {
    return exchange({
      method: 'GET',
      url: this.#address(call, username),
      timeoutMs: this.#options.timeoutMs,
    });
  }

  #address(call: string, username?: string): URL {
    const { baseUrl, secret } = this.#options;
    const path = [call, secret, ...(username === undefined ? [] : [username])].map(encodeURIComponent);
    return new URL(`${baseUrl}/v0.1/partner/member/${path.join('/')}`);
  }
}
