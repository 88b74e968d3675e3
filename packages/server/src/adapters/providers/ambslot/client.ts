import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { Unknown } from '../../../ports/outcome.ts';
import { exchange, type Reply } from '../../http/exchange.ts';
import { requiredValue, type ServiceOptions } from '../service/options.ts';

const derive = promisify(pbkdf2);
const ROUNDS = 1_000;
const BYTES = 64;

/** Returns the base64 PBKDF2 of a body under the secret. It is computed beside the event loop. */
export const signAmb = async (body: string, secret: string): Promise<string> =>
  (await derive(body, secret, ROUNDS, BYTES, 'sha512')).toString('base64');

/** Calls AMB slot: JSON with a signature of the body. */
export class AmbSlotClient {
  readonly #options: ServiceOptions;
  readonly #agent: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#agent = requiredValue(options, 'AGENT');
  }

  async send(call: string, content: Readonly<Record<string, string>>): Promise<Reply | Unknown> {
    const { baseUrl, secret, timeoutMs } = this.#options;
    const body = JSON.stringify({ ...content, agent: this.#agent });
    const headers = { 'content-type': 'application/json', 'x-amb-signature': await signAmb(body, secret) };
    return exchange({ method: 'POST', url: new URL(`${baseUrl}/partner/${call}`), headers, body, timeoutMs });
  }
}
