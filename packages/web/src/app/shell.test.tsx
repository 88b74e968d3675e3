import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetReports } from '../lib/fault-report.ts';
import { isAnyModalOpen, useOpenModals } from '../lib/modal-store.ts';
import { saveToken } from '../lib/session-token.ts';
import { sampleWallet } from '../testing/sample-wallet.ts';
import { refuse, stubApi, type StubApi } from '../testing/stub-api.ts';
import { App } from './app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { startSession } from './start.ts';

let api: StubApi;

beforeEach(() => {
  startSession();
  api = stubApi({
    'GET /api/lookup/active': { isActive: true },
    'GET /api/lookup/info': { name: 'Krapao', website: 'www.krapao.example' },
    'GET /api/lookup/contact': { text: '<p>Call us</p>' },
    'GET /api/lookup/conditions': { html: '<p>Play fair</p>' },
    'GET /api/lookup/registerOTP': { registerOTP: true },
    'GET /api/wallet': sampleWallet({ wallet: { amount: 1234.5, transit: 0 } }),
    'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
    'GET /api/account/profile': sampleWallet(),
    'POST /api/logout': { message: 'OK' },
  });
});

/** Shows the names of the open modals, whether their code is loaded or not, and the modal after banners. */
function OpenModals() {
  const names = useOpenModals().map(({ name, props }) =>
    props && 'before' in props ? `${name} before ${props.before}` : name,
  );
  return <output aria-label="open modals">{names}</output>;
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

function visitAsMember(path: string): void {
  saveToken('t', false);
  visit(path);
}

const menus = () => screen.findAllByRole('navigation', { name: 'Main menu' });
/** Returns the items of a menu in order: the targets of its links, and the names of its buttons. */
const offers = (menu: HTMLElement | undefined): (string | null)[] =>
  [...(menu?.querySelectorAll('a, button') ?? [])].map(
    (item) => item.getAttribute('href') ?? item.getAttribute('aria-label') ?? item.textContent,
  );

describe('the menus', () => {
  it('of a visitor lead to login, registration and contact, and nowhere else', async () => {
    visit('/login');
    const [menu, ...others] = await menus();
    expect(others).toHaveLength(0);
    expect(offers(menu)).toEqual(['/login', '/register', '/contact']);
  });

  it('of a member are one for a phone and one for a wide screen', async () => {
    visitAsMember('/user/profile');
    const [wide, phone] = await menus();
    expect(offers(phone)).toEqual([
      '/user/home',
      '/user/statement',
      'Money and rewards',
      'Conditions',
      '/user/contact',
    ]);
    await waitFor(() => expect(wide?.textContent).toContain('฿1,234.50'));
    expect(offers(wide)).toEqual([
      'Money and rewards',
      '/user/home',
      '/user/statement',
      'Conditions',
      '/user/contact',
      'Log out',
    ]);
  });

  it('show the conditions without leaving the page', async () => {
    visitAsMember('/user/profile');
    const [, phone] = await menus();
    fireEvent.click(within(phone as HTMLElement).getByRole('button', { name: 'Conditions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Conditions' });
    expect(await within(dialog).findByText('Play fair')).toBeDefined();
    expect(window.location.pathname).toBe('/user/profile');
  });

  it('say where one is', async () => {
    visitAsMember('/user/profile');
    const profile = await screen.findByRole('link', { name: 'Profile of Somchai' });
    expect(profile.getAttribute('aria-current')).toBe('page');
  });
});

describe('the action drawer', () => {
  const open = async (): Promise<HTMLElement> => {
    visitAsMember('/user/profile');
    const [plus] = await screen.findAllByRole('button', { name: 'Money and rewards' });
    fireEvent.click(plus as HTMLElement);
    return screen.findByRole('dialog', { name: 'Money and rewards' });
  };

  it.each([
    [/^Deposit/, 'deposit'],
    [/^Withdraw/, 'withdraw'],
    [/^Transfer/, 'transfer'],
    [/^Refund/, 'banners before refund'],
    [/^Invite friends/, 'banners before invite'],
  ])('opens %s in its place', async (tile, modal) => {
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('button', { name: tile }));
    expect(screen.getByLabelText('open modals').textContent).toBe(modal);
  });

  it('leads to the bonuses', async () => {
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Bonuses' }));
    expect(window.location.pathname).toBe('/user/bonus');
    expect(screen.getByLabelText('open modals').textContent).toBe('');
  });

  it('shows the total with the time it was last confirmed, and confirms it again on a press', async () => {
    localStorage.setItem('lastSync', String(Date.now() - 3 * 60_000));
    const drawer = await open();
    const tile = await within(drawer).findByRole('button', { name: /Total balance/ });
    expect(tile.textContent).toContain('฿1,234.50');
    expect(within(tile).getByText(/ago|just now/).tagName).toBe('TIME');
    api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 50, transit: 0 } }) });
    fireEvent.click(tile);
    await waitFor(() => expect(tile.textContent).toContain('฿50.00'));
    expect(api.to('GET /api/wallet/refresh/slot')).toHaveLength(1);
  });
});

