import type { ResponseBody } from '@krapao/contract/routes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type SentCall, type StubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { toasts } from '../../ui/toast-store.ts';
import { RefundModal } from './refund-modal.tsx';

const check: ResponseBody<'GET /api/refund/check'> = {
  result: true,
  bonus: false,
  info: '<p>Once a week</p>',
  refundAmount: 45.5,
  refundSuccess: 5,
  refundFail: 95,
};

const refundNo = (no: number) => ({
  _id: `r${no}`,
  refundAmount: no,
  createdAt: '2026-11-20T05:00:00.000Z',
});

/** Stub server with 13 refunds, of 1 to 13 baht. */
function pageOf({ body }: SentCall) {
  const { page, limit } = body as { page: number; limit: number };
  const all = Array.from({ length: 13 }, (_, index) => refundNo(index + 1));
  return { refunds: all.slice((page - 1) * limit, page * limit), total: all.length };
}

let api: StubApi;

beforeEach(() => {
  saveToken('t', false);
  api = stubApi({
    'GET /api/wallet': sampleWallet(),
    'GET /api/refund/check': check,
    'POST /api/refund': pageOf,
    'GET /api/refund/receive': { message: 'REFUND_SUCCESS' },
  });
});

const open = () => renderApp(<RefundModal props={undefined} onClose={() => undefined} />);
const shown = (amount: string) => waitFor(() => expect(document.body.textContent).toContain(amount));
const button = () => screen.getByRole('button', { name: 'Receive refund' });

describe('what can be received', () => {
  it('is shown with the rates and the word of the operator', async () => {
    open();
    await screen.findByText('Once a week');
    const text = screen.getByRole('dialog').textContent;
    expect(text).toContain('฿45.50');
    expect(text).toContain('Share of your net loss that you get back5%');
    expect(text).toContain('Share that is not refunded95%');
  });

  it.each([
    ['a bonus is active', { bonus: true }],
    ['the server says no', { result: false }],
    ['there is nothing', { refundAmount: 0 }],
  ])('cannot be received while %s', async (_, changes) => {
    api.set({ 'GET /api/refund/check': { ...check, ...changes } });
    open();
    await screen.findByText('Once a week');
    expect(button()).toHaveProperty('disabled', true);
    expect(screen.queryByText(/A bonus is active/) !== null).toBe('bonus' in changes);
  });

  it('that fails to load raises no alarm', async () => {
    api.set({ 'GET /api/refund/check': refuse(500, 'INTERNAL_SERVER_ERROR') });
    open();
    await screen.findByText('This could not be loaded');
    expect(button()).toHaveProperty('disabled', true);
    expect([...toasts.get(), ...alerts.get()]).toEqual([]);
  });
});

describe('receiving it', () => {
  it('is one press, after which everything is loaded again', async () => {
    open();
    await screen.findByText('Once a week');
    api.set({
      'GET /api/refund/check': { ...check, result: false, refundAmount: 0 },
      'POST /api/refund': { refunds: [refundNo(45.5)], total: 1 },
    });
    fireEvent.click(button());
    fireEvent.click(button());
    const told = await screen.findByRole('alertdialog', { name: 'Done' });
    expect(told.textContent).toContain('Your refund is in your wallet');
    expect(api.to('GET /api/refund/receive')).toHaveLength(1);
    expect(api.to('GET /api/wallet').length).toBeGreaterThan(1);
    expect(screen.getByRole('dialog', { hidden: true, name: 'Refund' }).textContent).toContain('฿0.00');
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(button()).toHaveProperty('disabled', true);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Refund.*\+฿45\.50/),
    ]);
  });

  it.each([
    ['NO_REFUND', 'There is no refund to receive yet'],
    ['REFUND_CONDITION', 'The conditions for a refund are not met yet'],
    ['REFUND_INACTIVE', 'Refunds are closed at the moment'],
    ['REFUND_MINIMUM', 'must be more than 0'],
    ['BONUS_REMAINING', 'A bonus is active'],
  ] as const)('refused with %s says so', async (code, words) => {
    api.set({ 'GET /api/refund/receive': refuse(409, code) });
    open();
    await screen.findByText('Once a week');
    fireEvent.click(button());
    const told = await screen.findByRole('alertdialog', { name: 'That did not work' });
    expect(told.textContent).toContain(words);
  });

  it('without an answer is honest, and can be pressed again', async () => {
    api.set({ 'GET /api/refund/receive': noAnswer });
    open();
    await screen.findByText('Once a week');
    fireEvent.click(button());
    await screen.findByText(/You may have the refund or not/);
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  });
});

describe('what was received', () => {
  it('is listed in pages of ten, with an end', async () => {
    open();
    await shown('+฿1.00');
    expect(api.to('POST /api/refund')[0]?.body).toEqual({ page: 1, limit: 10 });
    expect(screen.getAllByText('20/11/2026 12:00:00')).toHaveLength(10);
    expect(screen.queryByText('That is everything')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await shown('+฿13.00');
    expect(screen.getAllByText('20/11/2026 12:00:00')).toHaveLength(3);
    expect(screen.getByText('That is everything')).toBeDefined();
  });

  it('may be nothing', async () => {
    api.set({ 'POST /api/refund': { refunds: [], total: 0 } });
    open();
    expect(await screen.findByText('No refunds yet')).toBeDefined();
  });

  it('that fails to load raises no alarm, and can be tried again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.set({ 'POST /api/refund': refuse(500, 'INTERNAL_SERVER_ERROR') });
    open();
    await screen.findByText('This could not be loaded');
    expect([...toasts.get(), ...alerts.get()]).toEqual([]);
    api.set({ 'POST /api/refund': pageOf });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await shown('+฿1.00');
  });
});
