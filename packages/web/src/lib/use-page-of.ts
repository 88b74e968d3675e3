import { PAGE_SIZE } from '@krapao/contract/limits';
import type { RequestBody, ResponseBody, RouteKey } from '@krapao/contract/routes';
import { useState } from 'react';
import type { CallInput } from './http.ts';
import { useApi } from './use-api.ts';

/** Calls that take the number of a page and how many entries it has, and nothing else. */
type PagedRoute = {
  [Key in RouteKey]: RequestBody<Key> extends PageAsked
    ? keyof RequestBody<Key> extends keyof PageAsked
      ? Key
      : never
    : never;
}[RouteKey];
interface PageAsked {
  page?: number;
  limit?: number;
}

export interface PageOf<Reply> {
  /** Requested page, from 1; the one before may still be shown. */
  page: number;
  turnTo: (page: number) => void;
  reply: Reply | undefined;
  /** The requested page is not loaded yet. */
  isTurning: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** Loads a list in pages of ten. The previous page stays until the next one is loaded. */
export function usePageOf<Key extends PagedRoute>(route: Key): PageOf<ResponseBody<Key>> {
  const [page, setPage] = useState(1);
  const input = { body: { page, limit: PAGE_SIZE } } as CallInput<Key>;
  const { data, error, isLoading, mutate } = useApi(route, input, { keepPreviousData: true });
  return {
    page,
    turnTo: setPage,
    reply: data,
    isTurning: isLoading && data !== undefined,
    error,
    retry: () => mutate(),
  };
}
