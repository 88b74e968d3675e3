import { PAGE_SIZE } from '@krapao/contract/limits';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openModals } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { toasts } from '../../ui/toast-store.ts';
import { StatementList } from './statement-list.tsx';
import type { StatementItem } from './statement-rules.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const item = (no: number, changes: Partial<StatementItem> = {}): StatementItem => ({
  _id: `item-${no}`,
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  amount: no,
  status: 'SUCCESS',
  createdAt: new Date(NOW.getTime() - no * 60_000).toISOString(),
  ...changes,
});

let api: StubApi;
let all: StatementItem[];
let balance: number;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  saveToken('t', false);
  all = [];
  balance = 100;
  api = stubApi({
    'GET /api/wallet': () =>
      sampleWallet({
        wallet: { amount: balance, transit: 0 },
        slots: [sampleSlot({ code: 'PG', name: 'PG Soft' })],
      }),
    'GET /api/lookup/banks': [{ code: 'KBANK', nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' }],
    'POST /api/statement': ({ body }) => {
      const { page, limit } = body as { page: number; limit: number };
      return { total: all.length, statements: all.slice((page - 1) * limit, page * limit) };
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => renderApp(<StatementList />);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const rows = () => screen.findAllByRole('listitem');
const asked = () => api.to('POST /api/statement').map(({ body }) => body);

describe('a movement', () => {
  it('says what it was, from where to where, how much, when, and how far it has come', async () => {
    all = [
      item(500),
      item(120.5, { statementType: 'withdraw', from: 'WALLET', to: 'KBANK', status: 'PENDING' }),
      item(50, { statementType: 'transfer', from: 'WALLET', to: 'PG', status: 'FAILED' }),
      item(20, { statementType: 'bonus', from: '', bonus: { description: 'Welcome bonus' } }),
      item(1, { statementType: 'finish_bonus', from: 'WALLET', to: '' }),
    ];
    open();
    const texts = (await rows()).map((row) => row.textContent);
    expect(texts[0]).toMatch(/^Deposit\+฿500\.00Kasikornbank to Main walletSuccessful20\/11\/2026 08:40:00$/);
    expect(texts[1]).toMatch(/^Withdrawal-฿120\.50Main wallet to KasikornbankIn progress/);
    expect(texts[2]).toMatch(/^Transfer฿50\.00Main wallet to PG SoftFailed/);
    expect(texts[3]).toMatch(/^Bonus\+฿20\.00Main walletSuccessful.*Welcome bonus$/);
    expect(texts[4]).toMatch(/^Bonus ended฿1\.00Main walletSuccessful/);
  });

  it('stands under its day', async () => {
    all = [
      item(1),
      item(2, { createdAt: '2026-11-19T10:00:00.000Z' }),
      item(3, { createdAt: '2026-11-01T10:00:00.000Z' }),
    ];
    open();
    await rows();
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'TodayFriday 20 November',
      'YesterdayThursday 19 November',
      'Sunday 1 November',
    ]);
    const today = screen.getByRole('region', { name: /Today/ });
    expect(within(today).getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('pages', () => {
  beforeEach(() => {
    all = Array.from({ length: 2 * PAGE_SIZE + 3 }, (_, index) => item(index + 1));
  });

  it('are of ten, from page 1, with an end', async () => {
    open();
    expect(await rows()).toHaveLength(PAGE_SIZE);
    expect(asked()).toEqual([{ page: 1, limit: PAGE_SIZE }]);
    expect(screen.queryByText('That is everything')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await pass(500);
    expect(await rows()).toHaveLength(3);
    expect(screen.getByText('That is everything')).toBeDefined();
    expect(window.location.search).toBe('?page=3');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('that are only passed are not loaded, and the last list stays until the next is here', async () => {
    open();
    await rows();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await pass(100);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await rows()).toHaveLength(PAGE_SIZE);
    await pass(500);
    expect(asked()).toEqual([
      { page: 1, limit: PAGE_SIZE },
      { page: 3, limit: PAGE_SIZE },
    ]);
  });
});

describe('staying fresh', () => {
  it('asks again while something is under way, and no longer', async () => {
    all = [item(1, { status: 'PENDING' })];
    open();
    expect(await screen.findByText('In progress')).toBeDefined();
    all = [item(1)];
    await pass(4_500);
    expect(screen.getByText('Successful')).toBeDefined();
    const settled = asked().length;
    await pass(20_000);
    expect(asked()).toHaveLength(settled);
  });

  it('shows what came in when the balance changes', async () => {
    all = [item(1)];
    open();
    await rows();
    all = [item(0, { amount: 7 }), item(1)];
    balance = 107;
    await pass(5_000);
    expect(screen.getByText('+฿7', { exact: false })).toBeDefined();
  });
});

describe('without movements', () => {
  it('says so and offers a deposit', async () => {
    open();
    expect(await screen.findByText('No transactions yet')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Make a first deposit' }));
    expect(openModals.get()).toMatchObject([{ name: 'deposit' }]);
  });

  it('keeps quiet about a load that failed, and can try again', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    api.set({ 'POST /api/statement': noAnswer });
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(toasts.get()).toEqual([]);
    expect(alerts.get()).toEqual([]);
    api.set({ 'POST /api/statement': { total: 1, statements: [item(1)] } });
    fireEvent.click(retry);
    expect(await rows()).toHaveLength(1);
  });

  it('keeps what it has when a later load fails', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    all = [item(1, { status: 'PENDING' })];
    open();
    await rows();
    api.set({ 'POST /api/statement': noAnswer });
    await pass(5_000);
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
