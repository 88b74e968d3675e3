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
import { noteReply, noteRequest } from './secrets.ts';

export interface Reply {
  status: number;
  body: unknown;
}

export interface Request<K extends RouteKey> {
  params?: RequestParams<K>;
  body?: RequestBody<K>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The player API as a stranger or as one member, over plain HTTP. */
export class Api {
  readonly url: string;
  readonly token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.token = token;
  }

  /** Returns the same caller at another server. */
  at(url: string): Api {
    return new Api(url, this.token);
  }

  async send<K extends RouteKey>(key: K, { params, body, headers, signal }: Request<K> = {}): Promise<Reply> {
    const { method, path } = routes[key];
    const values = (params ?? {}) as Record<string, string>;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const request = {
      url: this.url + filled,
      headers: {
        [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    noteRequest(request);
    const response = await fetch(request.url, { ...request, method, ...(signal ? { signal } : {}) });
    const reply: unknown = await response.json();
    noteReply(reply);
    return { status: response.status, body: reply };
  }

  /**
   * Makes a call that must succeed.
   * @throws AssertionError when it fails, or when the reply differs from the contract's shape by a missing or
   *   an extra field
   */
  async ok<K extends RouteKey>(key: K, request: Request<K> = {}): Promise<ResponseBody<K>> {
    return readReply(key, await this.send(key, request));
  }

  /** Makes a call that must be refused. @returns the catalogue code of the refusal */
  async refused<K extends RouteKey>(key: K, request: Request<K> = {}): Promise<ErrorCode> {
    const reply = await this.send(key, request);
    assert.ok(reply.status >= 400, `${key} answered ${reply.status} ${JSON.stringify(reply.body)}`);
    return readRefusal(key, reply);
  }
}

/** Returns the body of a success, checked against the contract. @throws AssertionError */
export function readReply<K extends RouteKey>(key: K, { status, body }: Reply): ResponseBody<K> {
  assert.equal(status, 200, `${key} answered ${status} ${JSON.stringify(body)}`);
  const parsed: unknown = routes[key].response.parse(body);
  // The schemas drop unknown keys: an unchanged reply had none.
  assert.deepEqual(body, parsed, `${key} answered more than its contract`);
  return parsed as ResponseBody<K>;
}

/** Returns the code of a refusal, checked against the catalogue. @throws AssertionError */
export function readRefusal(key: RouteKey, { status, body }: Reply): ErrorCode {
  const { message, ...rest } = body as { message: string };
  assert.ok(isErrorCode(message), `${key} answered ${status} ${JSON.stringify(body)}`);
  assert.equal(status, ERROR_STATUS[message]);
  assert.deepEqual(Object.keys(rest), ['requestId']);
  return message;
}

/** Returns the end of a call: `OK`, or the catalogue code of its refusal. */
export function endOf(key: RouteKey, reply: Reply): 'OK' | ErrorCode {
  if (reply.status >= 400) return readRefusal(key, reply);
  readReply(key, reply);
  return 'OK';
}
