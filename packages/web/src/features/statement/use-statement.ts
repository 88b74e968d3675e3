import { PAGE_SIZE } from '@krapao/contract/limits';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { navigate, useSearch } from '../../lib/router.tsx';
import { useApi } from '../../lib/use-api.ts';
import { useWallet } from '../session/use-wallet.ts';
import { useIsLive } from '../session/wallet-pace.ts';
import { readQuery, writeQuery, type StatementFilter } from './filter-query.ts';
import { hasUnsettled, type StatementItem } from './statement-rules.ts';

/** How often a page with movements under way is asked for again. */
const UNSETTLED_POLL_MS = 4_000;

/** Turning several pages quickly loads only the one it stops at. */
const TURN_DELAY_MS = 200;

interface Statement {
  filter: StatementFilter;
  /** What is wanted is in the address: going back brings it back. */
  setFilter: (filter: StatementFilter, options?: { replace: boolean }) => void;
  /** The page that is wanted; what is shown may still be the one before. */
  page: number;
  turnTo: (page: number) => void;
  items: readonly StatementItem[] | undefined;
  total: number | undefined;
  /** The wanted page is not here yet. */
  isTurning: boolean;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** A page of the member's movements, kept fresh: while something is under way, and whenever the balance changes. */
export function useStatement(): Statement {
  const search = useSearch();
  const { filter, page } = useMemo(() => readQuery(search), [search]);
  const wanted = writeQuery({ filter, page });
  const loaded = useSettled(wanted, TURN_DELAY_MS);
  const [pollMs, setPollMs] = useState(0);
  const { filter: loadedFilter, page: loadedPage } = readQuery(loaded);
  const { data, error, isLoading, mutate } = useApi(
    'POST /api/statement',
    { body: { page: loadedPage, limit: PAGE_SIZE, ...loadedFilter } },
    { keepPreviousData: true, refreshInterval: pollMs },
  );
  const wantedPollMs = data && hasUnsettled(data.statements) ? UNSETTLED_POLL_MS : 0;
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

/** Where the server does not tell of changes, the balance does. */
function useReloadOnBalance(mutate: () => Promise<unknown>): void {
  const isLive = useIsLive();
  const wallet = useWallet().userInfo?.wallet;
  const balance = wallet && `${wallet.amountMinor}/${wallet.transitMinor}`;
  const lastBalance = useRef(balance);
  const reload = useEffectEvent(() => (isLive ? undefined : mutate()));
  useEffect(() => {
    const known = lastBalance.current;
    lastBalance.current = balance;
    if (known === undefined || balance === undefined || known === balance) return;
    reload()?.catch((fault: unknown) => console.warn('statement reload failed', fault));
  }, [balance]);
}

/** A value once it has stood still for a while. */
function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