describe('the language switch', () => {
  it.each(['/login', '/register'])('stands on %s', async (path) => {
    visit(path);
    const choices = within(await screen.findByRole('radiogroup', { name: 'Language' }));
    expect(choices.getAllByRole('radio')).toHaveLength(3);
  });
});

describe('the pages that stand alone', () => {
  it('on shutdown name the operator and how to reach them, and offer another try', async () => {
    visit('/terminated');
    expect(await screen.findByText(/^Krapao is not available/)).toBeDefined();
    expect(await screen.findByText('Call us')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('on shutdown show the operator’s own words, and let a visitor log in to withdraw', async () => {
    api.set({ 'GET /api/lookup/active': { isActive: false, message: 'Back on Monday' } });
    visit('/terminated');
    expect(await screen.findByText('Back on Monday')).toBeDefined();
    fireEvent.click(screen.getByRole('link', { name: 'Log in to withdraw' }));
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeDefined();
    expect(window.location.pathname + window.location.search).toBe('/login?withdraw');
  });

  it('on shutdown lead a member to their wallet, and to no page that ends the session', async () => {
    saveToken('t', false);
    visit('/terminated');
    const link = await screen.findByRole('link', { name: 'Go to my wallet' });
    expect(link.getAttribute('href')).toBe('/user/home');
    expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull();
  });

  it('stand even when the server says nothing any more', async () => {
    api.set({
      'GET /api/lookup/info': refuse(410, 'gone'),
      'GET /api/lookup/contact': refuse(410, 'gone'),
    });
    visit('/terminated');
    expect(await screen.findByRole('heading', { name: 'We are closed for now' })).toBeDefined();
    await waitFor(() => expect(api.calls.length).toBeGreaterThanOrEqual(2));
    expect(window.location.pathname).toBe('/terminated');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('on an address that is none have the title as their heading', async () => {
    visit('/nowhere');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the start' }).getAttribute('href')).toBe('/');
  });
});

describe('a member’s page when the site says it is gone', () => {
  it('moves to the shutdown page, keeping the session, with nothing left open', async () => {
    visitAsMember('/user/profile');
    const [plus] = await screen.findAllByRole('button', { name: 'Money and rewards' });
    fireEvent.click(plus as HTMLElement);
    const drawer = await screen.findByRole('dialog', { name: 'Money and rewards' });
    api.set({ 'GET /api/wallet/refresh/slot': refuse(200, 'gone') });
    fireEvent.click(await within(drawer).findByRole('button', { name: /Total balance/ }));
    expect(await screen.findByText('We are closed for now')).toBeDefined();
    expect(window.location.pathname).toBe('/terminated');
    expect(isAnyModalOpen()).toBe(false);
    // The page has shown the whole message.
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('without a connection', () => {
  it('says so until it is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    visitAsMember('/user/profile');
    expect(await screen.findByText(/You are offline/)).toBeDefined();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
  });
});

describe('a page with a fault of its own', () => {
  it('says where the money is, offers to load again, and tells the operator', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    forgetReports();
    const faults = stubApi({ 'POST /api/app-fault': { message: 'OK' } });
    const Broken = () => {
      throw new Error('broken');
    };
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    );
    const told = faults.to('POST /api/app-fault')[0]?.body as { reference: string };
    expect(told).toMatchObject({ kind: 'render', message: 'Error: broken', path: '/' });
    expect(screen.getByText(/Your money is kept by the server/).textContent).toContain(told.reference);
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  });
});
