// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newReads, useHasChanged } from './reads.ts';

const INPUT = {};
const gift = (id: string) => ({ id });
const reads = newReads();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={reads}>{children}</QueryClientProvider>
);

afterEach(() => {
  vi.unstubAllGlobals();
  reads.clear();
});

/** Returns whether a list of `shown` counts as changed where the server's first page is `page`. */
async function hasChanged(shown: readonly string[], page: { items: string[]; next: string | null }) {
  const answer = { items: page.items.map(gift), next: page.next };
  const fetched = vi.fn<() => Promise<Response>>(async () => Response.json(answer));
  vi.stubGlobal('fetch', fetched);
  const items = shown.map(gift) as never;
  const { result } = renderHook(
    () => useHasChanged('GET /staff/api/gifts', INPUT, { items, signOf: ({ id }) => id }),
    { wrapper },
  );
  await waitFor(() => expect(reads.isFetching()).toBe(0));
  expect(fetched).toHaveBeenCalledOnce();
  return result.current;
}

describe('a list', () => {
  it.each([
    ['the same rows', ['a', 'b'], { items: ['a', 'b'], next: null }, false],
    ['another first row', ['a', 'b'], { items: ['c', 'a', 'b'], next: null }, true],
    ['a row that has gone from the end', ['a', 'b'], { items: ['a'], next: null }, true],
    ['a new row at the end', ['a'], { items: ['a', 'b'], next: null }, true],
    ['no row any more', ['a'], { items: [], next: null }, true],
    ['more pages than one, of which all are shown', ['a', 'b'], { items: ['a'], next: 'a' }, false],
  ])('with %s: %j beside a first page of %j has changed: %s', async (_what, shown, page, expected) => {
    expect(await hasChanged(shown, page)).toBe(expected);
  });
});
