import type { ResponseBody } from '@krapao/contract/routes';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveToken } from '../lib/session-token.ts';
import { renderApp } from '../testing/render-app.tsx';
import { sampleWallet } from '../testing/sample-wallet.ts';
import { refuse, stubApi, type StubApi } from '../testing/stub-api.ts';
import { toasts } from '../ui/toast-store.ts';
import { useMoneyNews } from './use-money-news.ts';
import { useWallet } from './use-wallet.ts';

type Item = ResponseBody<'POST /api/statement'>['statements'][number];

const MINUTE_MS = 60_000;

let api: StubApi;
let items: Item[];
/** Work held back until the page is idle; undefined: it is idle at once. */
let held: Set<() => void> | undefined;

function Balance() {
  useMoneyNews();
  const { userInfo, reload } = useWallet();
  return (
    <button type="button" onClick={() => void reload()}>
      {userInfo ? `${userInfo.wallet.amountMinor}/${userInfo.wallet.transitMinor}` : 'nothing yet'}
    </button>
  );
}

/** Returns a movement that many minutes from now. */
const item = (_id: string, part: Partial<Item>, inMinutes = 1): Item => ({
  _id,
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  amount: 0,
  status: 'SUCCESS',
  createdAt: new Date(Date.now() + inMinutes * MINUTE_MS).toISOString(),
  ...part,
});
const payout = (status: Item['status']): Item =>
  item('w1', { statementType: 'withdraw', from: 'WALLET', to: 'KBANK', amount: 300, status }, -5);

/** Sets what the server answers from now on. */
function holds(amount: number, transit: number, statements: readonly Item[]): void {
  items = [...statements];
  api.set({ 'GET /api/wallet': sampleWallet({ wallet: { amount, transit } }) });
}

async function visit(figures: string) {
  const view = renderApp(<Balance />);
  await screen.findByText(figures);
  return view;
}
/** Loads the balances again, as a push of the server does. */
async function reload(figures: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: /\d/ }));
  await screen.findByText(figures);
}
const stored = (text: string) =>
  waitFor(() => expect(localStorage.getItem('news') ?? '').toContain(text), { interval: 5 });
const told = () => toasts.get().map(({ tone, text }) => `${tone}: ${text}`);

beforeEach(() => {
  saveToken('t', true);
  held = undefined;
  items = [];
  vi.stubGlobal('requestIdleCallback', (act: () => void) => {
    if (!held) return setTimeout(act, 0);
    held.add(act);
    return act;
  });
  vi.stubGlobal('cancelIdleCallback', (idle: number | (() => void)) =>
    typeof idle === 'function' ? held?.delete(idle) : clearTimeout(idle),
  );
  api = stubApi({ 'POST /api/statement': () => ({ total: items.length, statements: items }) });
});
afterEach(() => {
  // Leaving the page cancels idle work.
  cleanup();
  vi.unstubAllGlobals();
});

describe('money that arrives', () => {
  const deposit = () => item('d1', { amount: 350 });
  const WORDS = 'success: ฿350.00 has arrived in your main wallet';

  it('is told, once', async () => {
    holds(0, 0, []);
    await visit('0/0');
    await stored('0/0');
    holds(350, 0, [deposit()]);
    await reload('35000/0');
    await waitFor(() => expect(told()).toEqual([WORDS]));
    toasts.set([]);
    holds(340, 10, [item('t1', { statementType: 'transfer', amount: 10, status: 'PENDING' }, 2), ...items]);
    await reload('34000/1000');
    await stored('34000/1000');
    expect(told()).toEqual([]);
  });

  it('before the page has come to rest is told once it has', async () => {
    held = new Set();
    holds(0, 0, []);
    await visit('0/0');
    holds(350, 0, [deposit()]);
    await reload('35000/0');
    await waitFor(() => expect(held?.size).toBe(2));
    expect(told()).toEqual([]);
    await act(async () => held?.forEach((act) => act()));
    await waitFor(() => expect(told()).toEqual([WORDS]));
  });
});

describe('a movement under way', () => {
  /** Leaves the withdrawal under way in the browser, as an earlier visit does. */
  async function visitWithWithdrawal(): Promise<void> {
    holds(200, 300, [payout('PENDING')]);
    const view = await visit('20000/30000');
    await stored('"open":["w1"]');
    expect(told()).toEqual([]);
    view.unmount();
  }

  it('that ended unseen is told at the next visit, and so is what has come', async () => {
    await visitWithWithdrawal();
    holds(540, 0, [item('d1', { amount: 40 }), payout('FAILED')]);
    await visit('54000/0');
    await waitFor(() =>
      expect(told()).toEqual([
        'success: ฿40.00 has arrived in your main wallet',
        'error: Your withdrawal of ฿300.00 did not go through. All of it is back in your main wallet.',
      ]),
    );
  });

  it.each<[string, Partial<Item>, string]>([
    ['a refused withdrawal', {}, 'Your withdrawal of ฿300.00 did not go through. All of it is back in your'],
    ['a paid withdrawal', { status: 'SUCCESS' }, 'Your withdrawal of ฿300.00 is in your bank account'],
    ['a transfer', { statementType: 'transfer', status: 'SUCCESS' }, 'Your transfer of ฿300.00 went through'],
    ['credit that is back', { statementType: 'transfer' }, 'All of it is back in your main wallet.'],
    ['credit that stayed', { statementType: 'transfer', from: 'PG' }, 'The credit is still in the game.'],
  ])('is told by its own receipt when it is no longer among the newest: %s', async (_, part, words) => {
    await visitWithWithdrawal();
    const steps = [{ step: 'created' as const, at: items[0]?.createdAt ?? '' }];
    api.set({
      'GET /api/statement/item/:transferId': { ...payout('FAILED'), ...part, steps, canCancel: false },
    });
    holds(500, 0, [item('t1', { statementType: 'transfer' })]);
    await visit('50000/0');
    await waitFor(() => expect(told()).toEqual([expect.stringContaining(words)]));
    expect(api.to('GET /api/statement/item/:transferId').map(({ path }) => path)).toEqual([
      '/api/statement/item/w1',
    ]);
  });

  it('that is not found any more keeps no other news away', async () => {
    await visitWithWithdrawal();
    api.set({ 'GET /api/statement/item/:transferId': refuse(404, 'NO_DATA') });
    holds(245, 0, [item('d1', { amount: 45 })]);
    await visit('24500/0');
    await waitFor(() => expect(told()).toEqual(['success: ฿45.00 has arrived in your main wallet']));
  });
});
