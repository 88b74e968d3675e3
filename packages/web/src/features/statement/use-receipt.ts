import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi, useReload } from '../../lib/use-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { Receipt } from './receipt-rules.ts';
import { progressOf } from './statement-rules.ts';

/** Polling interval of a movement in progress. */
const PENDING_POLL_MS = 2_000;

interface ReceiptHandle {
  receipt: Receipt | undefined;
  error: unknown;
  retry: () => Promise<unknown>;
}

/**
 * Loads one movement and polls it while it is in progress. When it ends, balances and statement are reloaded.
 */
export function useReceipt(transferId: string): ReceiptHandle {
  // Held in state, because a changed interval takes effect only when the component renders with it.
  const [pollMs, setPollMs] = useState(0);
  const { data, error, mutate } = useApi(
    'GET /api/statement/item/:transferId',
    { params: { transferId } },
    { refreshInterval: pollMs },
  );
  const isOpen = data !== undefined && progressOf(data.status) === 'inProgress';
  const wantedPollMs = isOpen ? PENDING_POLL_MS : 0;
  if (wantedPollMs !== pollMs) setPollMs(wantedPollMs);

  const { reload } = useWallet();
  const reloadApi = useReload();
  const onEnd = useEffectEvent(() => {
    void reload();
    void reloadApi('POST /api/statement');
  });
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onEnd();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return { receipt: data, error, retry: () => mutate() };
}
