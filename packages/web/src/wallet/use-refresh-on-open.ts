import { useEffect, useEffectEvent } from 'react';
import { useWallet } from './use-wallet.ts';

/** Asks every game for its balance when a screen opens: rounds may have been played since. */
export function useRefreshOnOpen(): void {
  const { refresh } = useWallet();
  const onOpen = useEffectEvent(() => void refresh());
  useEffect(() => {
    onOpen();
  }, []);
}
