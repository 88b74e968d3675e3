import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { heldIntents } from '../../lib/intent.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { activeBonus, noneActive, sampleBonus } from '../../testing/sample-bonus.ts';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { toasts } from '../../ui/toast-store.ts';
import { PromotionSearch } from './promotion-search.tsx';

const { terms } = sampleBonus();
const promotion = { percentFail: 30, description: '<p>Lucky <b>88</b></p>', terms };
let api: StubApi;

beforeEach(() => {
  saveToken('t', false);
  api = stubApi({
    'GET /api/wallet': sampleWallet(),
    'GET /api/bonus/check/active': noneActive,
    'GET /api/bonus': [],
    'GET /api/lookup/notice': { text: 'Ending early: {percentFail}.' },
    'GET /api/promotion/find/:code': promotion,
    'GET /api/promotion/activate/:code': () => {
      const check = activeBonus({ code: 'LUCKY88', name: 'Lucky' });
      api.set({ 'GET /api/bonus/check/active': { ...check, type: 'promotion' } });
      return { message: 'OK' };
    },
  });
  open('BAHT');
});

const open = (currency?: 'BAHT') => renderApp(<PromotionSearch currency={currency} />);

const field = () => screen.getByLabelText<HTMLInputElement>('Promotion code');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const button = () => screen.getByRole('button', { name: 'Search' });
const paths = () => api.calls.map(({ path }) => path).filter((path) => path.includes('/promotion/'));

describe('a promotion code', () => {
  it('is upper case whatever is typed, and sent so', async () => {
    type(' lucky 88');
    expect(field().value).toBe('LUCKY88');
    fireEvent.click(button());
    fireEvent.click(await screen.findByRole('button', { name: 'Take this bonus' }));
    await screen.findByRole('alertdialog', { name: 'Done' });
    expect(paths()).toEqual(['/api/promotion/find/LUCKY88', '/api/promotion/activate/LUCKY88']);
  });

  it('that is empty cannot be searched', () => {
    expect(button()).toHaveProperty('disabled', true);
    fireEvent.submit(field());
    type('   ');
    fireEvent.submit(field());
    expect(paths()).toEqual([]);
  });

  it('says that it is looked up while it is', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => (answer = resolve));
    api.set({ 'GET /api/promotion/find/:code': () => waiting.then(() => promotion) });
    type('LUCKY88');
    fireEvent.click(button());
    expect(await screen.findByText('Looking for the promotion…')).toBeDefined();
    fireEvent.submit(field());
    answer();
    await screen.findByText('88');
    expect(screen.queryByText('Looking for the promotion…')).toBeNull();
    expect(paths()).toHaveLength(1);
  });

  it.each([
    ['refused', refuse(404, 'NO_PROMOTION')],
    ['with letters no code has', refuse(400, 'KEY_INVALID')],
    ['answered with nothing', {} as never],
  ])('that is not found (%s) says so beside the field, and nowhere else', async (_, reply) => {
    api.set({ 'GET /api/promotion/find/:code': reply });
    type('NOPE');
    fireEvent.click(button());
    expect(await screen.findByText(/No promotion has this code/)).toBeDefined();
    expect([...toasts.get(), ...alerts.get()]).toEqual([]);
    type('NOPES');
    expect(screen.queryByText(/No promotion has this code/)).toBeNull();
  });

  it.each([
    [409, 'PROMOTION_RECEIVED', 'You have received this promotion already'],
    [429, 'REQUEST_LIMIT', /Too many requests/],
  ] as const)('refused for another reason (%d %s) keeps that reason', async (status, code, words) => {
    api.set({ 'GET /api/promotion/find/:code': refuse(status, code) });
    type('LUCKY88');
    fireEvent.click(button());
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByText(/No promotion has this code/)).toBeNull();
  });

  it('that is found shows what it gives and asks for, and the notice with its percentage', async () => {
    type('LUCKY88');
    fireEvent.click(button());
    await screen.findByText('Ending early: 30%.');
    const found = screen.getByRole('region', { name: 'LUCKY88' });
    for (const words of [
      'Lucky 88',
      '100% of your latest deposit, up to ฿500.00',
      '5 × the bonus and its deposit together',
      'You give back 30% of the credit above your own money',
    ]) {
      expect(found.textContent).toContain(words);
    }
  });

  it('that is found can be taken though the balances did not load', async () => {
    cleanup();
    open();
    type('LUCKY88');
    fireEvent.click(button());
    await screen.findByText('Ending early: 30%.');
    fireEvent.click(screen.getByRole('button', { name: 'Take this bonus' }));
    await screen.findByRole('alertdialog', { name: 'Done' });
    expect(paths()).toEqual(['/api/promotion/find/LUCKY88', '/api/promotion/activate/LUCKY88']);
  });

  it('that is full says so in an alert', async () => {
    api.set({ 'GET /api/promotion/activate/:code': refuse(409, 'BONUS_FULL') });
    type('LUCKY88');
    fireEvent.click(button());
    fireEvent.click(await screen.findByRole('button', { name: 'Take this bonus' }));
    const told = await screen.findByRole('alertdialog', { name: 'That did not work' });
    expect(told.textContent).toContain('This promotion is full');
  });

  it('whose answer got lost is told as taken where its bonus is active', async () => {
    api.set({
      'GET /api/promotion/activate/:code': () => {
        const check = activeBonus({ code: 'LUCKY88' });
        api.set({ 'GET /api/bonus/check/active': { ...check, type: 'promotion' } });
        return noAnswer;
      },
    });
    type('LUCKY88');
    fireEvent.click(button());
    fireEvent.click(await screen.findByRole('button', { name: 'Take this bonus' }));
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('bonus is in your main wallet.');
    expect(heldIntents()).toEqual([]);
  });

  it('that was taken leaves an empty field', async () => {
    type('LUCKY88');
    fireEvent.click(button());
    fireEvent.click(await screen.findByRole('button', { name: 'Take this bonus' }));
    await screen.findByRole('alertdialog', { name: 'Done' });
    await waitFor(() => expect(field().value).toBe(''));
  });
});
