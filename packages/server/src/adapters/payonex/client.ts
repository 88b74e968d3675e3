import { done, refused, unknown, type Outcome, type Unknown } from '../../ports/outcome.ts';
import { readObject } from '../http/read-answer.ts';
import {
  callService,
  isRefusalStatus,
  JSON_BODY,
  type ServiceAnswer,
  type ServiceConnection,
} from '../http/service-call.ts';
import { SharedToken, type FetchedToken } from '../http/shared-token.ts';
import { codeOf, isSuccess, readToken } from './transform.ts';

export interface PayonexConnection extends ServiceConnection {
  accessKey: string;
  secretKey: string;
}

const TOKEN_REFUSED: readonly string[] = ['40100', '40101'];

/**
 * Calls of PayoneX. Several public programs agree on the calls; statuses and codes are of one source. All calls of a
 * process share one token, which is fetched again when the service no longer takes it.
 */
export class PayonexClient {
  readonly #connection: PayonexConnection;
  readonly #token = new SharedToken(() => this.#fetchToken());
  /** Whether the last try for a token was refused. */
  #keysRefused = false;

  constructor(connection: PayonexConnection) {
    this.#connection = connection;
  }

  get(path: string): Promise<ServiceAnswer | Unknown> {
    return this.#call('GET', path);
  }

  post(path: string, content: object): Promise<ServiceAnswer | Unknown> {
    return this.#call('POST', path, content);
  }

  /** Asks for the balance. @returns it in baht; null when it is not told; refused when our keys are not taken */
  async check(): Promise<Outcome<string | null>> {
    const answer = await this.get('/profile/balance');
    if (answer.outcome === 'unknown') return this.#keysRefused ? refused(answer.reason) : answer;
    if (!isSuccess(answer)) return unknown(`code ${codeOf(answer) || answer.status}`);
    const { balance } = readObject(answer.body['data']);
    return done(typeof balance === 'number' || typeof balance === 'string' ? `${balance} baht` : null);
  }

  #call(method: 'GET' | 'POST', path: string, content?: object): Promise<ServiceAnswer | Unknown> {
    return this.#token.call(
      (token) => this.#send(method, path, { authorization: token }, content),
      isTokenRefused,
    );
  }

  async #fetchToken(): Promise<FetchedToken | Unknown> {
    const { accessKey, secretKey } = this.#connection;
    const answer = await this.#send('POST', '/authenticate', {}, { accessKey, secretKey });
    if (answer.outcome === 'unknown') return unknown(`no token: ${answer.reason}`, false);
    this.#keysRefused = !isSuccess(answer) && isRefusalStatus(answer.status);
    const token = isSuccess(answer) ? readToken(readObject(answer.body['data'])) : '';
    return token ? { token } : unknown(`no token: code ${codeOf(answer) || answer.status}`, false);
  }

  #send(
    method: 'GET' | 'POST',
    path: string,
    extra: Readonly<Record<string, string>>,
    content?: object,
  ): Promise<ServiceAnswer | Unknown> {
    const { baseUrl, timeoutMs } = this.#connection;
    const headers = { accept: 'application/json', ...extra, ...(content && JSON_BODY) };
    const body = content && JSON.stringify(content);
    const url = new URL(baseUrl + path);
    return callService({ method, url, headers, timeoutMs, ...(body !== undefined && { body }) });
  }
}

/** Returns whether a call was refused for its token: by the status, or by the code with another one. */
const isTokenRefused = (answer: ServiceAnswer): boolean =>
  answer.status === 401 || (isRefusalStatus(answer.status) && TOKEN_REFUSED.includes(codeOf(answer)));
