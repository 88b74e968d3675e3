import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isAnyModalOpen, openModals, type ModalProps, type ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { refuse, stubApi, type StubReplies } from '../../testing/stub-api.ts';
import { TransferModal } from './transfer-modal.tsx';

const slots = [
  sampleSlot({ code: 'PG', name: 'Lotus', amount: 80.25 }),
  sampleSlot({ code: 'JOKER', name: 'Joker', amount: 5 }),
  sampleSlot({ code: 'CLOSED', name: 'Closed', isActive: false }),
];
const wallet = sampleWallet({ wallet: { amount: 500, transit: 0 }, slots });
const moved = (status: 'SUCCESS' | 'PENDING') => ({ message: 'OK', _id: 'm1', status, amount: 500 });

async function open(replies: StubReplies, props?: ModalProps['transfer']) {
  const api = stubApi({
    'GET /api/wallet': wallet,
    'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
    ...replies,
  });
  const onClose = vi.fn<(result?: ModalResult) => void>();
  renderApp(<TransferModal props={props} onClose={onClose} />);
  await screen.findByText('Transfer', { selector: 'h2' });
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  return { api, onClose };
}

const field = <Element extends HTMLElement>(label: string) => screen.findByLabelText<Element>(label);
const choose = async (label: string, value: string) =>
  fireEvent.change(await field<HTMLSelectElement>(label), { target: { value } });
const amount = () => field<HTMLInputElement>('Amount');
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => saveToken('t', false));

