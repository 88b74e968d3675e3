import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import { serverNow } from './clock.ts';
import { traitsOf, type KeptRoute } from './read-traits.ts';
import { getSessionNo, getToken, tokenArea, useToken } from './session-token.ts';
import { readStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

/**
 * Replies that a member saw last, kept on this device so that they can be shown at once and offline. They are
 * stored beside the token, for as long as the token, and hold neither token nor password nor a full account
 * number.
 */

interface Kept {
  /** Time of the reply by the server's clock, epoch milliseconds. */
  atMs: number;
  data: unknown;
}

type KeptReplies = Partial<Record<KeptRoute, Kept>>;

/** Routes that the server has answered since the page was loaded, by session. */
const answered = createStore<{ sessionNo: number; routes: readonly string[] }>({ sessionNo: 0, routes: [] });

let loaded: { sessionNo: number; replies: KeptReplies } | null = null;

function replies(): KeptReplies {
  const sessionNo = getSessionNo();
  if (loaded?.sessionNo !== sessionNo) loaded = { sessionNo, replies: getToken() === null ? {} : read() };
  return loaded.replies;
}

function read(): KeptReplies {
  try {
    const parsed: unknown = JSON.parse(readStored('seen', tokenArea()) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** True when the reply of a route to that request is kept. */
export const isKept = (route: RouteKey, body: unknown): route is KeptRoute =>
  traitsOf(route).kept?.isWanted(body) ?? false;

/** Returns the kept reply of a route. */
export function keptReply<Key extends KeptRoute>(route: Key): ResponseBody<Key> | undefined {
  return replies()[route]?.data as ResponseBody<Key> | undefined;
}

/** Returns the time of a route's kept reply, epoch milliseconds. */
export function keptAtMs(route: KeptRoute): number | undefined {
  return replies()[route]?.atMs;
}

/** Keeps a reply, unless the session has ended since the request. */
export function keepReply(route: KeptRoute, data: unknown, sessionNo: number): void {
  if (getToken() === null || sessionNo !== getSessionNo()) return;
  const storable = traitsOf(route).kept?.withoutSecrets(data as never);
  const next = { ...replies(), [route]: { atMs: serverNow(), data: storable } };
  loaded = { sessionNo, replies: next };
  writeStored('seen', JSON.stringify(next), tokenArea());
  const before = answered.get();
  const routes = before.sessionNo === sessionNo ? before.routes : [];
  if (!routes.includes(route)) answered.set({ sessionNo, routes: [...routes, route] });
}

/**
 * True when the server has answered this route since the page was loaded, so the reply shown is not a kept
 * one.
 */
export function useAnswered(route: KeptRoute): boolean {
  useToken();
  const { sessionNo, routes } = useStore(answered);
  return sessionNo === getSessionNo() && routes.includes(route);
}
