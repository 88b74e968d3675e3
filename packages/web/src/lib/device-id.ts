import { DEVICE_HEADER, DEVICE_MARK_HEADER } from '@krapao/contract/limits';
import type { RouteKey } from '@krapao/contract/routes';
import { settings } from './settings.ts';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';
import { newUuid } from './uuid.ts';

/** Calls for which the server must know this browser: log-in, one-time codes and registration. */
const CALLS: ReadonlySet<RouteKey> = new Set<RouteKey>([
  'POST /api/login',
  'POST /api/otp/send',
  'POST /api/otp/verify',
  'POST /api/account',
]);

/**
 * Returns the headers that identify this browser. They go with the calls in `CALLS`, and with every call
 * before a log-in once a member has logged in here, so that the server can tell it from strangers. None are
 * sent to an API of another origin, which may reject such headers.
 */
export function deviceHeaders(route: RouteKey, token: string | null): Record<string, string> {
  if (settings.apiBaseUrl !== '') return {};
  const mark = readStored(STORAGE_KEYS.deviceMark);
  if (!CALLS.has(route) && (token !== null || mark === null)) return {};
  return { [DEVICE_HEADER]: deviceId(), ...(mark !== null && { [DEVICE_MARK_HEADER]: mark }) };
}

/** Stores the mark by which the server knows this browser. */
export function keepDeviceMark(mark: string): void {
  writeStored(STORAGE_KEYS.deviceMark, mark);
}

/** Returns this browser's random id; creates it on first use. */
function deviceId(): string {
  const known = readStored(STORAGE_KEYS.deviceId);
  if (known) return known;
  const fresh = newUuid();
  writeStored(STORAGE_KEYS.deviceId, fresh);
  return fresh;
}