describe('the transfer modal', () => {
  it('wants both sides', async () => {
    const { api } = await open({});
    await amount();
    press('Transfer');
    expect(screen.getByText('Please choose where to move credit from and to')).toBeDefined();
    expect(api.to('POST /api/wallet/transfer')).toHaveLength(0);
  });

  it('refuses the same account on both sides', async () => {
    const { api } = await open({});
    await choose('To', 'WALLET');
    press('Transfer');
    expect(screen.getByText('Credit cannot move to the same account')).toBeDefined();
    expect(api.to('POST /api/wallet/transfer')).toHaveLength(0);
  });

  it('refuses less than one', async () => {
    const { api } = await open({}, { from: 'PG', to: 'WALLET' });
    fireEvent.change(await amount(), { target: { value: '0.99' } });
    press('Transfer');
    expect(screen.getByText('The minimum is ฿1.00')).toBeDefined();
    expect(document.activeElement).toBe(await amount());
    expect(api.to('POST /api/wallet/transfer')).toHaveLength(0);
  });

  it('takes an amount in Thai digits, and no text that is not an amount', async () => {
    const { api } = await open({}, { from: 'PG', to: 'WALLET' });
    fireEvent.change(await amount(), { target: { value: '-200' } });
    expect((await amount()).value).toBe('-200');
    press('Transfer');
    expect(api.to('POST /api/wallet/transfer')).toHaveLength(0);
    fireEvent.change(await amount(), { target: { value: '๓๐.๕' } });
    expect((await amount()).value).toBe('30.5');
    expect(screen.getByRole('button', { name: 'Transfer ฿30.50' })).toBeDefined();
  });

  it('moves the whole wallet into a game, and lets nobody change that', async () => {
    const { api, onClose } = await open({ 'POST /api/wallet/transfer': moved('SUCCESS') });
    fireEvent.change(await amount(), { target: { value: '20' } });
    await choose('To', 'PG');
    const input = await amount();
    expect([input.value, input.readOnly]).toEqual(['500', true]);
    press('Transfer ฿500.00');
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('Your transfer went through');
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ refresh: true });
    expect(api.to('POST /api/wallet/transfer').map(({ body }) => body)).toEqual([
      { from: 'WALLET', to: 'PG', amount: 500 },
    ]);
  });

  it('turns the two sides round, and then takes any amount', async () => {
    const { api } = await open({ 'POST /api/wallet/transfer': moved('SUCCESS') }, { to: 'PG' });
    await amount();
    press('Swap the two accounts');
    const input = await amount();
    expect([input.value, input.readOnly]).toEqual(['80.25', false]);
    fireEvent.change(input, { target: { value: '30.5' } });
    press('Transfer ฿30.50');
    await screen.findByText('Your transfer went through');
    expect(api.to('POST /api/wallet/transfer')[0]?.body).toEqual({ from: 'PG', to: 'WALLET', amount: 30.5 });
  });

  it('moves from game to game, all of it', async () => {
    const { api } = await open(
      { 'POST /api/wallet/transfer': moved('SUCCESS') },
      { from: 'PG', to: 'JOKER' },
    );
    const input = await amount();
    expect([input.value, input.readOnly]).toEqual(['80.25', true]);
    expect(screen.getByText('Everything in Lotus moves, through your main wallet')).toBeDefined();
    press('Transfer ฿80.25');
    await screen.findByText('Your transfer went through');
    expect(api.to('POST /api/wallet/transfer')[0]?.body).toEqual({ from: 'PG', to: 'JOKER', amount: 80.25 });
  });

  const newest = (from: string, to: string) => ({
    total: 1,
    statements: [
      {
        _id: 's1',
        statementType: 'transfer' as const,
        amount: 80.25,
        status: 'FAILED' as const,
        from,
        to,
        createdAt: '2026-11-20T09:00:00.000Z',
      },
    ],
  });
  it.each([
    [
      'the first half failed',
      newest('PG', 'WALLET'),
      'The transfer did not go through. The credit is still in the game.',
    ],
    [
      'the second half failed',
      newest('WALLET', 'JOKER'),
      'The credit left Lotus, but Joker did not take it. All of it is in your main wallet.',
    ],
    ['another movement is the newest', newest('KBANK', 'WALLET'), 'in Lotus or in your main wallet'],
    ['the statement does not load', refuse(429, 'REQUEST_LIMIT'), 'in Lotus or in your main wallet'],
  ])('says where the credit of a failed move from game to game is: %s', async (_, statement, words) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await open(
      {
        'POST /api/wallet/transfer': refuse(409, 'TRANSFER_FAIL'),
        'POST /api/statement': statement,
      },
      { from: 'PG', to: 'JOKER' },
    );
    await amount();
    press('Transfer ฿80.25');
    expect(await screen.findByText(words, { exact: false })).toBeDefined();
  });

  it('brings the credit of all games home, and then shows what came of it', async () => {
    const results = [
      { code: 'PG', status: 'SUCCESS', amount: 80.25, message: 'OK' },
      { code: 'JOKER', status: 'FAILED', amount: 0, message: 'TRANSFER_FAIL' },
    ] as const;
    const { api, onClose } = await open({
      'POST /api/wallet/collect': { message: 'OK', results: [...results] },
    });
    await amount();
    press('Bring all ฿85.25 home');
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith({ refresh: true }));
    expect(api.to('POST /api/wallet/collect')).toHaveLength(1);
    expect(isAnyModalOpen()).toBe(true);
  });

  it('offers open accounts only', async () => {
    await open({});
    const options = [...(await field<HTMLSelectElement>('To')).options].map(({ text }) => text);
    expect(options).toEqual([
      'Choose an account',
      'Main wallet · ฿500.00',
      'Lotus · ฿80.25',
      'Joker · ฿5.00',
    ]);
  });

  it.each([
    ['MONEY_NOT_ENOUGH', 'There is not enough money for that. Nothing has moved.'],
    ['TRANSFER_FAIL', 'The transfer did not go through. The money is back in your wallet.'],
  ] as const)('tells %s in an alert, stays, and does not try again', async (code, words) => {
    const { api, onClose } = await open({ 'POST /api/wallet/transfer': refuse(409, code) }, { to: 'PG' });
    await amount();
    press('Transfer ฿500.00');
    const told = await screen.findByRole('alertdialog', { name: 'That did not work' });
    expect(told.textContent).toContain(words);
    expect(onClose).not.toHaveBeenCalled();
    expect(api.to('POST /api/wallet/transfer')).toHaveLength(1);
  });

  it('says that credit is on its way when the game has not confirmed, and opens its receipt', async () => {
    const { onClose } = await open({ 'POST /api/wallet/transfer': moved('PENDING') }, { to: 'PG' });
    await amount();
    press('Transfer ฿500.00');
    await screen.findByText('On its way');
    expect(screen.getByText(/฿500\.00 is on its way/)).toBeDefined();
    press('See details');
    expect(openModals.get()).toMatchObject([{ name: 'receipt', props: { transferId: 'm1' } }]);
    press('OK');
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ refresh: true });
  });

  it('sends the player to open an account first', async () => {
    await open({ 'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ isActive: false })] }) });
    expect(await screen.findByText('No game account yet')).toBeDefined();
  });
});
