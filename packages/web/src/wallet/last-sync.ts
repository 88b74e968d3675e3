import { readStored, writeStored } from '../lib/storage.ts';
import { onSessionEnd } from '../lib/session-token.ts';
import { createStore, useStore } from '../lib/store.ts';

declare module '../lib/storage.ts' {
  interface StorageKeys {
    lastSync: 'logIn';
  }
}

function stored(): number | null {
  const value = Number(readStored('lastSync') ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : null;
}

const lastSync = createStore<number | null>(stored());

/** Records the time at which the server confirmed the balances (epoch ms); null removes it. */
export function noteLastSync(atMs: number | null): void {
  writeStored('lastSync', atMs === null ? null : String(atMs));
  lastSync.set(atMs);
}

export function useLastSync(): number | null {
  return useStore(lastSync);
}

onSessionEnd(() => noteLastSync(null));
