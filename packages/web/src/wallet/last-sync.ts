import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { onSessionEnd } from '../lib/session-token.ts';
import { createStore, useStore } from '../lib/store.ts';

function stored(): number | null {
  const value = Number(readStored(STORAGE_KEYS.lastSync) ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : null;
}

const lastSync = createStore<number | null>(stored());

/** Records the time at which the server confirmed the balances (epoch ms); null removes it. */
export function noteLastSync(atMs: number | null): void {
  writeStored(STORAGE_KEYS.lastSync, atMs === null ? null : String(atMs));
  lastSync.set(atMs);
}

export function useLastSync(): number | null {
  return useStore(lastSync);
}

onSessionEnd(() => noteLastSync(null));
