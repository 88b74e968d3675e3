import { DEVICE_HEADER, DEVICE_MARK_HEADER } from '@krapao/contract/limits';
import type { RouteKey } from '@krapao/contract/routes';
import { settings } from './settings.ts';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';
import { newUuid } from './uuid.ts';

/** The calls that are about this browser being the one the player has used before, or typed a code in. */
const CALLS: ReadonlySet<RouteKey> = new Set<RouteKey>([
  'POST /api/login',
  'POST /api/otp/send',
  'POST /api/otp/verify',
  'POST /api/account',
]);

/**
 * The headers that say which browser this is: on the calls that need it, and on whatever else is sent before a log-in
 * once a member has logged in here, so that the server tells it from strangers. None where the API is another site's,
 * which may not let such headers pass.
 */
export function deviceHeaders(route: RouteKey, token: string | null): Record<string, string> {
  if (settings.apiBaseUrl !== '') return {};
  const mark = readStored(STORAGE_KEYS.deviceMark);
  if (!CALLS.has(route) && (token !== null || mark === null)) return {};
  return { [DEVICE_HEADER]: deviceId(), ...(mark !== null && { [DEVICE_MARK_HEADER]: mark }) };
}

/** Keeps what the server knows this browser by. */
export function keepDeviceMark(mark: string): void {
  writeStored(STORAGE_KEYS.deviceMark, mark);
}

/** The random id this browser has given itself. */
function deviceId(): string {
  const known = readStored(STORAGE_KEYS.deviceId);
  if (known) return known;
  const fresh = newUuid();
  writeStored(STORAGE_KEYS.deviceId, fresh);
  return fresh;
}
