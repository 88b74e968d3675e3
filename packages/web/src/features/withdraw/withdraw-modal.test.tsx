import type { ResponseBody } from '@krapao/contract/routes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldIntents } from '../../lib/intent.ts';
import { openModals, type ModalResult } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { goBack } from '../../testing/go-back.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { activeBonus, noneActive } from '../../testing/sample-bonus.ts';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { toasts } from '../../ui/toast-store.ts';
import { WithdrawModal } from './withdraw-modal.tsx';

const taken = (status: 'SUCCESS' | 'FAILED' | 'PENDING') => ({
  message: 'OK',
  _id: 'w1',
  status,
  amount: 150,
});

type Receipt = ResponseBody<'GET /api/statement/item/:transferId'>;

const item = {
  _id: 'p1',
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KBANK',
  amount: 20,
  status: 'PENDING',
  createdAt: '2026-11-20T09:00:00.000Z',
} as const;
const withBank: Receipt = { ...item, steps: [{ step: 'sent', at: item.createdAt }], canCancel: false };
const delayed: Receipt = {
  ...item,
  note: 'DELAYED_PAYOUT',
  steps: [
    { step: 'created', at: item.createdAt },
    { step: 'delayed', at: '2026-11-21T09:00:00.000Z' },
  ],
  canCancel: true,
};

const reviewed: Receipt = {
  ...item,
  note: 'IN_REVIEW',
  steps: [
    { step: 'created', at: item.createdAt },
    { step: 'review', at: item.createdAt },
  ],
  canCancel: true,
};

let api: StubApi;
const onClose = vi.fn<(result?: ModalResult) => void>();

beforeEach(() => {
  saveToken('t', false);
  onClose.mockReset();
  api = stubApi({
    'GET /api/wallet': sampleWallet({ wallet: { amount: 300, transit: 20 } }),
    'GET /api/lookup/withdraw': { withdrawMin: 100, withdrawMax: 1000 },
    'POST /api/wallet/withdraw': taken('PENDING'),
    'GET /api/statement/item/:transferId': withBank,
  });
});

const open = () => renderApp(<WithdrawModal props={undefined} onClose={onClose} />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = () => api.to('POST /api/wallet/withdraw');
const field = () => screen.findByLabelText<HTMLInputElement>('Amount');

async function ask(amount: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: amount } });
  press('Review');
}
async function confirmed(amount: string): Promise<void> {
  open();
  await ask(amount);
  press('Confirm withdrawal');
}

describe('asking for an amount', () => {
  it('shows what can be withdrawn, what is under way, where it goes, and the limits', async () => {
    open();
    await field();
    const text = screen.getByRole('dialog').textContent;
    expect(text).toContain('฿300.00');
    expect(text).toContain('฿20.00 more is on its way');
    expect(text).toContain('•••-•••-7890');
    expect(text).not.toContain('1234567890');
    expect(text).toContain('฿100.00 to ฿1,000.00');
    expect(text).toContain('While a bonus is active, the whole balance has to be withdrawn.');
  });

  it.each([
    ['99.99', 'The minimum is ฿100.00'],
    ['1000.01', 'The maximum is ฿1,000.00'],
    ['300.01', 'Not enough: you have ฿300.00'],
  ])('refuses %s: %s', async (amount, problem) => {
    open();
    await ask(amount);
    expect(screen.getByText(new RegExp(problem))).toBeDefined();
    expect(document.activeElement).toBe(await field());
    expect(screen.queryByText('Confirm your withdrawal')).toBeNull();
  });

  it.each(['100', '300'])('accepts %s', async (amount) => {
    open();
    await ask(amount);
    expect(screen.getByText('Confirm your withdrawal')).toBeDefined();
  });

  it('takes an amount in Thai digits, and no text that is not an amount', async () => {
    open();
    for (const wrong of ['1e3', '-200', '10,50']) {
      fireEvent.change(await field(), { target: { value: wrong } });
      expect((await field()).value).toBe(wrong);
      expect(screen.getByRole('button', { name: 'Review' })).toHaveProperty('disabled', true);
    }
    await ask('๒๐๐.๕๐');
    expect(screen.getByRole('dialog', { name: 'Confirm your withdrawal' }).textContent).toContain('฿200.50');
  });

  it('does not scold for an amount that is still being typed', async () => {
    open();
    fireEvent.change(await field(), { target: { value: '9' } });
    expect(screen.queryByText('The minimum is ฿100.00')).toBeNull();
  });

  it('fills in everything', async () => {
    open();
    await field();
    press('All');
    expect((await field()).value).toBe('300');
  });

  it('says how much it takes when there is too little', async () => {
    api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 99.99, transit: 0 } }) });
    open();
    expect((await field()).disabled).toBe(true);
    expect(screen.getByText('You need at least ฿100.00 to withdraw')).toBeDefined();
  });

  it('can try again when the limits did not load, and says nothing more', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    api.set({ 'GET /api/lookup/withdraw': noAnswer });
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(toasts.get()).toEqual([]);
    api.set({ 'GET /api/lookup/withdraw': { withdrawMin: 1, withdrawMax: 2 } });
    fireEvent.click(retry);
    expect(await field()).toBeDefined();
  });
});

