import { useEffect, useEffectEvent } from 'react';
import { getSessionNo, useToken } from '../lib/session-token.ts';
import { useReload } from '../lib/use-api.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { noteLive } from './wallet-pace.ts';

/** Routes whose data a movement of money changes. */
const TOUCHED = [
  'GET /api/wallet',
  'GET /api/protection',
  'POST /api/statement',
  'GET /api/statement/item/:transferId',
  'GET /api/qrcode/:provider',
] as const;

/** Keeps the member's money up to date by the server's pushes while a member is logged in. */
export function useWalletPush(): void {
  const hasToken = useToken() !== null;
  const reload = useReload();
  const sessionNo = getSessionNo();
  const onChanged = useEffectEvent(() => {
    for (const route of TOUCHED) void reload(route);
  });
  useEffect(() => {
    if (!hasToken) return;
    let close: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const { openWalletSocket } = await import('./wallet-socket.ts');
      if (isOver) return;
      close = openWalletSocket({
        onLive: noteLive,
        onChanged: () => onChanged(),
      });
    };
    // Without the socket, and until it is loaded, the balances are polled.
    const cancel = whenIdle(() => {
      start().catch((fault: unknown) => console.warn('wallet push is not available', fault));
    });
    return () => {
      isOver = true;
      cancel();
      close?.();
    };
  }, [hasToken, sessionNo]);
}
