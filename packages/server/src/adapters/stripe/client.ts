import { done, refused, unknown, type Outcome, type Unknown } from '../../ports/outcome.ts';
import {
  bearerAuth,
  callService,
  FORM,
  type ServiceAnswer,
  type ServiceConnection,
} from '../http/service-call.ts';
import { errorOf, readBalance } from './transform.ts';

export interface StripeConnection extends ServiceConnection {
  /** The secret key, `sk_…` or `rk_…`. */
  secretKey: string;
}

/** Version of the API whose fields are read. */
const VERSION = '2024-06-20';

/** Calls of Stripe. Official documentation. */
export class StripeClient {
  readonly #connection: StripeConnection;

  constructor(connection: StripeConnection) {
    this.#connection = connection;
  }

  /** @returns the answer; unknown and not sent when our key was not taken: such a call has no effect */
  get(path: string): Promise<ServiceAnswer | Unknown> {
    return this.#send('GET', path);
  }

  /** @param key makes a repeated request harmless for a day */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    key?: string,
  ): Promise<ServiceAnswer | Unknown> {
    return this.#send('POST', path, { fields, key });
  }

  /** Asks for the balance. @returns it in baht; refused when our key is not taken */
  async check(): Promise<Outcome<string | null>> {
    const answer = await this.#call('GET', '/v1/balance');
    if (answer.outcome === 'unknown') return answer;
    const reason = errorOf(answer).code || `status ${answer.status}`;
    if (isUnauthorised(answer)) return refused(reason);
    return answer.status === 200 ? done(readBalance(answer)) : unknown(reason);
  }

  async #send(method: 'GET' | 'POST', path: string, posted?: Posted): Promise<ServiceAnswer | Unknown> {
    const answer = await this.#call(method, path, posted);
    const isRefused = answer.outcome === 'answer' && isUnauthorised(answer);
    return isRefused ? unknown(errorOf(answer).code || `status ${answer.status}`, false) : answer;
  }

  #call(method: 'GET' | 'POST', path: string, posted?: Posted): Promise<ServiceAnswer | Unknown> {
    const { baseUrl, secretKey, timeoutMs } = this.#connection;
    const headers = {
      'stripe-version': VERSION,
      ...bearerAuth(secretKey),
      ...(posted && FORM),
      ...(posted?.key !== undefined && { 'idempotency-key': posted.key }),
    };
    const body = posted && new URLSearchParams(posted.fields).toString();
    const url = new URL(baseUrl + path);
    return callService({ method, url, headers, timeoutMs, ...(body !== undefined && { body }) });
  }
}

interface Posted {
  fields: Readonly<Record<string, string>>;
  key: string | undefined;
}

/** Returns whether our key was not taken, or may not do this. */
const isUnauthorised = ({ status }: ServiceAnswer): boolean => status === 401 || status === 403;
