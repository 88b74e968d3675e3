import type { ResponseBody } from '@krapao/contract/routes';
import { serverNow } from '../lib/clock.ts';
import { call } from '../lib/http.ts';
import { getToken, useToken } from '../lib/session-token.ts';
import { useApi, useReload } from '../lib/use-api.ts';
import { noteLastSync, useLastSync } from './last-sync.ts';
import { nextPollMs, noteFigures, noteStir } from './wallet-pace.ts';
import { toUserInfo, type UserInfo } from './wallet-state.ts';

interface WalletHandle {
  /** Undefined until loaded. */
  userInfo: UserInfo | undefined;
  isLoading: boolean;
  /** Set when the last load failed; `userInfo` may still hold older data. */
  error: unknown;
  /** Takes over the number of coins from another call's reply. */
  noteCoins: (coin: number) => void;
  /** Reloads the balances; never rejects. */
  reload: () => Promise<void>;
  /**
   * Asks every game provider for its balance, then reloads all balances; never rejects, faults are logged.
   */
  refresh: () => Promise<void>;
}

type Reply = ResponseBody<'GET /api/wallet'>;

const workedOut = new WeakMap<Reply, UserInfo>();

/** Converts a reply once for all users; the result stays the same while only its time changes. */
function userInfoOf(reply: Reply, timesync: number | null): UserInfo {
  const known = workedOut.get(reply);
  if (known?.timesync === timesync) return known;
  const userInfo = known ? { ...known, timesync } : toUserInfo(reply, timesync);
  workedOut.set(reply, userInfo);
  return userInfo;
}

/** Returns a function that reloads the balances and never rejects, for components that show none of them. */
export function useWalletReload(): () => Promise<void> {
  const reload = useReload();
  return () => {
    noteStir();
    return reload('GET /api/wallet');
  };
}

/** Loads the member's money and keeps it fresh while the page is visible. All users share one request. */
export function useWallet(): WalletHandle {
  const hasToken = useToken() !== null;
  const timesync = useLastSync();
  const { data, error, isLoading, mutate } = useApi(hasToken ? 'GET /api/wallet' : null, undefined, {
    // Money may arrive at any time (a QR paid, a withdrawal refused); without pushes the server is polled.
    refreshInterval: nextPollMs,
    dedupingInterval: 1_000,
    onSuccess: (reply) => {
      noteLastSync(serverNow());
      noteFigures(reply);
    },
  });
  const userInfo = data && userInfoOf(data, timesync);

  const reload = async () => {
    noteStir();
    await mutate();
  };
  const refresh = async () => {
    // The function may still be called on a page that is leaving for the login page.
    if (getToken() === null) return;
    try {
      await call('GET /api/wallet/refresh/slot');
    } catch (fault) {
      console.error('balance refresh failed', fault);
    }
    await reload();
  };
  const noteCoins = (coin: number) =>
    void mutate((old) => old && { ...old, profile: { ...old.profile, coin } }, { revalidate: false });
  return { userInfo, isLoading, error, noteCoins, reload, refresh };
}
