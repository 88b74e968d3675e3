import { toDecimal } from '@krapao/contract/money';
import { done, refused, unknown, type Outcome, type Unknown } from '../../ports/outcome.ts';
import { readSatang } from '../http/read-answer.ts';
import {
  basicAuth,
  callService,
  JSON_BODY,
  type ServiceAnswer,
  type ServiceConnection,
} from '../http/service-call.ts';
import { errorOf } from './transform.ts';

export interface OpnConnection extends ServiceConnection {
  /** The secret key, `skey_…`. */
  secretKey: string;
}

/** Version of the API whose fields are read. */
const VERSION = '2019-05-29';

/** Calls of Opn Payments (Omise). Official documentation. */
export class OpnClient {
  readonly #connection: OpnConnection;

  constructor(connection: OpnConnection) {
    this.#connection = connection;
  }

  get connection(): ServiceConnection {
    return this.#connection;
  }

  /** @returns the answer; unknown and not sent when our key was not taken: such a call has no effect */
  get(path: string): Promise<ServiceAnswer | Unknown> {
    return this.#send('GET', path);
  }

  post(path: string, content: object): Promise<ServiceAnswer | Unknown> {
    return this.#send('POST', path, content);
  }

  /** Asks for the balance. @returns it in baht; refused when our key is not taken */
  async check(): Promise<Outcome<string | null>> {
    const answer = await this.#call('GET', '/balance');
    if (answer.outcome === 'unknown') return answer;
    const code = errorOf(answer);
    if (isUnauthorised(answer)) return refused(code || `status ${answer.status}`);
    const { object, transferable, available } = answer.body;
    if (answer.status !== 200 || object !== 'balance') return unknown(code || `status ${answer.status}`);
    const balance = transferable === 0 || available === 0 ? '0.00' : undefined;
    const told = readSatang(transferable) ?? readSatang(available);
    const text = told === null ? balance : toDecimal(told);
    return done(text === undefined ? null : `${text} baht`);
  }

  async #send(method: 'GET' | 'POST', path: string, content?: object): Promise<ServiceAnswer | Unknown> {
    const answer = await this.#call(method, path, content);
    const isRefused = answer.outcome === 'answer' && isUnauthorised(answer);
    return isRefused ? unknown(errorOf(answer) || `status ${answer.status}`, false) : answer;
  }

  #call(method: 'GET' | 'POST', path: string, content?: object): Promise<ServiceAnswer | Unknown> {
    const { baseUrl, secretKey, timeoutMs } = this.#connection;
    const headers = { 'omise-version': VERSION, ...basicAuth(secretKey, ''), ...(content && JSON_BODY) };
    const body = content && JSON.stringify(content);
    const url = new URL(baseUrl + path);
    return callService({ method, url, headers, timeoutMs, ...(body !== undefined && { body }) });
  }
}

/** Returns whether our key was not taken, or may not do this. */
const isUnauthorised = ({ status }: ServiceAnswer): boolean => status === 401 || status === 403;
