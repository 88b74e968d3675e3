import {
  readStored,
  writeStored,
  type Lifetime,
  type StorageArea,
  type StorageKey,
  type StorageKeys,
} from './storage.ts';
import { createStore, useStore } from './store.ts';

function stored(): string | null {
  return readStored('token', 'local') ?? readStored('token', 'session');
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
  if (event.key !== 'token' && event.key !== null) return;
  // The end of that log-in must not bring back the one that this tab had before.
  if (readStored('token', 'local') !== null) clearOwnSession();
  tokenStore.set(stored());
});

/** Returns the bearer token held by this browser, or null. */
export function getToken(): string | null {
  return tokenStore.get();
}

/** Returns the storage area of the token. Data that must not outlive the token is kept there too. */
export function tokenArea(): StorageArea {
  return readStored('token', 'local') === null ? 'session' : 'local';
}

/** Keys whose data lives as long as named. */
type KeysOf<Life extends Lifetime> = {
  [Key in StorageKey]: StorageKeys[Key] extends Life ? Key : never;
}[StorageKey];

/** Data that ends with a session, beside the token itself, by its lifetime. */
export type SessionData = Readonly<
  Record<Exclude<KeysOf<'token'>, 'token'>, 'token'> & Record<KeysOf<'logIn'>, 'logIn'>
>;

let besideToken: readonly StorageKey[] = [];
let ofLogIn: readonly StorageKey[] = [];

/** Sets which data ends with a session. The app calls it once, before anything else. */
export function registerSessionData(data: SessionData): void {
  const keys = Object.keys(data) as (keyof SessionData)[];
  besideToken = keys.filter((key) => data[key] === 'token');
  ofLogIn = keys.filter((key) => data[key] === 'logIn');
}

/** Removes the data kept beside a token. */
function forgetBeside(areas: readonly StorageArea[] = ['local', 'session']): void {
  for (const area of areas) for (const key of besideToken) writeStored(key, null, area);
}

/** Removes the log-in that only this tab had. */
function clearOwnSession(): void {
  forgetBeside(['session']);
  writeStored('token', null, 'session');
}

/** Stores a token: beyond the browser session when `remember`, else for this tab's session only. */
export function saveToken(token: string, remember: boolean): void {
  forgetBeside();
  writeStored('token', remember ? token : null, 'local');
  writeStored('token', remember ? null : token, 'session');
  tokenStore.set(token);
}

/** Removes a login's data: the token, what is kept beside it, and all else that ends with the log-in. */
export function clearStoredSession(): void {
  forgetBeside();
  writeStored('token', null, 'local');
  writeStored('token', null, 'session');
  for (const key of ofLogIn) writeStored(key, null);
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