describe('credit in games', () => {
  it('is brought back from the same sheet, and can be withdrawn then', async () => {
    api.set({
      'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ amount: 500 })] }),
      'GET /api/wallet/refresh/slot': { message: 'OK', slots: [] },
      'POST /api/wallet/collect': () => {
        api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 500, transit: 0 } }) });
        return { message: 'OK', results: [{ code: 'PG', status: 'SUCCESS', amount: 500, message: 'OK' }] };
      },
    });
    open();
    expect(await screen.findByText(/^฿500\.00 more is in games\./)).toBeDefined();
    press('Bring all ฿500.00 home');
    await waitFor(() => expect(openModals.get()).toMatchObject([{ name: 'collected' }]));
    expect(screen.queryByText(/more is in games/)).toBeNull();
    press('All');
    press('Review');
    expect(screen.getByRole('dialog', { name: 'Confirm your withdrawal' }).textContent).toContain('฿500.00');
  });
});

describe('confirming', () => {
  it('sums up before anything is sent, and can go back to the same amount', async () => {
    open();
    await ask('120.50');
    const text = screen.getByRole('dialog').textContent;
    expect(text).toContain('฿120.50');
    expect(text).toContain('Kasikornbank');
    expect(text).toContain('SOMCHAI JAI');
    expect(text).toContain('฿179.50');
    expect(sent()).toHaveLength(0);
    press('Back');
    expect((await field()).value).toBe('120.50');
  });

  it('goes one step back by the back button, and stays while it is being sent', async () => {
    open();
    await ask('120.50');
    await goBack();
    expect((await field()).value).toBe('120.50');
    expect(onClose).not.toHaveBeenCalled();

    api.set({ 'POST /api/wallet/withdraw': () => new Promise<never>(() => undefined) });
    press('Review');
    press('Confirm withdrawal');
    await waitFor(() => expect(sent()).toHaveLength(1));
    await goBack();
    expect(screen.getByText('Confirm your withdrawal')).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('sends once, with a key of its own, and tells that it is being paid out', async () => {
    await confirmed('150');
    fireEvent.click(screen.getByRole('button', { name: /Confirm withdrawal/ }));
    expect(await screen.findByText(/฿150.00 is being paid out/)).toBeDefined();
    expect(sent().map(({ body }) => body)).toEqual([{ amount: 150 }]);
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^.{8,}$/);
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ refresh: true });
    expect(screen.getByRole('alertdialog', { name: 'Received' })).toBeDefined();
  });

  it('tells of one that is through already, and of one that the bank refused', async () => {
    api.set({ 'POST /api/wallet/withdraw': taken('SUCCESS') });
    const view = open();
    await ask('150');
    press('Confirm withdrawal');
    expect(await screen.findByText('Your transfer went through')).toBeDefined();
    press('OK');
    view.unmount();

    api.set({ 'POST /api/wallet/withdraw': taken('FAILED') });
    await confirmed('150');
    expect(await screen.findByText(/The bank refused this withdrawal/)).toBeDefined();
  });

  it('shows a refusal as a red toast and goes back to the amount, with the balance loaded again', async () => {
    api.set({ 'POST /api/wallet/withdraw': refuse(400, 'MONEY_NOT_ENOUGH') });
    await confirmed('150');
    await waitFor(() => expect(toasts.get()).toMatchObject([{ tone: 'error' }]));
    expect((await field()).value).toBe('150');
    expect(onClose).not.toHaveBeenCalled();
    expect(api.to('GET /api/wallet').length).toBeGreaterThan(1);
  });

  it('is honest about a lost answer, and sends the same amount under the same key', async () => {
    api.set({ 'POST /api/wallet/withdraw': noAnswer });
    await confirmed('150');
    expect(await screen.findByText(/The connection was lost before we heard how it went/)).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
    expect(sent()).toHaveLength(1);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);

    api.set({ 'POST /api/wallet/withdraw': taken('PENDING') });
    await waitFor(() => {
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm withdrawal' }).disabled).toBe(
        false,
      );
    });
    press('Confirm withdrawal');
    await screen.findByText(/is being paid out/);
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it('takes who wants to look to the statement, after which the same amount is another withdrawal', async () => {
    api.set({ 'POST /api/wallet/withdraw': noAnswer });
    const view = open();
    await ask('150');
    press('Confirm withdrawal');
    fireEvent.click(await screen.findByRole('button', { name: 'See statement' }));
    await waitFor(() => expect(window.location.pathname).toBe('/user/statement'));
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ refresh: true });
    expect(heldIntents()).toEqual([]);
    view.unmount();

    await confirmed('150');
    await waitFor(() => expect(sent()).toHaveLength(2));
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).not.toBe(keys[0]);
  });
});

