import { PAGE_SIZE } from '@krapao/contract/limits';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { navigate, useSearch } from '../../lib/router.tsx';
import { useApi } from '../../lib/use-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { useIsLive } from '../../wallet/wallet-pace.ts';
import { readQuery, writeQuery, type StatementFilter } from './filter-query.ts';
import { hasPending, type StatementItem } from './statement-rules.ts';

/** Polling interval of a page with movements in progress. */
const PENDING_POLL_MS = 4_000;

/** Turning several pages quickly loads only the last one. */
const TURN_DELAY_MS = 200;

interface Statement {
  filter: StatementFilter;
  /** The filter is in the address: going back restores it. */
  setFilter: (filter: StatementFilter, options?: { replace: boolean }) => void;
  /** Requested page; the one before may still be shown. */
  page: number;
  turnTo: (page: number) => void;
  items: readonly StatementItem[] | undefined;
  total: number | undefined;
  /** The requested page is not loaded yet. */
  isTurning: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
}

/**
 * Loads a page of the member's movements and keeps it fresh: while one is in progress, and whenever the
 * balance changes.
 */
export function useStatement(): Statement {
  const search = useSearch();
  const { filter, page } = useMemo(() => readQuery(search), [search]);
  const wanted = writeQuery({ filter, page });
  const loaded = useDebounced(wanted, TURN_DELAY_MS);
  const [pollMs, setPollMs] = useState(0);
  const { filter: loadedFilter, page: loadedPage } = readQuery(loaded);
  const { data, error, isLoading, mutate } = useApi(
    'POST /api/statement',
    { body: { page: loadedPage, limit: PAGE_SIZE, ...loadedFilter } },
    { keepPreviousData: true, refreshInterval: pollMs },
  );
  const wantedPollMs = data && hasPending(data.statements) ? PENDING_POLL_MS : 0;
  if (wantedPollMs !== pollMs) setPollMs(wantedPollMs);
  useReloadOnBalance(mutate);

  const go = (query: string, replace = false) =>
    navigate(window.location.pathname + query, { replace, state: window.history.state as unknown });
  return {
    filter,
    setFilter: (next, options) => go(writeQuery({ filter: next, page: 1 }), options?.replace),
    page,
    turnTo: (next) => go(writeQuery({ filter, page: next })),
    items: data?.statements,
    total: data?.total,
    isTurning: wanted !== loaded || (isLoading && data !== undefined),
    error,
    retry: () => mutate(),
  };
}

/** Reloads on a changed balance where the server pushes no changes. */
function useReloadOnBalance(mutate: () => Promise<unknown>): void {
  const isLive = useIsLive();
  const wallet = useWallet().userInfo?.wallet;
  const balance = wallet && `${wallet.amountMinor}/${wallet.transitMinor}`;
  const lastBalance = useRef(balance);
  const reload = useEffectEvent(() => {
    if (!isLive) void mutate();
  });
  useEffect(() => {
    const known = lastBalance.current;
    lastBalance.current = balance;
    if (known === undefined || balance === undefined || known === balance) return;
    reload();
  }, [balance]);
}

/** Returns a value once it has not changed for a while. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
