import { useSyncExternalStore } from 'react';

/** `offline`: the device has no network. `unreachable`: it has one, but the server has stopped answering. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** A single call may fail alone; two failures in a row mean the connection is down. */
const MISSES_THAT_TELL = 2;

let misses = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

window.addEventListener('online', () => {
  misses = 0;
  tell();
});
window.addEventListener('offline', tell);

/** Records that the server answered a call, whatever the answer. */
export function noteAnswer(): void {
  if (misses === 0) return;
  misses = 0;
  tell();
}

/** Records that a call got no answer. */
export function noteNoAnswer(): void {
  misses += 1;
  if (misses === MISSES_THAT_TELL) tell();
}

/** Returns the state of the connection as this page knows it. */
export function getConnection(): Connection {
  if (!navigator.onLine) return 'offline';
  return misses >= MISSES_THAT_TELL ? 'unreachable' : 'online';
}

/** True when the player has turned on the browser's data saver. */
export function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Calls a function whenever the connection may have changed. @returns stops that */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the connection from a component. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, getConnection, () => 'online');
}