describe('everything at once', () => {
  beforeEach(() => {
    api.set({
      'GET /api/wallet': sampleWallet({ wallet: { amount: 1500.75, transit: 0 } }),
      'POST /api/wallet/withdrawAll': { ...taken('PENDING'), amount: 1500.75 },
    });
  });
  const choose = async () =>
    fireEvent.click(await screen.findByRole('switch', { name: 'Withdraw all ฿1,500.75 at once' }));
  const sentWhole = () => api.to('POST /api/wallet/withdrawAll');

  it('is offered above the limit only', async () => {
    api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 1000, transit: 0 } }) });
    open();
    await field();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('locks the amount to the balance and sends it as everything', async () => {
    open();
    await choose();
    const input = await field();
    expect([input.value, input.readOnly]).toEqual(['1,500.75', true]);
    press('Review');
    expect(screen.getByRole('dialog').textContent).toContain('฿1,500.75');
    press('Confirm withdrawal');
    await screen.findByText(/฿1,500.75 is being paid out/);
    expect(sentWhole().map(({ body }) => body)).toEqual([{ amount: 1500.75 }]);
    expect(sent()).toHaveLength(0);
  });

  it('is a choice: the same amount typed is above the limit', async () => {
    open();
    await ask('1500.75');
    expect(screen.getByText('The maximum is ฿1,000.00')).toBeDefined();
    expect(sentWhole()).toHaveLength(0);
  });

  it('shows the new balance when it has changed meanwhile', async () => {
    api.set({ 'POST /api/wallet/withdrawAll': refuse(400, 'KEY_INVALID') });
    open();
    await choose();
    press('Review');
    api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 1600, transit: 0 } }) });
    press('Confirm withdrawal');
    await screen.findByText(/Your balance has changed, so nothing was withdrawn/);
    expect((await field()).value).toBe('1,600');
  });
});

