import { done, refused, unknown, type Outcome, type Unknown } from '../../ports/outcome.ts';
import { readObject } from '../http/read-answer.ts';
import {
  callService,
  isRefusalStatus,
  JSON_BODY,
  type ServiceAnswer,
  type ServiceConnection,
} from '../http/service-call.ts';
import { codeOf, isSuccess, readToken } from './transform.ts';

export interface PayonexConnection extends ServiceConnection {
  accessKey: string;
  secretKey: string;
}

const TOKEN_REFUSED: readonly string[] = ['40100', '40101'];

/**
 * Calls of PayoneX. Several public programs agree on the calls; statuses and codes are of one source. All calls of a
 * process share one token. It is fetched once for all that wait for it, and again when the service no longer takes it.
 */
export class PayonexClient {
  readonly #connection: PayonexConnection;
  #token: Promise<string | Unknown> | undefined;
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

  /** Makes a call with the token. A call that is refused for its token had no effect and is made once more. */
  async #call(method: 'GET' | 'POST', path: string, content?: object): Promise<ServiceAnswer | Unknown> {
    const asked = this.#sharedToken();
    const token = await asked;
    if (typeof token !== 'string') return token;
    const answer = await this.#send(method, path, { authorization: token }, content);
    if (!isTokenRefused(answer)) return answer;
    if (this.#token === asked) this.#token = undefined;
    const renewed = await this.#sharedToken();
    if (typeof renewed !== 'string') return renewed;
    const again = await this.#send(method, path, { authorization: renewed }, content);
    return isTokenRefused(again) ? unknown('a new token is not taken', false) : again;
  }

  #sharedToken(): Promise<string | Unknown> {
    const asked = (this.#token ??= this.#fetchToken());
    void asked.then((token) => {
      if (typeof token !== 'string' && this.#token === asked) this.#token = undefined;
    });
    return asked;
  }

  /** @returns the token; unknown and not sent when there is none: the call behind it was not made */
  async #fetchToken(): Promise<string | Unknown> {
    const { accessKey, secretKey } = this.#connection;
    const answer = await this.#send('POST', '/authenticate', {}, { accessKey, secretKey });
    if (answer.outcome === 'unknown') return unknown(`no token: ${answer.reason}`, false);
    this.#keysRefused = !isSuccess(answer) && isRefusalStatus(answer.status);
    const token = isSuccess(answer) ? readToken(readObject(answer.body['data'])) : '';
    return token || unknown(`no token: code ${codeOf(answer) || answer.status}`, false);
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
const isTokenRefused = (answer: ServiceAnswer | Unknown): boolean =>
  answer.outcome === 'answer' &&
  (answer.status === 401 || (isRefusalStatus(answer.status) && TOKEN_REFUSED.includes(codeOf(answer))));
