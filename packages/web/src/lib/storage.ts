/**
 * How long stored data lives: on the device; until the log-out; or beside the token, in the token's area, until
 * another log-in or the log-out.
 */
export type Lifetime = 'device' | 'logIn' | 'token';

/**
 * Every key the app keeps in browser storage. Who stores something adds its key. A log-out removes the data
 * whether or not the code that stored it is loaded (`app/stored-data.ts`).
 */
export interface StorageKeys {
  token: 'token';
  intents: 'token';
  seen: 'token';
  locale: 'device';
  theme: 'device';
  deviceId: 'device';
  deviceMark: 'device';
  /** Members' page that was requested without a session. */
  wantedPage: 'device';
}

export type StorageKey = keyof StorageKeys;

/**
 * Used when the browser refuses storage (private windows, blocked cookies): the app then forgets on reload.
 */
const memory = new Map<string, string>();

export type StorageArea = 'local' | 'session';

function areaOf(area: StorageArea): Storage {
  return area === 'local' ? window.localStorage : window.sessionStorage;
}

/** True when the browser keeps storage for this page; in a frame of another site it may refuse. */
export function isStorageKept(): boolean {
  try {
    const probe = 'probe';
    window.localStorage.setItem(probe, probe);
    window.localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/** Reads a stored text; null when there is none. Never throws. */
export function readStored(key: StorageKey, area: StorageArea = 'local'): string | null {
  try {
    return areaOf(area).getItem(key) ?? memory.get(`${area}:${key}`) ?? null;
  } catch {
    return memory.get(`${area}:${key}`) ?? null;
  }
}

/** Stores a text; null removes it. Never throws. */
export function writeStored(key: StorageKey, value: string | null, area: StorageArea = 'local'): void {
  memory.delete(`${area}:${key}`);
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
  } catch {
    if (value !== null) memory.set(`${area}:${key}`, value);
  }
}
