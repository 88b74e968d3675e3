import { randomUUID } from 'node:crypto';
import type { Unknown } from '../../../ports/outcome.ts';
import { exchange, type Reply } from '../../http/exchange.ts';
import { requiredValue, type ServiceOptions } from '../service/options.ts';

/** Calls PG Soft: forms with the operator's token and key, and an id of each call. */
export class PgSoftClient {
  readonly #options: ServiceOptions;
  readonly #operatorToken: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#operatorToken = requiredValue(options, 'OPERATOR_TOKEN');
  }

  send(path: string, fields: Readonly<Record<string, string>>): Promise<Reply | Unknown> {
    return this.#post(this.#options.baseUrl, path, fields);
  }

  /** Reports have an address of their own, where one is set. */
  report(path: string, fields: Readonly<Record<string, string>>): Promise<Reply | Unknown> {
    return this.#post(this.#options.values?.['REPORT_URL'] ?? this.#options.baseUrl, path, fields);
  }

  #post(baseUrl: string, path: string, fields: Readonly<Record<string, string>>): Promise<Reply | Unknown> {
    const { secret, timeoutMs } = this.#options;
    const url = new URL(`${baseUrl}/${path}`);
    url.searchParams.set('trace_id', randomUUID());
    const form = { operator_token: this.#operatorToken, secret_key: secret, ...fields };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    return exchange({ method: 'POST', url, headers, body, timeoutMs });
  }
}
