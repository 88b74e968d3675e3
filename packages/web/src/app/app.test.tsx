import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from '../lib/router.tsx';
import { getToken, saveToken } from '../lib/session-token.ts';
import { sampleWallet } from '../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../testing/stub-api.ts';
import { App } from './app.tsx';
import { startSession } from './start.ts';

const wallet = sampleWallet({ wallet: { amount: 1234.5, transit: 0 } });
let api: StubApi;

beforeEach(() => {
  startSession();
  api = stubApi({
    'GET /api/lookup/active': { isActive: true },
    'GET /api/lookup/info': { name: 'Krapao', website: 'www.krapao.example' },
    'GET /api/lookup/contact': { text: '<p>Call us</p>' },
    'GET /api/wallet': wallet,
    'GET /api/account/profile': { profile: wallet.profile, bankAccount: wallet.bankAccount },
    'POST /api/login': { token: 'fresh' },
    'POST /api/logout': { message: 'OK' },
  });
});

function visit(path: string): void {
  window.history.replaceState(null, '', path);
  render(<App />);
}

const at = (path: string) => waitFor(() => expect(window.location.pathname).toBe(path));

describe('where addresses lead', () => {
  it('takes a visitor from / to the login page', async () => {
    visit('/');
    await at('/login');
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeDefined();
  });

  it('takes a member from / home', async () => {
    saveToken('t', false);
    visit('/');
    await at('/user/home');
    expect(getToken()).toBe('t');
  });

  it('titles any other address Page Not Found, and keeps the session', async () => {
    saveToken('t', false);
    visit('/nowhere');
    await waitFor(() => expect(document.title).toBe('Page Not Found'));
    expect(getToken()).toBe('t');
  });

  it.each(['/login', '/register', '/reset', '/howto', '/contact'])(
    '%s ends a session that is held',
    async (path) => {
      saveToken('t', true);
      visit(path);
      await waitFor(() => expect(getToken()).toBeNull());
      expect(window.location.pathname).toBe(path);
    },
  );
});

describe('whether the site is open', () => {
  it.each([
    ['says it is not active', { isActive: false }],
    ['answers gone', refuse(200, 'gone')],
    ['answers 410', refuse(410, 'NO_DATA')],
  ])('moves to the shutdown page when the server %s', async (_, reply) => {
    api.set({ 'GET /api/lookup/active': reply });
    visit('/login');
    await at('/terminated');
    expect(await screen.findByText('We are closed for now')).toBeDefined();
  });

  it.each([
    ['there is no connection', noAnswer],
    ['the server has a fault', refuse(500, 'INTERNAL_SERVER_ERROR')],
  ])('stays when %s', async (_, reply) => {
    api.set({ 'GET /api/lookup/active': reply });
    visit('/login');
    await waitFor(() => expect(api.to('GET /api/lookup/active')).toHaveLength(1));
    await screen.findByRole('button', { name: 'Log in' });
    expect(window.location.pathname).toBe('/login');
  });

  it('is asked again on every arrival at the login page, and only there', async () => {
    visit('/contact');
    await screen.findByText('Call us');
    expect(api.to('GET /api/lookup/active')).toHaveLength(0);
    act(() => navigate('/login'));
    await waitFor(() => expect(api.to('GET /api/lookup/active')).toHaveLength(1));
  });
});

