import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { activeBonus, noneActive, sampleBonus } from '../../testing/sample-bonus.ts';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { BonusModal } from './bonus-modal.tsx';

let api: StubApi;
const onClose = vi.fn<(result?: ModalResult) => void>();
const userBonus = { _id: 'u', isActive: true, received: [] };

beforeEach(() => {
  saveToken('t', false);
  onClose.mockReset();
  api = stubApi({
    'GET /api/wallet': sampleWallet(),
    'GET /api/bonus': [sampleBonus()],
    'GET /api/bonus/check/active': noneActive,
    'GET /api/lookup/notice': { text: 'Ending early: {percentFail}.' },
    'GET /api/bonus/activate/:code': () => {
      api.set({ 'GET /api/bonus/check/active': activeBonus() });
      return { userBonus };
    },
  });
});

const open = (code = 'WELCOME') => renderApp(<BonusModal props={{ code }} onClose={onClose} />);
const take = async () => fireEvent.click(await screen.findByRole('button', { name: 'Take this bonus' }));
const sent = () => api.to('GET /api/bonus/activate/:code');

describe('a bonus to be read before it is taken', () => {
  it('shows its banners, its terms in plain words, and the notice with the percentage filled in', async () => {
    open();
    const dialog = await screen.findByRole('dialog', { name: 'Welcome bonus' });
    await screen.findByText('Ending early: 20%.');
    expect(within(dialog).getByText('Doubled')).toBeDefined();
    for (const words of [
      '100% of your latest deposit, up to ฿500.00',
      '฿100.00 or more',
      '5 × the bonus and its deposit together',
      '7 × 24 hours from taking it',
      '1 × in all',
      'You give back 20% of the credit above your own money',
      'Sports50%',
    ]) {
      expect(dialog.textContent).toContain(words);
    }
  });

  it('that needs no deposit says so', async () => {
    const { terms } = sampleBonus();
    const free = { ...terms, gives: { kind: 'fixed', amount: 50 } as const, minDeposit: 0 };
    api.set({ 'GET /api/bonus': [sampleBonus({ terms: free })] });
    open();
    await screen.findByText('Not needed');
    expect(screen.getByText('5 × the bonus')).toBeDefined();
  });

  it.each<[string, unknown]>([
    ['a bare text', 'Ending early: {percentFail}.'],
    ['HTML', { html: '<b>Ending early: {percentFail}.</b>' }],
  ])('takes the notice as %s too', async (_, notice) => {
    api.set({ 'GET /api/lookup/notice': notice as never });
    open();
    expect(await screen.findByText('Ending early: 20%.')).toBeDefined();
  });

  it('that is no longer on offer says so', async () => {
    open('GONE');
    expect(await screen.findByText('This bonus is no longer on offer')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Take this bonus' })).toBeNull();
  });
});

describe('taking it', () => {
  it('is sent once, however often it is pressed, and loads the list again', async () => {
    open();
    await take();
    await take().catch(() => undefined);
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('฿200.00 bonus is in your main wallet.');
    expect(sent().map(({ path }) => path)).toEqual(['/api/bonus/activate/WELCOME']);
    expect(api.to('GET /api/bonus').length).toBeGreaterThan(1);
    expect(onClose).toHaveBeenCalledWith({ refresh: true });
  });

  it.each([
    ['BONUS_FULL', 'This promotion is full'],
    ['BONUS_REMAINING', 'A bonus is active'],
    ['BONUS_ALREADY_ACTIVE', 'You have an active bonus already'],
    ['BONUS_MAX_CLAIMED', 'as often as it allows'],
    ['BONUS_CONDITION', 'It is given on a new deposit'],
  ] as const)('refused with %s says so in an alert', async (code, words) => {
    api.set({ 'GET /api/bonus/activate/:code': refuse(409, code) });
    open();
    await take();
    const told = await screen.findByRole('alertdialog', { name: 'That did not work' });
    expect(told.textContent).toContain(words);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('that got no answer but worked is told as done', async () => {
    api.set({
      'GET /api/bonus/activate/:code': () => {
        api.set({ 'GET /api/bonus/check/active': activeBonus() });
        return noAnswer;
      },
    });
    open();
    await take();
    expect(await screen.findByRole('alertdialog', { name: 'Done' })).toBeDefined();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('that got no answer and cannot be seen is honest about it', async () => {
    api.set({ 'GET /api/bonus/activate/:code': noAnswer });
    open();
    await take();
    expect(await screen.findByText(/You may have the bonus or not/)).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });
});
