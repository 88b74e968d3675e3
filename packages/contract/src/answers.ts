import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import type { RouteSpec } from './route.ts';

/** What any call may answer: what was sent is missing or wrong, too many calls, a fault of ours, the database away. */
const ANY_CALL = [
  'KEY_MISSING',
  'KEY_INVALID',
  'REQUEST_LIMIT',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies ErrorCode[];

/** What a call may answer besides that looks at a bearer token: the token, or its member, is let in no more. */
const WITH_TOKEN = [
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
  'INACTIVE_USER',
] as const satisfies ErrorCode[];

/** Every catalogue code that a call may fail with: its own, and those of all calls of its kind. */
export function errorsOf(spec: RouteSpec): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...spec.errors,
      ...ANY_CALL,
      ...(spec.access === 'public' ? [] : WITH_TOKEN),
      ...(spec.closes ? (['gone'] as const) : []),
    ]),
  ];
}

/** Refusals of a body before it is read: too large, or of a type that the call does not take. */
const BODY_STATUSES = [413, 415] as const;

/** The codes that a call may fail with, by the HTTP status that carries them; statuses in order. */
export function failuresOf(spec: RouteSpec): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  const add = (status: number, code: ErrorCode): void => {
    const codes = byStatus.get(status) ?? [];
    if (!codes.includes(code)) byStatus.set(status, [...codes, code]);
  };
  for (const code of errorsOf(spec)) add(ERROR_STATUS[code], code);
  if (spec.method !== 'GET') for (const status of BODY_STATUSES) add(status, 'KEY_INVALID');
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}
