import { useSyncExternalStore } from 'react';

/** `offline`: the device has no network. `unreachable`: it has one, but the server has stopped answering. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** One call may be lost by itself; the second in a row is the connection. */
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

/** The server has answered a call, whatever it said. */
export function noteAnswer(): void {
  if (misses === 0) return;
  misses = 0;
  tell();
}

/** A call got no answer. */
export function noteNoAnswer(): void {
  misses += 1;
  if (misses === MISSES_THAT_TELL) tell();
}

/** How the connection is, as far as this page knows. */
export function getConnection(): Connection {
  if (!navigator.onLine) return 'offline';
  return misses >= MISSES_THAT_TELL ? 'unreachable' : 'online';
}

/** Whether the browser has been asked to load little. */
export function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Has a function called whenever the connection may have changed. @returns the way to stop that */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the connection from a component. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, getConnection, () => 'online');
}
