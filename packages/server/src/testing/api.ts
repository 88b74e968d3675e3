import assert from 'node:assert/strict';
import { ERROR_STATUS, isErrorCode, type ErrorCode } from '@krapao/contract/errors';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import {
  routes,
  type RequestBody,
  type RequestParams,
  type ResponseBody,
  type RouteKey,
} from '@krapao/contract/routes';

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface ApiRequest<K extends RouteKey> {
  params?: RequestParams<K>;
  body?: RequestBody<K>;
  headers?: Record<string, string>;
}

/** The player API over plain HTTP, as a guest or with a token. */
export class Api {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, token?: string) {
    this.#url = url;
    this.#headers = {
      [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
      ...(token && { authorization: `Bearer ${token}` }),
    };
  }

  /** Sends any request. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const hasBody = body !== undefined;
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...this.#headers, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  call<K extends RouteKey>(key: K, { params, body, headers }: ApiRequest<K> = {}): Promise<Answer> {
    const { method, path } = routes[key];
    const values = (params ?? {}) as Record<string, string>;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    return this.send(method, filled, body, headers);
  }

  /**
   * Makes a call that must succeed.
   * @throws AssertionError if it fails, or if the reply does not match the contract
   */
  async ok<K extends RouteKey>(key: K, request: ApiRequest<K> = {}): Promise<ResponseBody<K>> {
    const { status, body } = await this.call(key, request);
    assert.equal(status, 200, `${key} answered ${status} ${JSON.stringify(body)}`);
    const parsed: unknown = routes[key].response.parse(body);
    assert.deepEqual(body, parsed, `${key} answered more than its contract says`);
    return parsed as ResponseBody<K>;
  }

  /** Makes a call that must be refused. @returns the catalogue code of the refusal */
  async refused<K extends RouteKey>(key: K, request: ApiRequest<K> = {}): Promise<ErrorCode> {
    return refusal(await this.call(key, request));
  }
}

/**
 * Returns the catalogue code of a refusal.
 * @throws AssertionError if it is none, or if its status is not the code's
 */
export function refusal({ status, body }: Answer): ErrorCode {
  assert.ok(status >= 400, `answered ${status} ${JSON.stringify(body)}`);
  const { message, requestId, ...rest } = body as { message: string; requestId: string };
  assert.ok(isErrorCode(message), `answered ${status} ${JSON.stringify(body)}`);
  assert.equal(status, ERROR_STATUS[message]);
  assert.match(requestId, /^[\da-f-]{36}$/);
  assert.deepEqual(rest, {});
  return message;
}

/** Returns the result of a call: `OK`, or the code of the refusal. */
export const endOf = (answer: Answer): 'OK' | ErrorCode => (answer.status === 200 ? 'OK' : refusal(answer));
