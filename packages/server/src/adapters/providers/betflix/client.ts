import type { Unknown } from '../../../ports/outcome.ts';
import { exchange, type Reply } from '../../http/exchange.ts';
import { requiredValue, type ServiceOptions } from '../service/options.ts';

type Fields = Readonly<Record<string, string>>;

/** Calls BETFLIX: forms, with the agent and the key in headers. */
export class BetflixClient {
  readonly #options: ServiceOptions;
  readonly #headers: Fields;

  constructor(options: ServiceOptions) {
    this.#options = options;
    const agent = requiredValue(options, 'AGENT');
    // Newer installations have another name for the agent's header.
    const header = options.values?.['AGENT_HEADER'] ?? 'x-api-betflix';
    this.#headers = { [header]: agent, 'x-api-key': options.secret };
  }

  post(path: string, fields: Fields): Promise<Reply | Unknown> {
    const { baseUrl, timeoutMs } = this.#options;
    const headers = { ...this.#headers, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return exchange({ method: 'POST', url: new URL(`${baseUrl}/${path}`), headers, body, timeoutMs });
  }

  get(path: string): Promise<Reply | Unknown> {
    const { baseUrl, timeoutMs } = this.#options;
    return exchange({ method: 'GET', url: new URL(`${baseUrl}/${path}`), headers: this.#headers, timeoutMs });
  }
}
