import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubReplies } from '../../testing/stub-api.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';
import { GameAccountModal } from './game-account-modal.tsx';

type Slot = Parameters<typeof sampleSlot>[0];

const walletOf = (amount: number, slot: Slot = {}) =>
  sampleWallet({ wallet: { amount, transit: 0 }, slots: [sampleSlot({ name: 'Lotus', ...slot })] });
const moved = (status: 'SUCCESS' | 'PENDING') => ({ message: 'OK', _id: 'm1', status, amount: 500 });

function open(replies: StubReplies, code = 'PG') {
  const api = stubApi({
    'GET /api/wallet': walletOf(500, { amount: 80 }),
    'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
    'GET /api/wallet/account/:slotCode': { username: 'kp123', password: 'pw-77', event: null },
    ...replies,
  });
  const onClose = vi.fn<(result?: ModalResult) => void>();
  renderApp(<GameAccountModal props={{ code }} onClose={onClose} />);
  return { api, onClose };
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const amountField = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

beforeEach(() => {
  saveToken('t', false);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the game account', () => {
  it('shows the login, with the password only when asked', async () => {
    open({});
    await screen.findByText('kp123');
    expect(screen.queryByText('pw-77')).toBeNull();
    await press('Show password');
    expect(screen.getByText('pw-77')).toBeDefined();
  });

  it('copies user name and password, the password also while it is hidden, and says so', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    stubNavigator({ clipboard: { writeText } });
    open({});
    await press('Copy Username');
    await screen.findByText('Copied: kp123');
    await press('Copy Password');
    await waitFor(() => expect(writeText.mock.calls).toEqual([['kp123'], ['pw-77']]));
  });

  it('is opened first: then its login is loaded', async () => {
    const { api } = open({
      'GET /api/wallet': walletOf(500, { isActive: false }),
      'GET /api/wallet/activate/:slotCode': () => {
        api.set({ 'GET /api/wallet': walletOf(500) });
        return { message: 'SUCCESS' };
      },
    });
    await screen.findByText('Your Lotus account is not active yet');
    expect(api.to('GET /api/wallet/account/:slotCode')).toHaveLength(0);
    await press('Activate account');
    await screen.findByText('Your Lotus account is active');
    await screen.findByText('kp123');
    expect(api.to('GET /api/wallet/activate/:slotCode').map(({ path }) => path)).toEqual([
      '/api/wallet/activate/PG',
    ]);
  });

  it('moves the whole wallet, closes asking for a refresh, and tells', async () => {
    const { api, onClose } = open({ 'POST /api/wallet/transferAll': moved('SUCCESS') });
    expect((await amountField('Amount to move in')).value).toBe('500');
    await press('Move all ฿500.00');
    await screen.findByText('Your transfer went through');
    expect(api.to('POST /api/wallet/transferAll').map(({ body }) => body)).toEqual([{ to: 'PG' }]);
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ refresh: true });
  });

  it('sends once however often the button is pressed', async () => {
    const { api, onClose } = open({ 'POST /api/wallet/transferAll': moved('SUCCESS') });
    const button = await screen.findByRole('button', { name: 'Move all ฿500.00' });
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('button', { name: 'Move all ฿500.00 and play' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to('POST /api/wallet/transferAll')).toHaveLength(1);
  });

  it('with nothing to move asks for an amount, or just plays', async () => {
    const { api } = open({
      'GET /api/autoLogin/pg/:username': refuse(404, 'NO_GAME'),
    });
    const field = await amountField('Amount to move in');
    await press('Another amount');
    fireEvent.change(field, { target: { value: '0' } });
    await press('Transfer only');
    expect(document.activeElement).toBe(field);
    await press('Transfer and play');
    await screen.findByText(/Lotus cannot be opened right now/);
    expect(api.calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
    expect(api.to('GET /api/autoLogin/pg/:username')).toHaveLength(1);
  });

  it('moves exactly what is typed, once the field is opened for another amount', async () => {
    const { api } = open({ 'POST /api/wallet/transfer': moved('SUCCESS') });
    const field = await amountField('Amount to move in');
    expect([field.value, field.readOnly]).toEqual(['500', true]);
    await press('Another amount');
    expect([field.value, field.readOnly, document.activeElement]).toEqual(['', false, field]);
    fireEvent.change(field, { target: { value: '0.99' } });
    await press('Transfer only');
    await screen.findByText('The minimum is ฿1.00');
    fireEvent.change(field, { target: { value: '500.01' } });
    await screen.findByText(/Not enough: you have/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Transfer only' }).disabled).toBe(true);
    fireEvent.change(field, { target: { value: '120.5' } });
    await press('Move ฿120.50');
    await screen.findByText('Your transfer went through');
    expect(api.to('POST /api/wallet/transfer').map(({ body }) => body)).toEqual([
      { from: 'WALLET', to: 'PG', amount: 120.5 },
    ]);
  });

  it('does not open the game when the credit did not move, and does not try again', async () => {
    const { api, onClose } = open({ 'POST /api/wallet/transferAll': refuse(409, 'TRANSFER_FAIL') });
    await press('Move all ฿500.00 and play');
    await screen.findByText('The transfer did not go through. The money is back in your wallet.');
    expect(api.to('POST /api/wallet/transferAll')).toHaveLength(1);
    expect(api.to('GET /api/autoLogin/pg/:username')).toHaveLength(0);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('says that credit is on its way, for as long as it is', async () => {
    const { api, onClose } = open({
      'POST /api/wallet/transferAll': () => {
        api.set({ 'GET /api/wallet': walletOf(0, { transit: 500 }) });
        return moved('PENDING');
      },
    });
    await press('Move all ฿500.00');
    await screen.findByText(/฿500\.00 is on its way between your main wallet and this game/);
    expect(onClose).not.toHaveBeenCalled();
    expect(alerts.get()).toEqual([]);
  });

  it('tells honestly when no answer came, and loads the balances', async () => {
    const { api } = open({ 'POST /api/wallet/transferAll': noAnswer });
    await screen.findByText('kp123');
    const before = api.to('GET /api/wallet').length;
    await press('Move all ฿500.00');
    await screen.findByText(/The connection was lost before an answer came/);
    expect(api.to('GET /api/wallet').length).toBeGreaterThan(before);
  });

  it('brings credit back, all of it unless told otherwise', async () => {
    const { api, onClose } = open({ 'POST /api/wallet/transfer': moved('SUCCESS') });
    fireEvent.click(await screen.findByRole('radio', { name: 'Bring back' }));
    const field = await amountField('Amount to bring back');
    expect(field.value).toBe('80');
    fireEvent.change(field, { target: { value: '0.99' } });
    await press('Bring back');
    await screen.findByText('The minimum is ฿1.00');
    fireEvent.change(field, { target: { value: '30.5' } });
    await press('Bring back ฿30.50');
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ refresh: true }));
    expect(api.to('POST /api/wallet/transfer').map(({ body }) => body)).toEqual([
      { from: 'PG', to: 'WALLET', amount: 30.5 },
    ]);
  });

  it('says of a refusal on the way back that the credit never left', async () => {
    open({ 'POST /api/wallet/transfer': refuse(409, 'TRANSFER_FAIL') });
    fireEvent.click(await screen.findByRole('radio', { name: 'Bring back' }));
    await press('Bring back ฿80.00');
    expect(
      await screen.findByText('The transfer did not go through. The credit is still in the game.'),
    ).toBeDefined();
  });

  it('moves nothing while the provider does not answer', async () => {
    open({ 'GET /api/wallet': walletOf(500, { isDown: true, amount: 80 }) });
    await screen.findByText(/Lotus is closed for maintenance or not answering/);
    const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect(isDisabled('Move all ฿500.00')).toBe(true);
    expect(isDisabled('Move all ฿500.00 and play')).toBe(true);
    expect(isDisabled('Play')).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'Bring back' }));
    expect(isDisabled('Bring back ฿80.00')).toBe(true);
  });

  it('that cannot be opened is never called gone, is paused once the provider is closed, until it is not', async () => {
    const { api } = open({
      'GET /api/autoLogin/pg/:username': () => {
        api.set({ 'GET /api/wallet': walletOf(500, { isDown: true, amount: 80 }) });
        return refuse(404, 'NO_GAME');
      },
    });
    await screen.findByText('kp123');
    const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    // An opened sheet asks for the balances once more by itself.
    await waitFor(() => expect(api.to('GET /api/wallet')).toHaveLength(2));
    // A hidden page does not poll: the change must be asked for.
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await press('Play');
    await screen.findByText(/Lotus cannot be opened right now. It may be closed for maintenance/);
    expect(screen.queryByText(/no such game/)).toBeNull();
    await screen.findByText(/Lotus is closed for maintenance or not answering/);
    expect([isDisabled('Play'), isDisabled('Move all ฿500.00')]).toEqual([true, true]);
    api.set({ 'GET /api/wallet': walletOf(500, { amount: 80 }) });
    await press('Check again');
    await waitFor(() => expect(isDisabled('Play')).toBe(false));
    expect(isDisabled('Move all ฿500.00')).toBe(false);
  });

  it('that the operator has taken away says so, and is put away', async () => {
    const { api, onClose } = open({});
    await screen.findByRole('dialog', { name: 'Lotus' });
    api.set({ 'GET /api/wallet': sampleWallet() });
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('dialog', { name: 'Game account' });
    expect(screen.getByText(/There is no such game any more/)).toBeDefined();
    await press('Close');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('moves what is typed, and then opens', async () => {
    const sent: string[] = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => void sent.push('opened'));
    const { api } = open(
      {
        'GET /api/wallet': walletOf(500, { code: 'JOKER', web: 'https://site.example/login' }),
        'POST /api/wallet/transfer': ({ body }) => {
          sent.push(JSON.stringify(body));
          return moved('SUCCESS');
        },
      },
      'JOKER',
    );
    const field = await amountField('Amount to move in');
    await press('Another amount');
    fireEvent.change(field, { target: { value: '30.5' } });
    await press('Move ฿30.50 and play');
    await waitFor(() => expect(sent).toEqual(['{"from":"WALLET","to":"JOKER","amount":30.5}', 'opened']));
    expect(api.to('POST /api/wallet/transfer')).toHaveLength(1);
    window.dispatchEvent(new Event('pageshow'));
  });

  it('whose site shows no page has its button ready again after ten seconds', async () => {
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
    const web = 'https://site.example/login';
    open({ 'GET /api/wallet': walletOf(0, { code: 'JOKER', web }) }, 'JOKER');
    await screen.findByText('kp123');
    const play = screen.getByRole<HTMLButtonElement>('button', { name: 'Play' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(play);
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(play.disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(play.disabled).toBe(false);
  });

  it('asks before it resets the password, then loads the fresh one', async () => {
    const { api } = open({ 'GET /api/wallet/resetpassword/:slotCode': { message: 'SUCCESS' } });
    await screen.findByText('kp123');
    await press('Show password');
    await press('Reset game password');
    const first = await screen.findByRole('alertdialog');
    expect(first.textContent).toContain('The old password for Lotus stops working.');
    fireEvent.click(within(first).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('pw-77')).toBeDefined();
    await press('Reset game password');
    expect(api.to('GET /api/wallet/resetpassword/:slotCode')).toHaveLength(0);
    api.set({ 'GET /api/wallet/account/:slotCode': { username: 'kp123', password: 'pw-88', event: null } });
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Reset game password' }));
    await screen.findByText('The game has a new password');
    expect(await screen.findByText('pw-88')).toBeDefined();
  });

  it('shows links to the apps that there are', async () => {
    open({
      'GET /api/wallet': walletOf(0, { android: 'https://apps.example/a', ios: 'javascript:alert(1)' }),
    });
    const link = await screen.findByRole('link', { name: 'Play on Android' });
    expect(link.getAttribute('href')).toBe('https://apps.example/a');
    expect(link.getAttribute('target')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Play on iOS' })).toBeNull();
  });

  it('opens by a form posted to the provider’s site, with the password of this moment', async () => {
    const fields: Record<string, unknown>[] = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
      fields.push({ to: this.getAttribute('action'), ...Object.fromEntries(new FormData(this)) });
    });
    const web = 'https://site.example/login';
    const { api } = open({ 'GET /api/wallet': walletOf(0, { code: 'JOKER', web }) }, 'JOKER');
    await screen.findByText('kp123');
    api.set({ 'GET /api/wallet/account/:slotCode': { username: 'kp123', password: 'pw-88', event: null } });
    await press('Play');
    await waitFor(() => expect(fields).toEqual([{ to: web, username: 'kp123', password: 'pw-88' }]));
    window.dispatchEvent(new Event('pageshow'));
  });

  it('says so when the tokens for the log-in page are missing', async () => {
    const web = 'https://site.example/login';
    open({ 'GET /api/wallet': walletOf(0, { code: 'UFABET', web }) }, 'UFABET');
    await press('Play');
    expect(await screen.findByText('The game’s login page is not ready. Please try again.')).toBeDefined();
  });

  it('cannot be played from here without a link, and moving credit still works', async () => {
    const { api, onClose } = open(
      {
        'GET /api/wallet': walletOf(500, { code: 'OTHER' }),
        'POST /api/wallet/transferAll': moved('SUCCESS'),
      },
      'OTHER',
    );
    await screen.findByText(/This game cannot be opened from here/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /and play/ })).toBeNull();
    await press('Move all ฿500.00');
    await waitFor(() => expect(onClose).toHaveBeenCalledWith({ refresh: true }));
    expect(api.to('POST /api/wallet/transferAll')).toHaveLength(1);
  });

  it('offers to be a favourite where there are many games', async () => {
    const many = Array.from({ length: 8 }, (_, index) => sampleSlot({ code: `G${index}` }));
    const wallet = sampleWallet({ slots: [sampleSlot({ name: 'Lotus' }), ...many] });
    const { api } = open({ 'GET /api/wallet': wallet });
    const star = await screen.findByRole('button', { name: 'Favourite' });
    expect(star.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(star);
    expect(star.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(star);
    expect(star.getAttribute('aria-pressed')).toBe('false');
    expect(api.calls.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
  });
});
