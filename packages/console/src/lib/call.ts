import type { StaffReply, StaffSent, WaitingKey } from '@krapao/contract/staff/client-types';
import { STAFF_ERROR_STATUS, type StaffErrorCode } from '@krapao/contract/staff/errors';
import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { ApiError } from './api-error.ts';

const TIMEOUT_MS = 30_000;

/** The action waits for a second person (status 202). */
export class Waiting {
  readonly approvalId: string;

  constructor(approvalId: string) {
    this.approvalId = approvalId;
  }
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** Input of a call, as the contract describes it. */
export type CallInput<Key extends StaffRouteKey> = Part<'params', StaffSent<Key, 'params'>> &
  Part<'query', StaffSent<Key, 'query'>> &
  Part<'body', StaffSent<Key, 'body'>>;

export type CallArguments<Key extends StaffRouteKey> =
  Record<never, never> extends CallInput<Key> ? [input?: CallInput<Key>] : [input: CallInput<Key>];

/** Answer of a call: its reply, or `Waiting` where a second person must approve. */
export type Answer<Key extends StaffRouteKey> = StaffReply<Key> | (Key extends WaitingKey ? Waiting : never);

/** Untyped input of any call. */
interface LooseInput {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

interface Handlers {
  /** The session is over. */
  onSignedOut(): void;
  /** A second factor has to be set up first. */
  onFactorRequired(): void;
}

let handlers: Handlers = { onSignedOut: () => undefined, onFactorRequired: () => undefined };

/** Sets the handlers for a session that is over. The app calls it once. */
export function setCallHandlers(next: Handlers): void {
  handlers = next;
}

/**
 * Makes a staff call.
 * @throws ApiError with the server's code, or with `NO_ANSWER`
 */
export async function call<Key extends StaffRouteKey>(
  key: Key,
  ...[input]: CallArguments<Key>
): Promise<Answer<Key>> {
  const { params, query, body }: LooseInput = input ?? {};
  const [method = '', path = ''] = key.split(' ');
  const { status, payload } = await exchange(fillPath(path, params ?? {}) + queryText(query ?? {}), {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (status >= 400) throw failureOf(payload);
  if (typeof payload !== 'object' || payload === null) throw new ApiError('UNREADABLE');
  if (status === 202) return new Waiting(textOf(payload, 'approvalId')) as Answer<Key>;
  return payload as Answer<Key>;
}

async function exchange(url: string, init: RequestInit): Promise<{ status: number; payload: unknown }> {
  try {
    const reply = await fetch(url, {
      ...init,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: reply.status, payload: readJson(await reply.text()) };
  } catch {
    throw new ApiError('NO_ANSWER');
  }
}

function failureOf(payload: unknown): ApiError {
  const code = textOf(payload, 'message');
  if (!Object.hasOwn(STAFF_ERROR_STATUS, code)) return new ApiError('UNREADABLE');
  if (code === 'UNAUTHORIZED') handlers.onSignedOut();
  if (code === 'SECOND_FACTOR_REQUIRED') handlers.onFactorRequired();
  return new ApiError(code as StaffErrorCode, textOf(payload, 'requestId'));
}

const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function queryText(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(payload: unknown, name: string): string {
  if (typeof payload !== 'object' || payload === null) return '';
  const value = (payload as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
