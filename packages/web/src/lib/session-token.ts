import { readStored, STORAGE_KEYS, writeStored, type StorageArea } from './storage.ts';
import { createStore, useStore } from './store.ts';

function stored(): string | null {
  return readStored(STORAGE_KEYS.token, 'local') ?? readStored(STORAGE_KEYS.token, 'session');
}

const tokenStore = createStore<string | null>(stored());

/** Counts the sessions held, so that what one member loaded can be told from another's without naming the token. */
let sessionNo = 0;
tokenStore.subscribe(() => {
  sessionNo += 1;
});

// Another tab logging in or out is this tab's business too.
window.addEventListener('storage', (event) => {
  if (event.key === STORAGE_KEYS.token || event.key === null) tokenStore.set(stored());
});

/** The bearer token held by this browser, or null. */
export function getToken(): string | null {
  return tokenStore.get();
}

/** Where the token is kept, and with it everything that must not outlive it. */
export function tokenArea(): StorageArea {
  return readStored(STORAGE_KEYS.token, 'local') === null ? 'session' : 'local';
}

/** Forgets what was kept beside a token. */
function forgetBeside(): void {
  for (const area of ['local', 'session'] as const) {
    writeStored(STORAGE_KEYS.intents, null, area);
    writeStored(STORAGE_KEYS.seen, null, area);
    writeStored(STORAGE_KEYS.news, null, area);
    writeStored(STORAGE_KEYS.reopen, null, area);
  }
}

/** Keeps a token: beyond the browser session when `remember`, else for this tab's session only. */
export function saveToken(token: string, remember: boolean): void {
  forgetBeside();
  writeStored(STORAGE_KEYS.token, remember ? token : null, 'local');
  writeStored(STORAGE_KEYS.token, remember ? null : token, 'session');
  tokenStore.set(token);
}

/**
 * Forgets what belongs to a login: the token, what was seen and asked for under it, the agreement flag, the last sync
 * time, and what was not sent yet.
 */
export function clearStoredSession(): void {
  forgetBeside();
  writeStored(STORAGE_KEYS.token, null, 'local');
  writeStored(STORAGE_KEYS.token, null, 'session');
  writeStored(STORAGE_KEYS.agreement, null);
  writeStored(STORAGE_KEYS.lastSync, null);
  writeStored(STORAGE_KEYS.chatOutbox, null);
  tokenStore.set(null);
}

/** Has a function called whenever a session is over here. */
export function onSessionEnd(listener: () => void): void {
  tokenStore.subscribe(() => {
    if (tokenStore.get() === null) listener();
  });
}

/** A number that changes with every change of the token. */
export function getSessionNo(): number {
  return sessionNo;
}

/** Follows the stored token from a component. */
export function useToken(): string | null {
  return useStore(tokenStore);
}
