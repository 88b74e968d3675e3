import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** With no more accounts than this they are all in sight: there is nothing to search, and no need for favourites. */
export const EASILY_SEEN = 8;

/** Codes of favourite games by member, as this device keeps them. */
type Kept = Readonly<Record<string, readonly string[]>>;

const NONE: readonly string[] = [];

const kept = createStore<Kept>(readKept());

// Another tab's change is this one's too.
window.addEventListener('storage', (event) => {
  if (event.key === STORAGE_KEYS.favourites || event.key === null) kept.set(readKept());
});

/** What is stored may be anything: another version of the app, or a curious player, wrote it. */
function readKept(): Kept {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEYS.favourites) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).map(([member, codes]) => [member, textsOf(codes)]));
  } catch {
    return {};
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** The member's favourite games on this device, by code. */
export function useFavourites(memberId: string | undefined): readonly string[] {
  const all = useStore(kept);
  return memberId !== undefined && Object.hasOwn(all, memberId) ? (all[memberId] ?? NONE) : NONE;
}

/** Makes a game a favourite of a member on this device, or no longer one. */
export function toggleFavourite(memberId: string, code: string): void {
  const all = readKept();
  const before = Object.hasOwn(all, memberId) ? (all[memberId] ?? NONE) : NONE;
  const after = before.includes(code) ? before.filter((one) => one !== code) : [...before, code];
  const next = { ...all, [memberId]: after };
  writeStored(STORAGE_KEYS.favourites, JSON.stringify(next));
  kept.set(next);
}

/** The accounts with the favourites in front, otherwise in the order they come in. */
export function favouritesFirst<Account extends { code: string }>(
  accounts: readonly Account[],
  favourites: readonly string[],
): readonly Account[] {
  const isFavourite = ({ code }: Account) => favourites.includes(code);
  return [...accounts.filter(isFavourite), ...accounts.filter((account) => !isFavourite(account))];
}
