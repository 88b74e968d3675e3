import type { ErrorCode } from '@krapao/contract/errors';
import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import { vi } from 'vitest';

/** Failing reply: an error status with a message, or no answer at all. */
export class StubFault {
  constructor(
    readonly status: number,
    readonly message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Returns a refusal with a code. */
export const refuse = (
  status: number,
  code: ErrorCode | 'gone' | (string & {}),
  headers?: Readonly<Record<string, string>>,
) => new StubFault(status, code, headers);
/** A lost connection: no answer comes. */
export const noAnswer = new StubFault(0, '');

export interface SentCall {
  route: string;
  path: string;
  body: unknown;
  headers: Headers;
}

type Reply<Key extends RouteKey> =
  | ResponseBody<Key>
  | StubFault
  | ((sent: SentCall) => ResponseBody<Key> | StubFault | Promise<ResponseBody<Key> | StubFault>);

export type StubReplies = { [Key in RouteKey]?: Reply<Key> };

export interface StubApi {
  /** All calls sent so far, in order. */
  readonly calls: readonly SentCall[];
  /** Calls sent to one route. */
  to(route: RouteKey): readonly SentCall[];
  /** Replaces or adds replies. */
  set(replies: StubReplies): void;
}

/**
 * Replaces the network by a stub server for the current test: each route answers a value, a fault, or a
 * function's result. A route without a reply answers 404 NO_DATA.
 */
export function stubApi(replies: StubReplies): StubApi {
  const current: StubReplies = { ...replies };
  const calls: SentCall[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, 'http://stub').pathname;
    const method = init?.method ?? 'GET';
    const route = routeOf(method, path, Object.keys(current));
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const sent: SentCall = { route, path, body, headers: new Headers(init?.headers) };
    calls.push(sent);
    const reply = current[route as RouteKey];
    const result: unknown =
      typeof reply === 'function' ? await (reply as (sent: SentCall) => unknown)(sent) : reply;
    if (result === undefined) return Response.json({ message: 'NO_DATA' }, { status: 404 });
    if (!(result instanceof StubFault)) return Response.json(result);
    if (result.status === 0) throw new TypeError('connection lost');
    const { status, headers, message } = result;
    return Response.json({ message, requestId: 'req-1' }, { status, headers });
  });
  return {
    calls,
    to: (route) => calls.filter((sent) => sent.route === route),
    set: (more) => void Object.assign(current, more),
  };
}

function routeOf(method: string, path: string, routes: readonly string[]): string {
  const exact = `${method} ${path}`;
  if (routes.includes(exact)) return exact;
  const matches = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(exact);
  return routes.find(matches) ?? exact;
}
