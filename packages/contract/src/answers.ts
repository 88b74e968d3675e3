import { ERROR_STATUS, STOPS, type ErrorCode } from './errors.ts';
import type { RouteSpec } from './route.ts';

/**
 * Errors any call may answer: missing or invalid input, too many calls, an internal fault, database
 * unavailable.
 */
const ANY_CALL = [
  'KEY_MISSING',
  'KEY_INVALID',
  'REQUEST_LIMIT',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies ErrorCode[];

/** Extra errors of a call that reads a bearer token: the token or its member is no longer accepted. */
const WITH_TOKEN = [
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
  'INACTIVE_USER',
] as const satisfies ErrorCode[];

/** Returns every catalogue code a call may fail with: its own and those common to calls of its kind. */
export function errorsOf(spec: RouteSpec): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...spec.errors,
      ...ANY_CALL,
      ...(spec.access === 'public' ? [] : WITH_TOKEN),
      ...(spec.closes ? (['gone'] as const) : []),
      ...(spec.closes && spec.access === 'member' ? STOPS : []),
    ]),
  ];
}

/** Refusals before the body is read: too large, or a content type the call does not accept. */
const BODY_STATUSES = [413, 415] as const;

/** Returns the codes a call may fail with, grouped by HTTP status in ascending order. */
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