describe('logging in and out', () => {
  async function logIn(remember: boolean): Promise<void> {
    visit('/login');
    fireEvent.change(await screen.findByLabelText('Phone number'), {
      target: { value: '+66 (0)81-234-5678' },
    });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret1' } });
    if (remember) fireEvent.click(screen.getByLabelText('Keep me logged in'));
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  }

  it('stores the token for this browser session and goes home, in the place of the login page', async () => {
    const stops = history.length;
    await logIn(false);
    await at('/user/home');
    // Going back to the login page would end the session.
    expect(history.length).toBe(stops);
    expect(api.to('POST /api/login')[0]?.body).toEqual({ username: '0812345678', password: 'secret1' });
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'fresh']);
  });

  it('stores it for longer with remember-me', async () => {
    await logIn(true);
    await at('/user/home');
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  it('tells of a wrong password by a red toast and stays', async () => {
    api.set({ 'POST /api/login': refuse(401, 'WRONG_CREDENTIAL') });
    await logIn(false);
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('The phone number or the password is not right');
    expect(toast.dataset['tone']).toBe('error');
    expect(getToken()).toBeNull();
  });

  it('sends nothing while a field is empty', async () => {
    visit('/login');
    fireEvent.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(await screen.findAllByText('Please fill this in')).toHaveLength(2);
    expect(api.to('POST /api/login')).toHaveLength(0);
  });

  it('forgets the member on logging out and ends on the login page', async () => {
    saveToken('t', true);
    localStorage.setItem('agreement', '1');
    localStorage.setItem('lastSync', '5');
    visit('/user/profile');
    await screen.findByText('66f0a1b2c3d4');
    fireEvent.click(screen.getAllByRole('button', { name: 'Log out' })[0] as HTMLElement);
    await at('/login');
    for (const key of ['token', 'agreement', 'lastSync']) expect(localStorage.getItem(key)).toBeNull();
    // No data of the member is left on the screen or behind it.
    expect(screen.queryByText('Somchai')).toBeNull();
    const unsigned = api
      .to('GET /api/account/profile')
      .filter(({ headers }) => headers.get('authorization') === null);
    expect(unsigned).toHaveLength(0);
    const asked = api.to('GET /api/wallet').length;
    api.set({ 'GET /api/wallet': sampleWallet({ profile: { ...wallet.profile, name: 'Another' } }) });
    act(() => saveToken('other', false));
    act(() => navigate('/user/profile'));
    expect(await screen.findByRole('link', { name: 'Profile of Another' })).toBeDefined();
    expect(api.to('GET /api/wallet').length).toBeGreaterThan(asked);
    expect(api.to('POST /api/logout')[0]?.headers.get('authorization')).toBe('Bearer t');
  });

  it('forgets the member on logging out though the server does not answer', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    api.set({ 'POST /api/logout': noAnswer });
    saveToken('t', true);
    visit('/user/profile');
    await screen.findByText('66f0a1b2c3d4');
    fireEvent.click(screen.getAllByRole('button', { name: 'Log out' })[0] as HTMLElement);
    await at('/login');
    expect(getToken()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is warned of before an invite link ends a session', async () => {
    api.set({ 'GET /api/lookup/registerOTP': { registerOTP: true } });
    saveToken('t', true);
    visit('/register?code=PRk3m9x2');
    await screen.findByText(/^You are logged in. This link is for friends/);
    expect(screen.queryByLabelText('Phone number')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back to my wallet' }));
    await at('/user/home');
    expect(getToken()).toBe('t');

    act(() => navigate('/register?code=PRk3m9x2'));
    fireEvent.click(await screen.findByRole('button', { name: 'Log out and register' }));
    expect(await screen.findByLabelText('Phone number')).toBeDefined();
    expect([getToken(), localStorage.getItem('inviteCode')]).toEqual([null, 'PRk3m9x2']);
  });

  it('ends a session the server does not accept', async () => {
    saveToken('stale', true);
    api.set({ 'GET /api/wallet': refuse(401, 'EXPIRED_AUTH_TOKEN') });
    visit('/user/profile');
    await at('/login');
    expect(getToken()).toBeNull();
    expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended');
  });
});

describe('the frame of member pages', () => {
  it('has the name, the profile link, the website and both forms of the menu', async () => {
    saveToken('t', false);
    visit('/user/profile');
    expect((await screen.findByRole('link', { name: 'Profile of Somchai' })).getAttribute('href')).toBe(
      '/user/profile',
    );
    expect((await screen.findByRole('link', { name: /krapao\.example/ })).getAttribute('href')).toBe(
      'https://www.krapao.example/',
    );
    expect(screen.getByText('฿1,234')).toBeDefined();
  });

  it('has the wheel with the coins in the drawer in place of the total, while there is one', async () => {
    api.set({ 'GET /api/spinwheel/active': { isActive: true } });
    saveToken('t', false);
    visit('/user/profile');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Money and rewards' }))[0] as HTMLElement);
    const drawer = await screen.findByRole('dialog', { name: 'Money and rewards' });
    fireEvent.click(await within(drawer).findByRole('button', { name: /Lucky wheel.*Coins: 0/ }));
    expect(drawer.textContent).not.toContain('฿1,234.50');
    await at('/user/spin');
  });

  it('opens the action drawer with the total, and closes it on Escape, giving focus back', async () => {
    saveToken('t', false);
    visit('/user/profile');
    const [plus] = await screen.findAllByRole('button', { name: 'Money and rewards' });
    plus?.focus();
    fireEvent.click(plus as HTMLElement);
    const drawer = await screen.findByRole('dialog', { name: 'Money and rewards' });
    await waitFor(() => expect(drawer.textContent).toContain('฿1,234.50'));
    fireEvent(drawer, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(plus);
  });
});
