import { DEVICE_HEADER, DEVICE_MARK_HEADER } from '@krapao/contract/limits';
import { settings } from './settings.ts';
import { readStored, writeStored } from './storage.ts';
import { newUuid } from './uuid.ts';

/**
 * Returns the headers that identify this browser. They go with the calls that need them, and with every call
 * before a log-in once a member has logged in here, so that the server can tell it from strangers. None are
 * sent to an API of another origin, which may reject such headers.
 */
export function deviceHeaders(isNeeded: boolean, token: string | null): Record<string, string> {
  if (settings.apiBaseUrl !== '') return {};
  const mark = readStored('deviceMark');
  if (!isNeeded && (token !== null || mark === null)) return {};
  return { [DEVICE_HEADER]: deviceId(), ...(mark !== null && { [DEVICE_MARK_HEADER]: mark }) };
}

/** Stores the mark by which the server knows this browser. */
export function keepDeviceMark(mark: string): void {
  writeStored('deviceMark', mark);
}

/** Returns this browser's random id; creates it on first use. */
function deviceId(): string {
  const known = readStored('deviceId');
  if (known) return known;
  const fresh = newUuid();
  writeStored('deviceId', fresh);
  return fresh;
}