describe('withdrawals under way', () => {
  it.each([
    [
      'on hold, and until when',
      delayed,
      /฿150.00 is set aside. It goes to the bank after 21\/11\/2026 16:00:00/,
    ],
    ['checked by staff', reviewed, /฿150.00 is held. Our staff checks it before it goes to the bank/],
  ])('says that a payout is %s', async (_, receipt, words) => {
    api.set({ 'GET /api/statement/item/:transferId': { ...receipt, _id: 'w1' } });
    await confirmed('150');
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('are listed with their state, and can be cancelled until the bank has them', async () => {
    api.set({
      'POST /api/statement': {
        total: 5,
        statements: [
          item,
          { ...item, _id: 'p2', amount: 7 },
          { ...item, _id: 'p3', amount: 8 },
          { ...item, _id: 'p4', status: 'SUCCESS' },
          { ...item, _id: 'p5', statementType: 'transfer' },
        ],
      },
      'GET /api/statement/item/:transferId': ({ path }) =>
        path.endsWith('p1') ? delayed : path.endsWith('p2') ? withBank : reviewed,
      'DELETE /api/wallet/withdraw/:transferId': { message: 'OK' },
    });
    open();
    await screen.findByText('On hold until 21/11/2026 16:00:00');
    expect(await screen.findByText('Waiting for the bank')).toBeDefined();
    expect(await screen.findByText('Being checked by our staff')).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: /^Details of the withdrawal ?฿7\.00/ }));
    expect(openModals.get()).toMatchObject([{ name: 'receipt', props: { transferId: 'p2' } }]);
    expect(screen.getAllByRole('button', { name: 'Cancel withdrawal' })).toHaveLength(2);
    fireEvent.click(screen.getAllByRole('button', { name: 'Cancel withdrawal' })[0]!);
    await screen.findByText('Cancel this withdrawal?');
    api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 320, transit: 0 } }) });
    fireEvent.click(screen.getAllByRole('button', { name: 'Cancel withdrawal' }).at(-1)!);
    await screen.findByText('Cancelled. ฿20.00 is back in your main wallet.');
    expect(api.to('DELETE /api/wallet/withdraw/:transferId').map(({ path }) => path)).toEqual([
      '/api/wallet/withdraw/p1',
    ]);
    await waitFor(() => expect(screen.queryByText('In progress')).toBeNull());
  });

  it('are not looked for while no money is held', async () => {
    api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount: 300, transit: 0 } }) });
    open();
    await field();
    expect(api.to('POST /api/statement')).toHaveLength(0);
  });
});

describe('while a bonus is active', () => {
  const note = /A bonus is active, so the whole balance has to be withdrawn/;

  it('only the whole balance can be withdrawn, whatever the upper limit', async () => {
    api.set({
      'GET /api/bonus/check/active': activeBonus({ isMet: true, turnoverLeft: 0 }),
      'GET /api/wallet': sampleWallet({ wallet: { amount: 1500.25, transit: 0 } }),
      'POST /api/wallet/withdrawAll': taken('PENDING'),
    });
    open();
    const input = await field();
    expect(input.value).toBe('1,500.25');
    expect(input.readOnly).toBe(true);
    expect(screen.getByText(note)).toBeDefined();
    expect(screen.queryByRole('switch')).toBeNull();
    press('Review');
    press('Confirm withdrawal');
    await waitFor(() => expect(api.to('POST /api/wallet/withdrawAll')).toHaveLength(1));
    expect(api.to('POST /api/wallet/withdrawAll')[0]?.body).toEqual({ amount: 1500.25 });
    expect(sent()).toHaveLength(0);
  });

  it('what is left to play stands in the way, and is told', async () => {
    api.set({ 'GET /api/bonus/check/active': activeBonus() });
    open();
    await screen.findByText(note);
    expect(screen.getByText(/฿1,499\.50 is left to play/)).toBeDefined();
    expect(screen.queryByText('Available to withdraw')).toBeNull();
    expect(screen.getByText('Main wallet')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Review' })).toHaveProperty('disabled', true);
  });

  it('the lower limit holds all the same', async () => {
    api.set({
      'GET /api/bonus/check/active': activeBonus({ isMet: true }),
      'GET /api/wallet': sampleWallet({ wallet: { amount: 99.99, transit: 0 } }),
    });
    open();
    await field();
    press('Review');
    expect(await screen.findByText('The minimum is ฿100.00')).toBeDefined();
    expect(screen.queryByText('Confirm your withdrawal')).toBeNull();
  });

  it('a server that says otherwise is heard', async () => {
    api.set({
      'GET /api/bonus/check/active': noneActive,
      'POST /api/wallet/withdraw': refuse(409, 'BONUS_CONDITION'),
    });
    await confirmed('150');
    expect(await screen.findByText(/The bonus cannot end while conditions remain/)).toBeDefined();
  });
});
