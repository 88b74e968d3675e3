import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAnyModalOpen, openModals } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { WalletBar } from './wallet-bar.tsx';

const slots = [sampleSlot({ code: 'A', amount: 0.2 }), sampleSlot({ code: 'B', amount: 1200 })];

beforeEach(() => saveToken('t', false));

describe('the wallet bar', () => {
  it('shows the total, and what is where', async () => {
    stubApi({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 0.1, transit: 0 }, slots }) });
    renderApp(<WalletBar />);
    await waitFor(() => expect(document.body.textContent).toContain('฿1,200.30'));
    expect(screen.getByText('Main wallet').parentElement?.textContent).toContain('0.10');
    expect(screen.getByText('In games').parentElement?.textContent).toContain('1,200.20');
    expect(screen.queryByText(/on its way/)).toBeNull();
    const updated = (await screen.findByText(/^Updated/)).querySelector('time');
    expect(Math.abs(Date.parse(updated?.dateTime ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('counts in the currency of the member', async () => {
    const { profile } = sampleWallet();
    stubApi({ 'GET /api/wallet': sampleWallet({ profile: { ...profile, currency: 'LAK' }, slots }) });
    renderApp(<WalletBar />);
    await screen.findByText('Total balance (kip)');
    expect(document.body.textContent).toContain('₭1,200.20');
  });

  it('does not keep quiet about money on its way', async () => {
    stubApi({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 0, transit: 75.5 } }) });
    renderApp(<WalletBar />);
    const transit = await screen.findByRole('link', { name: '฿75.50 is on its way' });
    expect(transit.getAttribute('href')).toBe('/user/statement');
  });

  it('refreshes the games first, then the wallet', async () => {
    const api = stubApi({
      'GET /api/wallet': sampleWallet(),
      'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
    });
    renderApp(<WalletBar />);
    const asked = () => api.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/wallet'));
    await waitFor(() => expect(asked()).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Update balance' }));
    await waitFor(() => expect(asked().length).toBeGreaterThanOrEqual(3));
    expect(asked().slice(1, 3)).toEqual(['/api/wallet/refresh/slot', '/api/wallet']);
  });

  it('has a button with the coins while there is a wheel, which shows it', async () => {
    const { profile } = sampleWallet();
    stubApi({
      'GET /api/wallet': sampleWallet({ profile: { ...profile, coin: 3 } }),
      'GET /api/spinwheel/active': { isActive: true },
    });
    renderApp(<WalletBar />);
    fireEvent.click(await screen.findByRole('button', { name: 'Wheel, coins: 3' }));
    await waitFor(() => expect(isAnyModalOpen()).toBe(true));
  });

  it('has none without a wheel', async () => {
    const api = stubApi({
      'GET /api/wallet': sampleWallet(),
      'GET /api/spinwheel/active': { isActive: false },
    });
    renderApp(<WalletBar />);
    await waitFor(() => expect(api.to('GET /api/spinwheel/active')).toHaveLength(1));
    await screen.findByRole('button', { name: 'Update balance' });
    expect(screen.queryByRole('button', { name: /coins/ })).toBeNull();
  });

  it('loads the balances again when the dialog of a movement says that they changed', async () => {
    const api = stubApi({ 'GET /api/wallet': sampleWallet() });
    renderApp(<WalletBar />);
    await waitFor(() => expect(api.to('GET /api/wallet')).toHaveLength(1));
    for (const [result, loads] of [[undefined, 1] as const, [{ refresh: true }, 2] as const]) {
      fireEvent.click(screen.getByRole('button', { name: 'Transfer' }));
      await act(async () => openModals.get()[0]?.close(result));
      expect(api.to('GET /api/wallet')).toHaveLength(loads);
    }
  });

  it('brings the credit of all games home with one press, and shows the new balances', async () => {
    const api = stubApi({
      'GET /api/wallet': sampleWallet({ slots }),
      'POST /api/wallet/collect': () => {
        api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 1200.2, transit: 0 } }) });
        return { message: 'OK', results: [{ code: 'B', status: 'SUCCESS', amount: 1200, message: 'OK' }] };
      },
    });
    renderApp(<WalletBar />);
    fireEvent.click(await screen.findByRole('button', { name: 'Bring all home' }));
    await waitFor(() => expect(isAnyModalOpen()).toBe(true));
    expect(api.to('POST /api/wallet/collect')).toHaveLength(1);
    expect(screen.getByText('Main wallet').parentElement?.textContent).toContain('1,200.20');
    expect(screen.queryByRole('button', { name: 'Bring all home' })).toBeNull();
  });

  it('offers that only while there is credit in a game', async () => {
    stubApi({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 5, transit: 0 } }) });
    renderApp(<WalletBar />);
    await waitFor(() => expect(document.body.textContent).toContain('฿5.00'));
    expect(screen.queryByRole('button', { name: 'Bring all home' })).toBeNull();
  });
});
