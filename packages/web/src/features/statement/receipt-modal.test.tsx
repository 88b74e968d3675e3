import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';
import { toasts } from '../../ui/toast-store.ts';
import { ReceiptModal } from './receipt-modal.tsx';
import type { Receipt } from './receipt-rules.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const ID = '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a01';
const open: Receipt = {
  _id: ID,
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KBANK',
  amount: 300.5,
  status: 'PENDING',
  createdAt: '2026-11-20T09:00:00.000Z',
  note: 'DELAYED_PAYOUT',
  steps: [
    { step: 'created', at: '2026-11-20T09:00:00.000Z' },
    { step: 'delayed', at: '2026-11-21T09:00:00.000Z' },
  ],
  canCancel: true,
};
const cancelled: Receipt = {
  ...open,
  status: 'FAILED',
  reason: 'cancelled',
  canCancel: false,
  steps: [
    { step: 'created', at: '2026-11-20T09:00:00.000Z' },
    { step: 'voided', at: '2026-11-20T10:00:00.000Z' },
  ],
};

let api: StubApi;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  saveToken('t', false);
  api = stubApi({
    'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ code: 'PG', name: 'PG Soft' })] }),
    'GET /api/lookup/banks': [{ code: 'KBANK', nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' }],
    'GET /api/statement/item/:transferId': open,
    'POST /api/statement': { total: 0, statements: [] },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = () => renderApp(<ReceiptModal props={{ transferId: ID }} onClose={() => undefined} />);
const text = () => screen.getAllByRole('dialog')[0]?.textContent ?? '';
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const askCancel = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
  await screen.findByText('Cancel this withdrawal?');
};
/** Presses the button in the confirmation, not the one that opened it. */
const confirmCancel = () =>
  fireEvent.click(screen.getAllByRole('button', { name: 'Cancel withdrawal' }).at(-1)!);
const deletes = () => api.to('DELETE /api/wallet/withdraw/:transferId');

describe('a receipt', () => {
  it('says how much, from where to where, how far it has come and until when it waits', async () => {
    show();
    await screen.findByText('Kasikornbank');
    expect(text()).toContain('-฿300.50');
    expect(text()).toContain('In progress');
    expect(text()).toContain('Main wallet');
    expect(text()).toContain('On hold for your protectionuntil 21/11/2026 16:00:00');
    expect(text()).toContain('Your password or account name was changed recently');
    expect(text()).toContain(ID);
    expect(screen.getByRole('button', { name: /Reference/ })).toBeDefined();
  });

  const asked: Receipt['steps'] = [{ step: 'created', at: open.createdAt }];
  const given: Receipt['steps'] = [...asked, { step: 'sent', at: open.createdAt }];
  it.each<[string, Receipt['steps'], Partial<Receipt>, string[]]>([
    [
      'Being sent to the bank',
      asked,
      { status: 'SUCCESS', steps: [...given, { step: 'posted', at: NOW.toISOString() }] },
      ['Successful', 'Paid into your bank account'],
    ],
    [
      'Waiting for the bank',
      given,
      {
        status: 'FAILED',
        reason: 'refused_by_bank',
        steps: [...given, { step: 'voided', at: NOW.toISOString() }],
      },
      ['Failed', 'The bank refused it', 'All of the money is back in your main wallet.'],
    ],
  ])(
    'follows a movement to its end by itself, and then asks no more: %s',
    async (state, steps, end, words) => {
      const underway = { ...open, canCancel: false, steps };
      api.set({ 'GET /api/statement/item/:transferId': underway });
      show();
      await screen.findByText(state);
      expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
      api.set({ 'GET /api/statement/item/:transferId': { ...underway, ...end } });
      const wallets = api.to('GET /api/wallet').length;
      await pass(2_500);
      for (const word of words) expect(text()).toContain(word);
      expect(api.to('GET /api/wallet').length).toBeGreaterThan(wallets);
      const looks = api.to('GET /api/statement/item/:transferId').length;
      await pass(20_000);
      expect(api.to('GET /api/statement/item/:transferId')).toHaveLength(looks);
    },
  );

  it.each([
    ['LATE_PAYMENT', 'after its QR code had expired or been cancelled'],
    ['OTHER_AMOUNT', 'another amount than the QR code asked for'],
  ] as const)('explains %s', async (note, words) => {
    const deposit = { ...open, statementType: 'deposit', from: 'PAYTIMZ', to: 'WALLET', note } as const;
    api.set({
      'GET /api/statement/item/:transferId': { ...deposit, status: 'SUCCESS', canCancel: false, steps: [] },
    });
    show();
    await screen.findByText('QR payment PayTimz');
    expect(text()).toContain(words);
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
  });

  it('says why a transfer failed and where the credit is', async () => {
    api.set({
      'GET /api/statement/item/:transferId': {
        ...open,
        statementType: 'transfer',
        from: 'PG',
        to: 'WALLET',
        status: 'FAILED',
        reason: 'maintenance',
        note: undefined,
        canCancel: false,
      },
    });
    show();
    await screen.findByText('The credit is still in PG Soft.', { exact: false });
    expect(text()).toContain('The game is closed for maintenance');
  });

  it('of a move from game to game leads to its other half, and back', async () => {
    const half: Receipt = {
      ...open,
      statementType: 'transfer',
      from: 'PG',
      to: 'WALLET',
      status: 'SUCCESS',
      canCancel: false,
      otherHalf: { _id: 'second', comes: 'after' },
    };
    api.set({
      'GET /api/statement/item/:transferId': ({ path }) =>
        path.endsWith('/second')
          ? { ...half, _id: 'second', from: 'WALLET', to: 'IMI', otherHalf: { _id: ID, comes: 'before' } }
          : half,
    });
    show();
    const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
    await press('See the second half: into the other game');
    await waitFor(() => expect(text()).toContain('IMI'));
    expect(text()).not.toContain('PG Soft');
    await press('See the first half: out of the other game');
    await waitFor(() => expect(text()).toContain('PG Soft'));
  });

  it('is copied as text where the phone shares nothing, and stays when sharing is given up', async () => {
    const writeText = vi.fn<(words: string) => Promise<void>>().mockResolvedValue();
    stubNavigator({ clipboard: { writeText } });
    const view = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy receipt' }));
    expect(await screen.findByText(/^Copied/)).toBeDefined();
    expect(writeText.mock.calls[0]?.[0]).toMatch(/฿300\.50[^]*In progress/);
    view.unmount();

    const share = vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('no', 'AbortError'));
    stubNavigator({ share });
    toasts.set([]);
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Share receipt' }));
    await waitFor(() => expect(share).toHaveBeenCalledOnce());
    await pass(1);
    expect(toasts.get()).toEqual([]);
    expect(text()).toContain('Kasikornbank');
  });

  it('says that there is no such movement, and offers to load again what did not load', async () => {
    api.set({ 'GET /api/statement/item/:transferId': refuse(404, 'NO_DATA') });
    const view = show();
    expect(await screen.findByText('This transaction was not found')).toBeDefined();
    view.unmount();
    vi.spyOn(console, 'warn').mockReturnValue();
    api.set({ 'GET /api/statement/item/:transferId': noAnswer });
    show();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.set({ 'GET /api/statement/item/:transferId': open });
    fireEvent.click(retry);
    expect(await screen.findByText('Kasikornbank')).toBeDefined();
  });
});

describe('cancelling', () => {
  it('asks first, and does nothing when it was not meant', async () => {
    show();
    await askCancel();
    expect(screen.getByText('฿300.50 goes back to your main wallet at once.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByText('Cancel this withdrawal?')).toBeNull());
    expect(deletes()).toHaveLength(0);
  });

  it('gives the money back, and shows it', async () => {
    api.set({ 'DELETE /api/wallet/withdraw/:transferId': { message: 'OK' } });
    show();
    await askCancel();
    api.set({ 'GET /api/statement/item/:transferId': cancelled });
    confirmCancel();
    await screen.findByText('Cancelled. ฿300.50 is back in your main wallet.');
    expect(deletes().map(({ path }) => path)).toEqual([`/api/wallet/withdraw/${ID}`]);
    await waitFor(() => expect(text()).toContain('You cancelled it'));
    expect(text()).toContain('All of the money is back in your main wallet.');
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
  });

  it('is honest when the bank was faster', async () => {
    api.set({ 'DELETE /api/wallet/withdraw/:transferId': refuse(409, 'TRANSFER_FAIL') });
    show();
    await askCancel();
    confirmCancel();
    await screen.findByText(/It is too late to cancel: the bank has this withdrawal already/);
    expect(screen.queryByText(/returned to your wallet/)).toBeNull();
    expect(deletes()).toHaveLength(1);
  });

  it('is honest when no answer comes', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    api.set({ 'DELETE /api/wallet/withdraw/:transferId': noAnswer });
    show();
    await askCancel();
    confirmCancel();
    await screen.findByText(/It may be cancelled or not/);
    expect(deletes()).toHaveLength(1);
  });
});
