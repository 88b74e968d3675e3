import { useEffect } from 'react';
import { openModal } from '../../lib/modal-store.ts';
import { useStaleSince } from '../../wallet/stale-mark.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';

/**
 * Opens the reality check once the server says that one is due. The server counts the time: a reload, a second tab and
 * a phone that slept change nothing.
 */
export function useRealityCheck(): void {
  const { userInfo } = useWallet();
  const isStale = useStaleSince('GET /api/wallet') !== undefined;
  const isDue = userInfo?.standing?.isCheckDue === true && !isStale;
  const { timesync } = userInfo ?? {};
  useEffect(() => {
    if (isDue) void openModal('reality-check');
    // One that could not be loaded and was closed comes back with the next figures.
  }, [isDue, timesync]);
}
