import { readStored, writeStored } from '../../lib/storage.ts';
import { createStore, useStore } from '../../lib/store.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    favourites: 'device';
  }
}

/** Up to this many accounts fit on the screen, so search and favourites are not offered. */
export const EASILY_SEEN = 8;

/** Codes of favourite games by member, stored on this device. */
type Kept = Readonly<Record<string, readonly string[]>>;

const NONE: readonly string[] = [];

const kept = createStore<Kept>(readKept());

// Applies another tab's change.
window.addEventListener('storage', (event) => {
  if (event.key === 'favourites' || event.key === null) kept.set(readKept());
});

/** The stored value may be anything: another version of the app, or a curious player, may have written it. */
function readKept(): Kept {
  try {
    const stored: unknown = JSON.parse(readStored('favourites') ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).map(([member, codes]) => [member, textsOf(codes)]));
  } catch {
    return {};
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns the codes of the member's favourite games on this device. */
export function useFavourites(memberId: string | undefined): readonly string[] {
  const all = useStore(kept);
  return memberId !== undefined && Object.hasOwn(all, memberId) ? (all[memberId] ?? NONE) : NONE;
}

/** Adds a game to a member's favourites on this device, or removes it. */
export function toggleFavourite(memberId: string, code: string): void {
  const all = readKept();
  const before = Object.hasOwn(all, memberId) ? (all[memberId] ?? NONE) : NONE;
  const after = before.includes(code) ? before.filter((one) => one !== code) : [...before, code];
  const next = { ...all, [memberId]: after };
  writeStored('favourites', JSON.stringify(next));
  kept.set(next);
}

/** Returns the accounts with the favourites first, otherwise in their order. */
export function favouritesFirst<Account extends { code: string }>(
  accounts: readonly Account[],
  favourites: readonly string[],
): readonly Account[] {
  const isFavourite = ({ code }: Account) => favourites.includes(code);
  return [...accounts.filter(isFavourite), ...accounts.filter((account) => !isFavourite(account))];
}
