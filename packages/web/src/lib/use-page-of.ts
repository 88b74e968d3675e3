import { PAGE_SIZE } from '@krapao/contract/limits';
import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import { useState } from 'react';
import type { CallInput } from './http.ts';
import { useApi } from './use-api.ts';

/** Calls that answer a list in pages. */
type PagedRoute = 'POST /api/invite' | 'POST /api/refund';

export interface PageOf<Reply> {
  /** The page that is wanted, from 1; what is shown may still be the one before. */
  page: number;
  turnTo: (page: number) => void;
  reply: Reply | undefined;
  /** The wanted page is not here yet. */
  isTurning: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** A list in pages of ten. The page before stays until the next one is here. */
export function usePageOf<Key extends RouteKey & PagedRoute>(route: Key): PageOf<ResponseBody<Key>> {
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
