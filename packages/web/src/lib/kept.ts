import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import { serverNow } from './clock.ts';
import { getSessionNo, getToken, tokenArea, useToken } from './session-token.ts';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

/**
 * Replies that a member saw last, kept on this device so that they can be shown at once and offline. They are
 * stored beside the token, for as long as the token, and hold neither token nor password nor a full account
 * number.
 */

type KeptRoute = 'GET /api/wallet' | 'POST /api/statement';

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
    const parsed: unknown = JSON.parse(readStored(STORAGE_KEYS.seen, tokenArea()) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Only the first page of the statement is kept. */
export function isKept(route: RouteKey, body: unknown): route is KeptRoute {
  if (route === 'GET /api/wallet') return true;
  if (route !== 'POST /api/statement') return false;
  const { page, ...rest } = (body ?? {}) as { page?: number; limit?: number };
  return page === 1 && Object.keys(rest).every((name) => name === 'limit');
}

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
  const next = { ...replies(), [route]: { atMs: serverNow(), data: withoutSecrets(route, data) } };
  loaded = { sessionNo, replies: next };
  writeStored(STORAGE_KEYS.seen, JSON.stringify(next), tokenArea());
  const before = answered.get();
  const routes = before.sessionNo === sessionNo ? before.routes : [];
  if (!routes.includes(route)) answered.set({ sessionNo, routes: [...routes, route] });
}

const SHOWN_DIGITS = 4;

function withoutSecrets(route: KeptRoute, data: unknown): unknown {
  if (route !== 'GET /api/wallet') return data;
  const wallet = data as ResponseBody<'GET /api/wallet'>;
  return {
    ...wallet,
    profile: { ...wallet.profile, bankAccountNo: masked(wallet.profile.bankAccountNo) },
    bankAccount: { ...wallet.bankAccount, bankAccountNo: masked(wallet.bankAccount.bankAccountNo) },
  };
}

function masked(accountNo: string): string {
  const hidden = Math.max(0, accountNo.length - SHOWN_DIGITS);
  return '•'.repeat(hidden) + accountNo.slice(hidden);
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
