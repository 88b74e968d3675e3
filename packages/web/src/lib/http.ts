import {
  IDEMPOTENCY_HEADER,
  REQUESTED_WITH_HEADER,
  REQUESTED_WITH_VALUE,
  REQUEST_TIMEOUT_MS,
} from '@krapao/contract/limits';
import type { RequestBody, RequestParams, ResponseBody, RouteKey } from '@krapao/contract/routes';
import { ApiError, CONNECTION_ERROR } from './api-error.ts';
import { noteServerDate } from './clock.ts';
import { noteAnswer, noteNoAnswer } from './connection.ts';
import { deviceHeaders } from './device-id.ts';
import { codeText, getLocale, hasWords, loadWords } from './i18n/i18n.ts';
import { LANGUAGE_TAG } from './i18n/locale.ts';
import { isInvalidSession } from './invalid-session.ts';
import { getToken } from './session-token.ts';
import { settings } from './settings.ts';

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : { [Key in Name]: Value };

export interface CallOptions {
  /** Idempotency key, one per intent of the player, so that a retry never repeats the action. */
  idempotencyKey?: string | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The server must know this browser: log-in, one-time codes and registration. */
  namesBrowser?: boolean | undefined;
  /** A refusal speaks of the credentials in this call, and not of the stored session. */
  hasCredentials?: boolean | undefined;
}

/** Input of a call: path parameters and body as in the contract, and transport options. */
export type CallInput<Key extends RouteKey> = Part<'params', RequestParams<Key>> &
  Part<'body', RequestBody<Key>> &
  CallOptions;

/** Untyped input of any call. */
export interface LooseInput extends CallOptions {
  params?: unknown;
  body?: unknown;
}

export type CallArguments<Key extends RouteKey> =
  Record<never, never> extends CallInput<Key> ? [input?: CallInput<Key>] : [input: CallInput<Key>];

/** Reply whose text has been read. */
export interface Reply {
  status: number;
  payload: unknown;
  /** Value of the `Retry-After` header. */
  retryAfter: string | null;
}

interface Handlers {
  /** Called when the server answers that the site is gone. */
  onGone(): void;
  /** Called when the stored session is no longer valid. */
  onInvalidSession(error: ApiError): void;
  /**
   * Called when the server asks for something before it makes the call.
   * @returns the body of the reply to the repeated call
   * @throws ApiError
   */
  onAsked(route: RouteKey, input: LooseInput, reply: Reply): Promise<unknown>;
}

let handlers: Handlers | null = null;

/** Sets the handlers for a gone site and a refused session. The app calls it once. */
export function setHttpHandlers(next: Handlers): void {
  handlers = next;
}

/**
 * Calls the API and resolves with the reply's body.
 * @throws ApiError with the server's code, or with `CONNECTION_ERROR` when no answer came in time.
 */
export async function call<Key extends RouteKey>(
  route: Key,
  ...[input]: CallArguments<Key>
): Promise<ResponseBody<Key>> {
  return (await send(route, input ?? {})) as ResponseBody<Key>;
}

/** Codes with which the server asks for something end so: the call itself has done nothing yet. */
const ASKS = /_REQUIRED$/;

async function send(route: RouteKey, input: LooseInput): Promise<unknown> {
  const { params, body, ...options } = input;
  const separator = route.indexOf(' ');
  const method = route.slice(0, separator);
  const path = fillPath(route.slice(separator + 1), (params ?? {}) as Record<string, string>);
  const token = getToken();
  const init: RequestInit = {
    method,
    headers: {
      ...headersOf(token, options),
      ...deviceHeaders(options.namesBrowser ?? false, token),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
  };
  const early = token === null ? undefined : takeEarly(route, token);
  const reply = await exchange(settings.apiBaseUrl + path, options, init, early);
  if (handlers && ASKS.test(messageOf(reply.payload))) return handlers.onAsked(route, input, reply);
  // Loads the texts of error codes before the error reaches the screen.
  if (reply.status >= 400 && !hasWords('member')) await loadWords('member').catch(() => undefined);
  return bodyOrError(token, reply, !options.hasCredentials);
}

/**
 * Returns the body of a reply or throws its error, whichever transport carried it. Calls the handlers when
 * the site is gone or the session is over. `sentToken` is the token sent with the request; `isOfSession` is
 * false where a refusal says nothing of the stored session.
 * @throws ApiError
 */
export function bodyOrError(sentToken: string | null, reply: Reply, isOfSession = true): unknown {
  const { status, payload } = reply;
  const message = messageOf(payload);
  if (message === 'gone') {
    handlers?.onGone();
    const gone = new ApiError('gone', status);
    gone.isSeenTo = true;
    throw gone;
  }
  if (status >= 200 && status < 300) return payload;
  const error = new ApiError(message, status, requestIdOf(payload));
  error.retryAfterSeconds = secondsOf(reply.retryAfter);
  if (isOfSession && isInvalidSession(status, message, codeText)) {
    // No message is shown: either the handler below ends the session, or the token has been replaced since.
    error.isSeenTo = true;
    // A reply to a request without a token, or with an older one, does not end the current session.
    if (sentToken !== null && sentToken === getToken()) handlers?.onInvalidSession(error);
  }
  throw error;
}

/** Older early answers are discarded, and the call is sent again. */
const EARLY_FOR_MS = 10_000;

/** Takes the answer that the page requested before the app was loaded. Works once. */
function takeEarly(route: RouteKey, token: string): EarlyReply | undefined {
  const { early } = window;
  if (early?.route !== route) return undefined;
  window.early = undefined;
  return early.token === token && Date.now() - early.atMs < EARLY_FOR_MS ? early : undefined;
}

/** Sends a request and reads the whole reply within the time limit. */
async function exchange(
  url: string,
  options: CallOptions,
  init: RequestInit,
  early?: EarlyReply,
): Promise<Reply> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const sentAtMs = early?.atMs ?? Date.now();
  try {
    const reply = await (early?.reply ?? fetch(url, { ...init, signal }));
    noteServerDate(reply.headers.get('date'), sentAtMs, Date.now());
    noteAnswer();
    const retryAfter = reply.headers.get('retry-after');
    return { status: reply.status, payload: readPayload(await reply.text()), retryAfter };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteNoAnswer();
    throw new ApiError(CONNECTION_ERROR, 0);
  }
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Returns the headers of every request of this app. */
export function headersOf(token: string | null, options: CallOptions): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': LANGUAGE_TAG[getLocale()],
    [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(options.idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: options.idempotencyKey }),
  };
}

/** Parses a reply's body as JSON; returns its text when it is not JSON. */
export function readPayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function messageOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'message' in payload) {
    return typeof payload.message === 'string' ? payload.message : '';
  }
  // A short plain text may be a message; a page of HTML from a proxy is not one.
  return typeof payload === 'string' && payload.length <= 200 && !payload.includes('<') ? payload.trim() : '';
}

/** Only seconds are understood, not dates. */
function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

function requestIdOf(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('requestId' in payload)) return undefined;
  return typeof payload.requestId === 'string' ? payload.requestId : undefined;
}
