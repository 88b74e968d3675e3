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
 * The random id this browser has given itself, for the calls that need it; undefined for all others, and where the
 * API is another site's, which may not let such a header pass.
 */
export function deviceIdFor(route: RouteKey): string | undefined {
  if (!CALLS.has(route) || settings.apiBaseUrl !== '') return undefined;
  const known = readStored(STORAGE_KEYS.deviceId);
  if (known) return known;
  const fresh = newUuid();
  writeStored(STORAGE_KEYS.deviceId, fresh);
  return fresh;
}
