import { randomUUID } from 'node:crypto';
import { unknown, type Unknown } from '../../ports/outcome.ts';
import {
  bearerAuth,
  callService,
  isRefusalStatus,
  JSON_BODY,
  type ServiceAnswer,
  type ServiceConnection,
} from '../http/service-call.ts';
import { SharedToken, type FetchedToken } from '../http/shared-token.ts';
import { codeOf, isSuccess, isTokenRefused, readToken } from './transform.ts';

export interface ScbConnection extends ServiceConnection {
  applicationKey: string;
  applicationSecret: string;
}

/** Time before its end from which a token is not used. */
const EARLY_MS = 30_000;

/**
 * Calls of SCB's Open API for partners. Calls of grade B, codes of the official list. All calls of a process with the
 * same keys share one token.
 */
export class ScbClient {
  readonly #connection: ScbConnection;
  readonly #token = new SharedToken(() => this.#fetchToken());
  #areKeysRefused = false;

  constructor(connection: ScbConnection) {
    this.#connection = connection;
  }

  get(path: string): Promise<ServiceAnswer | Unknown> {
    return this.#token.call((token) => this.#send('GET', path, bearerAuth(token)), isTokenRefused);
  }

  post(path: string, content: object): Promise<ServiceAnswer | Unknown> {
    return this.#token.call((token) => this.#send('POST', path, bearerAuth(token), content), isTokenRefused);
  }

  /** Returns whether the last try for a token was refused. */
  get areKeysRefused(): boolean {
    return this.#areKeysRefused;
  }

  async #fetchToken(): Promise<FetchedToken | Unknown> {
    const { applicationKey, applicationSecret } = this.#connection;
    const answer = await this.#send('POST', '/v1/oauth/token', {}, { applicationKey, applicationSecret });
    if (answer.outcome === 'unknown') return unknown(`no token: ${answer.reason}`, false);
    this.#areKeysRefused = !isSuccess(answer) && isRefusalStatus(answer.status);
    const read = isSuccess(answer) ? readToken(answer.body['data']) : null;
    if (!read) return unknown(`no token: code ${codeOf(answer) || answer.status}`, false);
    const { token, seconds } = read;
    return { token, ...(seconds !== undefined && { until: Date.now() + seconds * 1_000 - EARLY_MS }) };
  }

  #send(
    method: 'GET' | 'POST',
    path: string,
    extra: Readonly<Record<string, string>>,
    content?: object,
  ): Promise<ServiceAnswer | Unknown> {
    const { baseUrl, timeoutMs, applicationKey } = this.#connection;
    const headers = {
      accept: 'application/json',
      'accept-language': 'EN',
      resourceOwnerId: applicationKey,
      requestUId: randomUUID(),
      ...extra,
      ...(content && JSON_BODY),
    };
    const body = content && JSON.stringify(content);
    const url = new URL(baseUrl + path);
    return callService({ method, url, headers, timeoutMs, ...(body !== undefined && { body }) });
  }
}
