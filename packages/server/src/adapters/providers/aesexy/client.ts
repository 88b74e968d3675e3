import { unknown, type Unknown } from '../../../ports/outcome.ts';
import { exchange, type Reply } from '../../http/exchange.ts';
import { requiredValue, type ServiceOptions } from '../service/options.ts';

/** The service answers a report once in this time. */
const REPORT_EVERY_MS = 20_000;

/** Calls AE Sexy: forms with the agent's certificate. */
export class AeSexyClient {
  readonly #options: ServiceOptions;
  readonly #agentId: string;
  readonly #now: () => number;
  #reportFromMs = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#agentId = requiredValue(options, 'AGENT');
    this.#now = options.now ?? Date.now;
  }

  send(path: string, fields: Readonly<Record<string, string>>): Promise<Reply | Unknown> {
    const { baseUrl, secret, timeoutMs } = this.#options;
    const body = new URLSearchParams({ cert: secret, agentId: this.#agentId, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return exchange({ method: 'POST', url: new URL(`${baseUrl}/${path}`), headers, body, timeoutMs });
  }

  /** Asks for a report, unless the service was asked a moment ago. */
  async report(path: string, fields: Readonly<Record<string, string>>): Promise<Reply | Unknown> {
    if (this.#now() < this.#reportFromMs) return unknown('the report is asked for once in 20 s', false);
    this.#reportFromMs = this.#now() + REPORT_EVERY_MS;
    return this.send(path, fields);
  }
}
