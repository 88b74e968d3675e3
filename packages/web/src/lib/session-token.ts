import { readStored, STORAGE_KEYS, writeStored, type StorageArea } from './storage.ts';
import { createStore, useStore } from './store.ts';

function stored(): string | null {
  return readStored(STORAGE_KEYS.token, 'local') ?? readStored(STORAGE_KEYS.token, 'session');
}

const tokenStore = createStore<string | null>(stored());

/** Number of the current session: tells members' loaded data apart without naming the token. */
let sessionNo = 0;
tokenStore.subscribe(() => {
  sessionNo += 1;
});

/** Calls a function after each start or end of a session, in this tab or in another. @returns stops that */
export const onSessionChange = (listener: () => void): (() => void) => tokenStore.subscribe(listener);

// A log-in or log-out in another tab applies to this tab too.
window.addEventListener('storage', (event) => {
  if (event.key !== STORAGE_KEYS.token && event.key !== null) return;
  // The end of that log-in must not bring back the one that this tab had before.
  if (readStored(STORAGE_KEYS.token, 'local') !== null) clearOwnSession();
  tokenStore.set(stored());
});

/** Returns the bearer token held by this browser, or null. */
export function getToken(): string | null {
  return tokenStore.get();
}

/** Returns the storage area of the token. Data that must not outlive the token is kept there too. */
export function tokenArea(): StorageArea {
  return readStored(STORAGE_KEYS.token, 'local') === null ? 'session' : 'local';
}

/** Removes the data kept beside a token. */
function forgetBeside(areas: readonly StorageArea[] = ['local', 'session']): void {
  for (const area of areas) {
    writeStored(STORAGE_KEYS.intents, null, area);
    writeStored(STORAGE_KEYS.seen, null, area);
    writeStored(STORAGE_KEYS.news, null, area);
    writeStored(STORAGE_KEYS.reopen, null, area);
  }
}

/** Removes the log-in that only this tab had. */
function clearOwnSession(): void {
  forgetBeside(['session']);
  writeStored(STORAGE_KEYS.token, null, 'session');
}

/** Stores a token: beyond the browser session when `remember`, else for this tab's session only. */
export function saveToken(token: string, remember: boolean): void {
  forgetBeside();
  writeStored(STORAGE_KEYS.token, remember ? token : null, 'local');
  writeStored(STORAGE_KEYS.token, remember ? null : token, 'session');
  tokenStore.set(token);
}

/**
 * Removes a login's data: the token, the replies and intents kept beside it, the agreement flag, the last
 * sync time, and unsent chat messages.
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

/** Calls a function whenever a session ends here. */
export function onSessionEnd(listener: () => void): void {
  tokenStore.subscribe(() => {
    if (tokenStore.get() === null) listener();
  });
}

/** Returns a number that changes with every change of the token. */
export function getSessionNo(): number {
  return sessionNo;
}

/** Follows the stored token from a component. */
export function useToken(): string | null {
  return useStore(tokenStore);
}
