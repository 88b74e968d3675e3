import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clearStoredSession, saveToken } from '../lib/session-token.ts';
import { renderApp } from '../testing/render-app.tsx';
import { sampleWallet } from '../testing/sample-wallet.ts';
import { noAnswer, stubApi } from '../testing/stub-api.ts';
import { useWallet } from './use-wallet.ts';

function Total() {
  const { userInfo, refresh } = useWallet();
  return (
    <button type="button" onClick={() => void refresh()}>
      {userInfo ? String(userInfo.totalMinor) : 'nothing yet'}
    </button>
  );
}

let reloadNow: (() => void) | undefined;

function Reloading() {
  const { userInfo, reload } = useWallet();
  reloadNow ??= () => void reload();
  return <p>{userInfo ? String(userInfo.totalMinor) : 'nothing yet'}</p>;
}

const walletOf = (amount: number) => sampleWallet({ wallet: { amount, transit: 0 } });

describe('useWallet', () => {
  it('asks for nothing without a token', async () => {
    const api = stubApi({ 'GET /api/wallet': walletOf(1) });
    renderApp(<Total />);
    expect(screen.getByText('nothing yet')).toBeDefined();
    expect(api.calls).toHaveLength(0);
  });

  it('asks for nothing in the moment between the end of the session and the next drawing', async () => {
    saveToken('t', false);
    const api = stubApi({ 'GET /api/wallet': walletOf(1) });
    renderApp(<Reloading />);
    await screen.findByText('100');
    await act(async () => {
      clearStoredSession();
      // The page still shows the member: a push or a timer may reload now.
      reloadNow?.();
    });
    expect(api.to('GET /api/wallet')).toHaveLength(1);
  });

  it('refreshes the games first and the balances after them, and notes the time', async () => {
    saveToken('t', false);
    const api = stubApi({
      'GET /api/wallet': walletOf(1),
      'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
    });
    renderApp(<Total />);
    await screen.findByText('100');
    localStorage.removeItem('lastSync');
    api.set({ 'GET /api/wallet': walletOf(2.5) });
    fireEvent.click(screen.getByRole('button'));
    await screen.findByText('250');
    expect(api.calls.map(({ path }) => path)).toEqual([
      '/api/wallet',
      '/api/wallet/refresh/slot',
      '/api/wallet',
    ]);
    expect(Number(localStorage.getItem('lastSync'))).toBeGreaterThan(0);
  });

  it('only logs a refresh that fails, and does not move the time of the last sync', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    saveToken('t', false);
    const api = stubApi({ 'GET /api/wallet': walletOf(1), 'GET /api/wallet/refresh/slot': noAnswer });
    renderApp(<Total />);
    await screen.findByText('100');
    localStorage.setItem('lastSync', '7');
    api.set({ 'GET /api/wallet': noAnswer });
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(api.to('GET /api/wallet')).toHaveLength(2));
    expect(log).toHaveBeenCalled();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(localStorage.getItem('lastSync')).toBe('7');
    expect(screen.getByText('100')).toBeDefined();
  });
});
