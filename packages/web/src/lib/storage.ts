/**
 * Every key the app keeps in browser storage, in one place: a log-out removes the member's data whether or not
 * the code that stored it is loaded.
 */
export const STORAGE_KEYS = {
  token: 'token',
  agreement: 'agreement',
  lastSync: 'lastSync',
  locale: 'locale',
  inviteCode: 'inviteCode',
  registration: 'registration',
  guestId: 'guestId',
  deviceId: 'deviceId',
  deviceMark: 'deviceMark',
  theme: 'theme',
  favourites: 'favourites',
  spinPromises: 'spinPromises',
  chatOutbox: 'chatOutbox',
  guestChatOutbox: 'guestChatOutbox',
  intents: 'intents',
  seen: 'seen',
  news: 'news',
  wantedPage: 'wantedPage',
  reopen: 'reopen',
} as const;

export type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS];

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
export function readStored(key: string, area: StorageArea = 'local'): string | null {
  try {
    return areaOf(area).getItem(key) ?? memory.get(`${area}:${key}`) ?? null;
  } catch {
    return memory.get(`${area}:${key}`) ?? null;
  }
}

/** Stores a text; null removes it. Never throws. */
export function writeStored(key: string, value: string | null, area: StorageArea = 'local'): void {
  memory.delete(`${area}:${key}`);
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
  } catch {
    if (value !== null) memory.set(`${area}:${key}`, value);
  }
}
