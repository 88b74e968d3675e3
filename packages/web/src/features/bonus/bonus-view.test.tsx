import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openModals } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { activeBonus, noneActive, sampleBonus } from '../../testing/sample-bonus.ts';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { toasts } from '../../ui/toast-store.ts';
import { BonusView } from './bonus-view.tsx';

let api: StubApi;

beforeEach(() => {
  saveToken('t', false);
  api = stubApi({
    'GET /api/wallet': sampleWallet({ wallet: { amount: 300, transit: 0 } }),
    'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
    'GET /api/bonus/check/active': noneActive,
    'GET /api/bonus': [sampleBonus()],
  });
});

// A closing dialog removes its history entry; that must not reach into the next test.
afterEach(async () => {
  cleanup();
  await waitFor(() => {
    if (window.history.state !== null) throw new Error('the entry is still there');
  });
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tile = (name: RegExp) => screen.findByRole('button', { name });

describe('the bonuses on offer', () => {
  const received = [{ updatedAt: '2026-01-01T00:00:00.000Z' }];
  const bonuses = [
    sampleBonus(),
    sampleBonus({ code: 'B', name: 'Had it', userBonus: { _id: 'u', isActive: false, received } }),
    sampleBonus({ code: 'C', name: 'Running', userBonus: { _id: 'c', isActive: true, received } }),
  ];

  it('are each in one of three forms', async () => {
    api.set({ 'GET /api/bonus': bonuses });
    renderApp(<BonusView />);
    expect(await tile(/Welcome bonus/)).toHaveProperty('disabled', false);
    const had = await tile(/Had it/);
    expect(had).toHaveProperty('disabled', true);
    expect(had.textContent).toContain('Received');
    expect(screen.queryByRole('button', { name: /Running/ })).toBeNull();
    const current = screen.getByText('Running').closest('[aria-current]');
    expect(current?.textContent).toContain('Active');
  });

  it('say what they give', async () => {
    renderApp(<BonusView />);
    expect((await tile(/Welcome bonus/)).textContent).toContain('100% of your latest deposit, up to ฿500.00');
  });

  it.each([
    [0, '฿50.00 on the house'],
    [300, '฿50.00 on a deposit of ฿300.00 or more'],
  ])('say whether a fixed amount asks for a deposit of %d', async (minDeposit, words) => {
    const terms = { ...sampleBonus().terms, gives: { kind: 'fixed', amount: 50 } as const, minDeposit };
    api.set({ 'GET /api/bonus': [sampleBonus({ terms })] });
    renderApp(<BonusView />);
    expect((await tile(/Welcome bonus/)).textContent).toContain(words);
  });

  it('may be none', async () => {
    api.set({ 'GET /api/bonus': [] });
    renderApp(<BonusView />);
    expect(await screen.findByText('No bonuses right now')).toBeDefined();
  });

  it.each(['GET /api/bonus', 'GET /api/bonus/check/active'] as const)(
    'that fail to load (%s) raise no alarm, and can be tried again',
    async (route) => {
      api.set({ [route]: refuse(500, 'INTERNAL_SERVER_ERROR') });
      renderApp(<BonusView />);
      expect(await screen.findByText('This could not be loaded')).toBeDefined();
      expect([...toasts.get(), ...alerts.get()]).toEqual([]);
      api.set({ 'GET /api/bonus': [sampleBonus()], 'GET /api/bonus/check/active': noneActive });
      press('Try again');
      await tile(/Welcome bonus/);
    },
  );
});

describe('a promotion', () => {
  it('that is taken stands in the place of the list', async () => {
    const { terms } = sampleBonus();
    api.set({
      'GET /api/promotion/find/:code': { percentFail: 30, description: '', terms },
      'GET /api/promotion/activate/:code': () => {
        const check = activeBonus({ code: 'GIFT', name: 'Gift of the house' });
        api.set({ 'GET /api/bonus/check/active': { ...check, type: 'promotion' } });
        return { message: 'OK' };
      },
    });
    renderApp(<BonusView />);
    await tile(/Welcome bonus/);
    fireEvent.change(screen.getByLabelText('Promotion code'), { target: { value: 'gift' } });
    press('Search');
    fireEvent.click(await screen.findByRole('button', { name: 'Take this bonus' }));
    await screen.findByRole('alertdialog', { name: 'Done' });
    expect(await screen.findByText('Gift of the house')).toBeDefined();
    expect(document.body.textContent).toContain('Left to play฿1,499.50');
    expect(screen.queryByRole('button', { name: /Welcome bonus/ })).toBeNull();
  });
});

describe('the active bonus', () => {
  beforeEach(() => api.set({ 'GET /api/bonus/check/active': activeBonus() }));

  it('shows its type, what is left, what counts, what cancelling costs, and until when', async () => {
    renderApp(<BonusView />);
    await screen.findByText('Limited bonus');
    const text = document.body.textContent;
    expect(text).toContain('Left to play฿1,499.50');
    expect(text).toContain('฿500.50 of ฿2,000.00');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(text).toContain('Slots100%');
    expect(text).toContain('Cancelling now costs฿30.25');
    expect(text).toContain('Time left: 3 d');
    expect(screen.queryByRole('button', { name: /Welcome bonus/ })).toBeNull();
  });

  it('is cancelled only after a question that tells the cost', async () => {
    renderApp(<BonusView />);
    await screen.findByText('Limited bonus');
    press('Cancel bonus');
    const question = await screen.findByRole('alertdialog', { name: 'Cancel this bonus?' });
    expect(question.textContent).toContain('฿30.25');
    fireEvent.click(within(question).getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.to('GET /api/bonus/clear')).toHaveLength(0);
  });

  it('is cleared, then looked at again, then the list is loaded', async () => {
    api.set({
      'GET /api/bonus/clear': () => {
        api.set({ 'GET /api/bonus/check/active': noneActive });
        return { message: 'BONUS_CLEAR', cost: 30.25 };
      },
    });
    renderApp(<BonusView />);
    await screen.findByText('Limited bonus');
    press('Cancel bonus');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel bonus' }));
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('The bonus has ended ฿30.25 was taken from your main wallet.');
    await tile(/Welcome bonus/);
    const paths = api.calls.map(({ path }) => path);
    const cleared = paths.indexOf('/api/bonus/clear');
    const checked = paths.indexOf('/api/bonus/check/active', cleared);
    expect(checked).toBeGreaterThan(cleared);
    expect(paths.indexOf('/api/bonus', checked)).toBeGreaterThan(checked);
  });

  it('that cannot be cancelled stays, and an alert says why', async () => {
    api.set({ 'GET /api/bonus/clear': refuse(409, 'BONUS_CONDITION') });
    renderApp(<BonusView />);
    await screen.findByText('Limited bonus');
    press('Cancel bonus');
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel bonus' }),
    );
    const told = await screen.findByRole('alertdialog', { name: 'That did not work' });
    expect(told.textContent).toContain('The bonus cannot end while conditions remain');
    expect(told.textContent).toContain('all credit has to be in your main wallet');
    expect(screen.getByText('Limited bonus')).toBeDefined();
  });

  it.each([
    ['is gone, when it has ended', noneActive, 'The bonus has ended'],
    ['nobody knows, when it has not', activeBonus(), 'may have ended or not'],
  ])('whose cancelling got no answer: %s', async (_, then, words) => {
    api.set({
      'GET /api/bonus/clear': () => {
        api.set({ 'GET /api/bonus/check/active': then });
        return noAnswer;
      },
    });
    renderApp(<BonusView />);
    await screen.findByText('Limited bonus');
    press('Cancel bonus');
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel bonus' }),
    );
    expect(await screen.findByText(new RegExp(words))).toBeDefined();
  });

  it('asks for credit to come back before it is cancelled', async () => {
    api.set({
      'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ amount: 50 })] }),
      'POST /api/wallet/collect': { message: 'OK', results: [] },
    });
    renderApp(<BonusView />);
    await screen.findByText('Limited bonus');
    expect(screen.getByText('Before cancelling, all credit has to be in your main wallet.')).toBeDefined();
    press('Cancel bonus');
    const question = await screen.findByRole('alertdialog', { name: 'Bring your credit home first' });
    fireEvent.click(within(question).getByRole('button', { name: 'Bring all home' }));
    await waitFor(() => expect(api.to('POST /api/wallet/collect')).toHaveLength(1));
    expect(api.to('GET /api/bonus/clear')).toHaveLength(0);
  });

  it('whose conditions are met can be withdrawn whole, or ended at no cost', async () => {
    api.set({
      'GET /api/bonus/check/active': activeBonus({ isMet: true, turnoverLeft: 0, turnoverDone: 2000 }),
      'GET /api/bonus/clear': { message: 'BONUS_CLEAR', cost: 0 },
    });
    renderApp(<BonusView />);
    await screen.findByText('Conditions met');
    press('Withdraw everything');
    expect(openModals.get()).toMatchObject([{ name: 'withdraw' }]);
    expect(screen.getByText('Cancelling now costs').parentElement?.textContent).toContain('Nothing');
    press('End bonus');
    const question = await screen.findByRole('alertdialog', { name: 'End this bonus?' });
    expect(question.textContent).toContain('all of your credit is yours, and nothing is taken');
    fireEvent.click(within(question).getByRole('button', { name: 'End bonus' }));
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).not.toContain('was taken');
  });

  it('whose time is over says what it waits for', async () => {
    api.set({ 'GET /api/bonus/check/active': activeBonus({ expiresAt: '2020-01-01T00:00:00.000Z' }) });
    renderApp(<BonusView />);
    expect(await screen.findByText(/Time is up/)).toBeDefined();
  });
});
