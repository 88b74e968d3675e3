import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { beforeEach, describe, expect, it } from 'vitest';
import { navigate } from '../lib/router.tsx';
import { saveToken } from '../lib/session-token.ts';
import { useOpenModals } from '../lib/modal-store.ts';
import { noneActive } from '../testing/sample-bonus.ts';
import { sampleSlot, sampleWallet } from '../testing/sample-wallet.ts';
import { stubApi } from '../testing/stub-api.ts';
import { App } from './app.tsx';
import { startSession } from './start.ts';

beforeEach(() => {
  startSession();
  const wallet = sampleWallet({ slots: [sampleSlot({ name: 'Lotus' })] });
  stubApi({
    'GET /api/lookup/active': { isActive: true },
    'GET /api/lookup/info': { name: 'Krapao', website: '' },
    'GET /api/lookup/contact': { text: '<p>Call us</p>' },
    'GET /api/lookup/registerOTP': { registerOTP: true },
    'GET /api/lookup/enableChatWidget': { isActive: true },
    'GET /api/lookup/howto': [],
    'GET /api/wallet': wallet,
    'GET /api/account/profile': wallet,
    'GET /api/bonus/check/active': noneActive,
    'GET /api/bonus': [],
    'POST /api/statement': { total: 0, statements: [] },
    'GET /api/spinwheel/active': { isActive: false },
    'GET /api/spinwheel/setup': { activeSpinwheel: null, userCoin: 0, nextDraw: null },
    'GET /api/spinwheel/coupon': [],
    'GET /api/protection': { limits: [], break: null, exclusion: null, realityCheckMinutes: 60, held: 0 },
    'POST /api/notices': { notices: [], total: 0, unread: 0 },
    'GET /api/protection/play/:by': { periods: [] },
    'GET /api/protection/choices': {
      breakHours: [24],
      exclusionMonths: [6],
      realityCheckMinutes: { min: 15, max: 120, usual: 60 },
      loosenHours: 24,
      exclusionEndHours: 24,
      canCancelWithdrawals: false,
      helpLines: [{ country: 'TH', name: 'A line', phone: '1323', link: null }],
    },
  });
});

function OpenModals() {
  return <output aria-label="open modals">{useOpenModals().map(({ name }) => name)}</output>;
}

function visit(path: string): void {
  window.history.replaceState(null, '', path);
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <App />
      <OpenModals />
    </SWRConfig>,
  );
}

describe('the screen at', () => {
  it.each([
    ['/login', 'Welcome', 'Keep me logged in'],
    ['/register', 'Register', 'Phone number'],
    ['/reset', 'New password', 'I have a code'],
    ['/howto', 'How to use', 'Putting money in your wallet'],
    ['/contact', 'Contact us', 'Chat with our team'],
  ])('%s is for visitors', async (path, heading, content) => {
    visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
    expect((await screen.findAllByText(content)).length).toBeGreaterThan(0);
  });

  it.each([
    ['/user/home', 'Home', 'Lotus'],
    ['/user/statement', 'Statement', 'Send slip'],
    ['/user/profile', 'Profile', '66f0a1b2c3d4'],
    ['/user/bonus', 'Bonuses', 'Search'],
    ['/user/protection', 'Play safely', 'Someone to talk to'],
    ['/user/play', 'My play', 'No play yet'],
    ['/user/notices', 'Notices', 'No notices yet'],
    ['/user/contact', 'Contact us', 'Chat with our team'],
    ['/user/spin', 'Lucky wheel', 'The wheel is closed for now'],
  ])('%s is for members', async (path, heading, content) => {
    saveToken('t', false);
    visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
    expect((await screen.findAllByText(content)).length).toBeGreaterThan(0);
    expect(window.location.pathname).toBe(path);
  });

  it('/user/statement is where slips are sent from', async () => {
    saveToken('t', false);
    visit('/user/statement');
    fireEvent.click(await screen.findByRole('button', { name: 'Send slip' }));
    expect(screen.getByLabelText('open modals').textContent).toBe('slip');
  });

  it.each(['/user', '/user/home', '/user/spin'])(
    '%s is not for who has just been logged out',
    async (path) => {
      visit('/terminated');
      act(() => navigate(path));
      await waitFor(() => expect(window.location.pathname).toBe('/login'));
    },
  );
});
