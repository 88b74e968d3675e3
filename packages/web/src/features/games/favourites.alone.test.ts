import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { favouritesFirst, toggleFavourite, useFavourites } from './favourites.ts';

/** Simulates a value stored by another tab or another version of the app. */
function storedElsewhere(text: string | null): void {
  if (text === null) localStorage.removeItem('favourites');
  else localStorage.setItem('favourites', text);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'favourites' })));
}

const favouritesOf = (memberId: string | undefined) => renderHook(() => useFavourites(memberId)).result;

beforeEach(() => storedElsewhere(null));

describe('favourites', () => {
  it('belong to one member of this device, and are kept', () => {
    const [mine, theirs] = [favouritesOf('me'), favouritesOf('them')];
    act(() => toggleFavourite('me', 'PG'));
    act(() => toggleFavourite('me', 'JOKER'));
    act(() => toggleFavourite('them', 'IMI'));
    expect(mine.current).toEqual(['PG', 'JOKER']);
    expect(theirs.current).toEqual(['IMI']);
    expect(JSON.parse(localStorage.getItem('favourites') ?? '')).toEqual({
      me: ['PG', 'JOKER'],
      them: ['IMI'],
    });
    act(() => toggleFavourite('me', 'PG'));
    expect(mine.current).toEqual(['JOKER']);
  });

  it('are there again when the app is loaded again', async () => {
    localStorage.setItem('favourites', '{"me":["PG"]}');
    vi.resetModules();
    const again = await import('./favourites.ts');
    expect(renderHook(() => again.useFavourites('me')).result.current).toEqual(['PG']);
  });

  it('follow another tab, and do not overwrite what it has just kept', () => {
    const mine = favouritesOf('me');
    storedElsewhere('{"me":["A"]}');
    expect(mine.current).toEqual(['A']);
    localStorage.setItem('favourites', '{"me":["A","B"]}');
    act(() => toggleFavourite('me', 'C'));
    expect(mine.current).toEqual(['A', 'B', 'C']);
  });

  it.each(['', 'no json', 'null', '[]', '{"me":"PG"}', '{"me":[1,null]}', '{"other":["PG"]}'])(
    'are none when %j is stored',
    (text) => {
      storedElsewhere(text);
      expect(favouritesOf('me').current).toEqual([]);
      expect(favouritesOf('toString').current).toEqual([]);
      expect(favouritesOf(undefined).current).toEqual([]);
    },
  );

  it('come first, and nothing else changes its place', () => {
    const accounts = ['A', 'B', 'C', 'D'].map((code) => ({ code }));
    const order = (favourites: string[]) =>
      favouritesFirst(accounts, favourites)
        .map(({ code }) => code)
        .join('');
    expect(order([])).toBe('ABCD');
    expect(order(['D', 'B', 'GONE'])).toBe('BDAC');
  });
});
