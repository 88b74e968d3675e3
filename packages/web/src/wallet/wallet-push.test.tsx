import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { clearStoredSession, saveToken } from '../lib/session-token.ts';
import { renderApp } from '../testing/render-app.tsx';
import { sampleWallet } from '../testing/sample-wallet.ts';
import { stubApi } from '../testing/stub-api.ts';
import { useWallet } from './use-wallet.ts';
import { useIsLive } from './wallet-pace.ts';
import { useWalletPush } from './wallet-push.ts';
import type { openWalletSocket } from './wallet-socket.ts';

type Handlers = Parameters<typeof openWalletSocket>[0];
const sockets: (Handlers & { isOpen: boolean })[] = [];
vi.mock('./wallet-socket.ts', () => ({
  openWalletSocket: (handlers: Handlers) => {
    const socket = { ...handlers, isOpen: true };
    sockets.push(socket);
    return () => (socket.isOpen = false);
  },
}));

function Balance() {
  useWalletPush();
  const { userInfo } = useWallet();
  return `${userInfo?.wallet.amountMinor ?? ''} ${useIsLive() ? 'live' : 'asking'}`;
}

beforeEach(() => {
  sockets.length = 0;
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act, 0));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});

it('shows money that comes, asks for nothing meanwhile, and ends with the session', async () => {
  saveToken('t', false);
  const api = stubApi({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 1, transit: 0 } }) });
  const view = renderApp(<Balance />);
  await waitFor(() => expect(sockets).toHaveLength(1));
  act(() => sockets[0]?.onLive(true));
  await waitFor(() => expect(view.container.textContent).toBe('100 live'));
  api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 2, transit: 0 } }) });
  act(() => sockets[0]?.onChanged());
  await waitFor(() => expect(view.container.textContent).toBe('200 live'));
  act(() => sockets[0]?.onLive(false));
  await waitFor(() => expect(view.container.textContent).toBe('200 asking'));
  act(() => clearStoredSession());
  await waitFor(() => expect(sockets[0]?.isOpen).toBe(false));
});
