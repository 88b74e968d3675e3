import type { PagedKey, StaffItem, StaffReply } from '@krapao/contract/staff/client-types';
import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIsHere } from './activity.ts';
import { ApiError } from './api-error.ts';
import { call, type CallArguments, type CallInput } from './call.ts';

/** Calls that only read. */
export type ReadKey = Extract<StaffRouteKey, `GET ${string}`>;

const RETRIES = 1;

/** Returns the store of everything that was read; a person who signs out takes it along. */
export const newReads = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 2_000,
        networkMode: 'always',
        retry: (count, error) => error instanceof ApiError && error.code === 'NO_ANSWER' && count < RETRIES,
        retryDelay: 1_000,
      },
    },
  });

/** The state of one read, for a screen. */
export interface Read<T> {
  data: T | undefined;
  error: Error | null;
  isLoading: boolean;
  /** Time of the shown data. */
  readAtMs: number;
  again: () => Promise<void>;
}

/** Reads a call, and repeats it while a person uses the console. */
export function useRead<Key extends ReadKey>(
  key: Key,
  input: CallInput<Key>,
  { everyMs, isEnabled = true }: { everyMs?: number; isEnabled?: boolean } = {},
): Read<StaffReply<Key>> {
  const isHere = useIsHere();
  const { data, error, isLoading, dataUpdatedAt, refetch } = useQuery({
    queryKey: [key, input],
    queryFn: () => call(key, ...([input] as unknown as CallArguments<Key>)) as Promise<StaffReply<Key>>,
    enabled: isEnabled,
    refetchInterval: everyMs !== undefined && isHere ? everyMs : false,
  });
  const again = useCallback(async () => void (await refetch()), [refetch]);
  return { data, error, isLoading, readAtMs: dataUpdatedAt, again };
}

/** A list that is read page by page. */
export interface Pages<T> extends Read<readonly T[]> {
  hasMore: boolean;
  isLoadingMore: boolean;
  more: () => Promise<void>;
}

interface Page<T> {
  items: readonly T[];
  next: string | null;
}

/** Reads a list, a page at a time by its key. */
export function usePages<Key extends PagedKey & ReadKey>(
  key: Key,
  input: CallInput<Key>,
  { isEnabled = true }: { isEnabled?: boolean } = {},
): Pages<StaffItem<Key>> {
  const pages = useInfiniteQuery({
    queryKey: [key, input, 'pages'],
    queryFn: ({ pageParam }) => readPage(key, input, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<StaffItem<Key>>) => page.next,
    enabled: isEnabled,
  });
  const { refetch, fetchNextPage } = pages;
  return {
    data: pages.data?.pages.flatMap(({ items }) => items),
    error: pages.error,
    isLoading: pages.isLoading,
    readAtMs: pages.dataUpdatedAt,
    again: useCallback(async () => void (await refetch()), [refetch]),
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    more: useCallback(async () => void (await fetchNextPage()), [fetchNextPage]),
  };
}

async function readPage<Key extends PagedKey & ReadKey>(
  key: Key,
  input: CallInput<Key>,
  after: string | null,
): Promise<Page<StaffItem<Key>>> {
  const { query } = input as { query?: Readonly<Record<string, unknown>> };
  const asked = { ...input, query: { ...query, ...(after !== null && { after }) } };
  const answer: unknown = await call(key, ...([asked] as unknown as CallArguments<Key>));
  return answer as Page<StaffItem<Key>>;
}

const PEEK_MS = 15_000;
/** Marks reads that only look whether a shown list has changed. */
export const PEEK = 'peek';

/**
 * Tells whether a list has changed since it was read, so that it can be offered anew: rows do not move under the hand
 * by themselves.
 */
export function useHasChanged<Key extends PagedKey & ReadKey>(
  key: Key,
  input: CallInput<Key>,
  shown: { items: readonly StaffItem<Key>[] | undefined; signOf: (item: StaffItem<Key>) => string },
): boolean {
  const isHere = useIsHere();
  const { data } = useQuery({
    queryKey: [key, input, PEEK],
    queryFn: () => readPage(key, input, null),
    enabled: shown.items !== undefined,
    refetchInterval: isHere ? PEEK_MS : false,
  });
  if (!data || !shown.items) return false;
  // Where the page is the last one, rows may have gone from the end.
  const count = data.next === null ? undefined : data.items.length;
  const signs = (items: readonly StaffItem<Key>[]) => items.slice(0, count).map(shown.signOf).join();
  return signs(shown.items) !== signs(data.items);
}

/** Returns a function that reads everything anew that the console shows: a write may change any of it. */
export function useReadAgain(): () => Promise<void> {
  const reads = useQueryClient();
  return useCallback(() => reads.invalidateQueries(), [reads]);
}
