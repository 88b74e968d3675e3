import { idOfIntent } from '@krapao/contract/intent-id';
import type { ResponseBody, RouteKey } from '@krapao/contract/routes';
import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, CONNECTION_ERROR } from '../../lib/api-error.ts';
import { codeText } from '../../lib/i18n/i18n.ts';
import { heldIntents, runIntent } from '../../lib/intent.ts';
import { openModal } from '../../lib/modal-store.ts';
import { keepReply } from '../../lib/kept.ts';
import { getSessionNo, saveToken } from '../../lib/session-token.ts';
import { activeBonus } from '../../testing/sample-bonus.ts';
import { sampleSlot, sampleWallet } from '../../testing/sample-wallet.ts';
import { noAnswer, refuse, stubApi, type SentCall } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { alertError } from '../../ui/alert-store.ts';
import { toasts } from '../../ui/toast-store.ts';
import { toldMovements } from '../../wallet/told-movements.ts';
import type { Receipt } from '../look.ts';
import { recover } from './recover.ts';

type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];

const moved = (status: 'SUCCESS' | 'PENDING' | 'FAILED') => ({
  _id: 'm1',
  status,
  amount: 100,
  message: 'OK',
});
const said = () => alerts.get().map(({ kind, message }) => `${kind}: ${message}`);

/** Sends an intent whose answer is lost. @returns its idempotency key */
async function lose(name: string, content: unknown): Promise<string> {
  saveToken('a', true);
  let used = '';
  await runIntent(name, content, (key) => {
    used = key;
    return Promise.reject(new ApiError(CONNECTION_ERROR, 0));
  }).catch(() => undefined);
  return used;
}

const loseWithdrawal = () => lose('withdraw', { amount: '100.00', isWhole: false });

describe('what was asked for and not answered', () => {
  it.each([
    ['SUCCESS', 'success: Withdraw ฿100.00 is done'],
    ['PENDING', 'pending: Withdraw ฿100.00 was received and is under way'],
  ] as const)('goes out again under its key, and is told by the answer: %s', async (status, words) => {
    const key = await loseWithdrawal();
    const api = stubApi({ 'POST /api/wallet/withdraw': moved(status) });
    await recover();
    const [sent] = api.to('POST /api/wallet/withdraw');
    expect(sent?.headers.get('idempotency-key')).toBe(key);
    expect(sent?.body).toEqual({ amount: 100 });
    expect(said()).toEqual([words]);
    expect(heldIntents()).toEqual([]);
  });

  it('is told as refused with the reason', async () => {
    await loseWithdrawal();
    stubApi({ 'POST /api/wallet/withdraw': refuse(409, 'MONEY_NOT_ENOUGH') });
    await recover();
    expect(said()[0]).toMatch(/^error: Withdraw ฿100\.00 was not done\. ./);
  });

  it('is asked again until there is an answer, and not without a network', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await loseWithdrawal();
      const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      const api = stubApi({ 'POST /api/wallet/withdraw': noAnswer });
      const running = recover();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(api.calls).toEqual([]);
      online.mockReturnValue(true);
      window.dispatchEvent(new Event('online'));
      await waitFor(() => expect(api.to('POST /api/wallet/withdraw').length).toBeGreaterThan(0));
      expect(said()).toEqual([]);
      api.set({ 'POST /api/wallet/withdraw': moved('SUCCESS') });
      await vi.advanceTimersByTimeAsync(20_000);
      await running;
      expect(said()).toEqual(['success: Withdraw ฿100.00 is done']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes being refused at the door for no answer', async () => {
    await loseWithdrawal();
    const replies = [refuse(429, 'TOO_MANY_REQUESTS'), moved('SUCCESS')];
    const api = stubApi({ 'POST /api/wallet/withdraw': () => replies.shift() ?? noAnswer });
    await recover();
    expect(api.to('POST /api/wallet/withdraw')).toHaveLength(2);
    expect(said()).toEqual(['success: Withdraw ฿100.00 is done']);
  });

  it('is found in the statement when it is there', async () => {
    await lose('gift', null);
    const createdAt = new Date().toISOString();
    const item = { _id: 'd1', statementType: 'deposit', from: 'GIFT', to: 'WALLET', amount: 5 } as const;
    stubApi({
      'POST /api/statement': { total: 1, statements: [{ ...item, status: 'SUCCESS', createdAt }] },
    });
    await recover();
    expect(said()[0]).toMatch(/^success: .* is done$/);
  });

  it('leaves no form open that would do the same once more', async () => {
    await loseWithdrawal();
    const closed = openModal('withdraw');
    stubApi({ 'POST /api/wallet/withdraw': moved('SUCCESS') });
    await recover();
    expect(await closed).toEqual({ refresh: true });
  });

  it('is left to another version of the app that knows it, and dropped in the end', async () => {
    await lose('of another version', null);
    stubApi({});
    await recover();
    expect(heldIntents()).toHaveLength(1);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    await recover();
    expect(heldIntents()).toEqual([]);
    expect(said()).toEqual([]);
  });

  it('is not sent for the next member who logs in on this device', async () => {
    await lose('refund', null);
    await runIntent('withdraw', { amount: '100.00', isWhole: false }, () =>
      Promise.reject(new ApiError(CONNECTION_ERROR, 0)),
    ).catch(() => undefined);
    let answer = (_reply: never) => {};
    const held = new Promise<never>((resolve) => (answer = resolve));
    const api = stubApi({ 'POST /api/refund': () => held, 'POST /api/wallet/withdraw': moved('SUCCESS') });
    const running = recover();
    await waitFor(() => expect(api.to('POST /api/refund')).toHaveLength(1));
    saveToken('b', true);
    answer({ total: 0, refunds: [] } as never);
    await running;
    expect(api.to('POST /api/wallet/withdraw')).toEqual([]);
    expect(said()).toEqual([]);
    expect(heldIntents()).toEqual([]);
  });

  it('is looked into by the page that the player sees, not by a hidden one', async () => {
    await loseWithdrawal();
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const api = stubApi({ 'POST /api/wallet/withdraw': moved('SUCCESS') });
    const running = recover();
    await Promise.resolve();
    expect(api.calls).toEqual([]);
    visible.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await running;
    expect(said()).toEqual(['success: Withdraw ฿100.00 is done']);
  });

  it('and is told is no news afterwards', async () => {
    await loseWithdrawal();
    stubApi({ 'POST /api/wallet/withdraw': { ...moved('SUCCESS'), _id: 'told here' } });
    await recover();
    expect(toldMovements.has('told here')).toBe(true);
    await lose('cancel', { transferId: 'cancelled here', amount: '100.00' });
    stubApi({ 'DELETE /api/wallet/withdraw/:transferId': { message: 'OK' } });
    await recover();
    expect(toldMovements.has('cancelled here')).toBe(true);
  });

  it('and did not leave its games is not told to be in the wallet', async () => {
    await lose('collect', []);
    const result = (status: 'SUCCESS' | 'FAILED') => ({ ...moved(status), provider: 'PG' }) as never;
    stubApi({ 'POST /api/wallet/collect': { results: [result('FAILED')] } as never });
    await recover();
    expect(said()[0]).toMatch(/The credit is still in the game\.$/);
  });

  it('and is on record as failed is not told to be in the wallet either', async () => {
    await lose('collect', []);
    const createdAt = new Date().toISOString();
    const item = { _id: 'c1', statementType: 'transfer', from: 'PG', to: 'WALLET', amount: 5 } as const;
    stubApi({
      'POST /api/statement': { total: 1, statements: [{ ...item, status: 'FAILED', createdAt }] },
    });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    // The movement is later than the press.
    await recover();
    expect(said()[0]).toMatch(/The credit is still in the game\.$/);
  });

  it('and came back in part is told so', async () => {
    await lose('collect', []);
    const result = (status: 'SUCCESS' | 'FAILED') => ({ ...moved(status), provider: 'PG' }) as never;
    stubApi({ 'POST /api/wallet/collect': { results: [result('SUCCESS'), result('FAILED')] } as never });
    await recover();
    expect(said()[0]).toMatch(/Part of your credit is back in your wallet/);
  });

  it('and is on its way in part, while the rest stays, is told so', async () => {
    await lose('collect', [['PG', 50]]);
    const api = stubApi({
      'POST /api/wallet/collect': {
        message: 'OK',
        results: [
          { code: 'IMI', status: 'PENDING', amount: 20, message: 'OK' },
          { code: 'PG', status: 'FAILED', amount: 50, message: 'TRANSFER_FAIL' },
        ],
      },
    });
    await recover();
    expect(said()).toEqual([
      expect.stringMatching(/was not done\. Part of your credit is back .* or on its way, the rest is still/),
    ]);
    expect(api.to('POST /api/wallet/collect')).toHaveLength(1);
    expect(heldIntents()).toEqual([]);
  });

  it('and was a spin is refused in the words of the wheel', async () => {
    await lose('spin', null);
    stubApi({ 'POST /api/spinwheel/spin': refuse(409, 'MONEY_NOT_ENOUGH') });
    await recover();
    expect(said()[0]).toContain(codeText('MONEY_NOT_ENOUGH', 'spinErrors'));
  });

  it('dismisses the alert about it, and no other one', async () => {
    const key = await loseWithdrawal();
    void alertError('about it', key);
    void alertError('about another one', 'another key');
    stubApi({ 'POST /api/wallet/withdraw': moved('SUCCESS') });
    await recover();
    expect(said()).toEqual(['error: about another one', 'success: Withdraw ฿100.00 is done']);
  });

  it('is not recovered once the session is over', async () => {
    await loseWithdrawal();
    saveToken('b', true);
    const api = stubApi({ 'POST /api/wallet/withdraw': moved('SUCCESS') });
    await recover();
    expect(api.calls).toEqual([]);
    expect(said()).toEqual([]);
  });
});

describe('what was asked for long ago', () => {
  const { profile } = sampleWallet();
  const wallet = {
    'GET /api/wallet': sampleWallet({ slots: [sampleSlot({ code: 'PG', name: 'PG Soft' })] }),
  };
  const LOST = 'has no known result. Please look at your balance and statement before you do it again.';
  const AGAIN = 'has had no effect so far. You can do it again: it never counts twice.';

  /** Answers a look-up of one movement by its id; there is no other one. */
  const only = (id: string, found: Partial<Receipt>) => (sent: SentCall) =>
    sent.path.endsWith(`/${id}`) ? ({ _id: id, ...found } as Receipt) : refuse(404, 'NO_DATA');
  const later = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);

  it('is never sent again, and found by the id that follows from its key', async () => {
    const key = await loseWithdrawal();
    later();
    const id = idOfIntent(profile._id, 'withdraw', key);
    const api = stubApi({
      ...wallet,
      'GET /api/statement/item/:transferId': only(id, { status: 'SUCCESS' }),
    });
    await recover();
    expect(api.to('POST /api/wallet/withdraw')).toEqual([]);
    expect(said()).toEqual(['success: Withdraw ฿100.00 is done']);
  });

  it('is not taken for another movement of the same amount, and its outcome is not made up', async () => {
    await loseWithdrawal();
    later();
    const other = { ...moved('SUCCESS'), statementType: 'withdraw', from: 'WALLET', to: 'KBANK' } as const;
    const createdAt = new Date().toISOString();
    const api = stubApi({
      ...wallet,
      'POST /api/statement': { total: 1, statements: [{ ...other, createdAt }] },
    });
    await recover();
    expect(api.to('POST /api/wallet/withdraw')).toEqual([]);
    expect(said()).toEqual([`error: Withdraw ฿100.00 ${LOST}`]);
    expect(heldIntents()).toEqual([]);
  });

  it('leaves no form open that could do it twice', async () => {
    await loseWithdrawal();
    later();
    const closed = openModal('withdraw');
    stubApi({ ...wallet, 'POST /api/statement': { total: 0, statements: [] } });
    await recover();
    expect(await closed).toEqual({ refresh: true });
  });

  it('and was a gift is not called without effect: its wallet may not have answered yet', async () => {
    await lose('gift', null);
    later();
    stubApi({ 'POST /api/statement': { total: 0, statements: [] } });
    await recover();
    expect(said()[0]).toMatch(/has no known result/);
  });

  it('may be done again where the server does it once', async () => {
    await lose('refund', null);
    later();
    stubApi({ 'POST /api/refund': { total: 0, refunds: [] } });
    await recover();
    expect(said()[0]).toMatch(new RegExp(`^error: .* ${AGAIN}$`));
  });

  it.each([
    ['transfer', { from: 'WALLET', to: 'PG', amount: '120.00' }, 'POST /api/wallet/transfer'],
    ['transferAll', { to: 'PG', balance: '300.00' }, 'POST /api/wallet/transferAll'],
  ] as const)('and was a %s is told by its movement alone, and never sent again', async (...of) => {
    const [name, content, route] = of;
    for (const [isThere, words] of [
      [true, /^success: Transfer .* is done$/],
      [false, new RegExp(`^error: Transfer .* ${LOST}$`)],
    ] as const) {
      const key = await lose(name, content);
      const now = later();
      const id = isThere ? idOfIntent(profile._id, name, key) : 'another';
      const api = stubApi({
        ...wallet,
        'GET /api/statement/item/:transferId': only(id, { status: 'SUCCESS' }),
      });
      await recover();
      now.mockRestore();
      expect(said()).toEqual([expect.stringMatching(words)]);
      expect(api.to(route)).toEqual([]);
      expect(heldIntents()).toEqual([]);
      alerts.set([]);
    }
  });

  it.each<[string, unknown, RouteKey, Partial<StatementItem>]>([
    ['collect', [['PG', 50]], 'POST /api/wallet/collect', { statementType: 'transfer', from: 'PG' }],
    ['invite', null, 'GET /api/invite/bonus', { statementType: 'bonus', invite: { description: 'Mana J.' } }],
  ])('and was a %s is found among the newest movements, or may be done again', async (...of) => {
    const [name, content, route, part] = of;
    for (const [isThere, words] of [
      [true, /^success: .* is done$/],
      [false, new RegExp(`^error: .* ${AGAIN}$`)],
    ] as const) {
      await lose(name, content);
      const createdAt = new Date().toISOString();
      const now = later();
      const made = { ...moved('SUCCESS'), to: 'WALLET', createdAt, ...part } as StatementItem;
      const statements = isThere ? [made] : [];
      const api = stubApi({ ...wallet, 'POST /api/statement': { total: statements.length, statements } });
      await recover();
      now.mockRestore();
      expect([...said(), ...toasts.get().map(({ tone, text }) => `${tone}: ${text}`)]).toEqual([
        expect.stringMatching(words),
      ]);
      expect(api.to(route)).toEqual([]);
      expect(heldIntents()).toEqual([]);
      alerts.set([]);
      toasts.set([]);
    }
  });

  it('is not refused because a look-up is', async () => {
    await loseWithdrawal();
    later();
    stubApi({ ...wallet, 'GET /api/statement/item/:transferId': refuse(403, 'INVALID_IP') });
    await recover();
    expect(said()).toEqual([`error: Withdraw ฿100.00 ${LOST}`]);
  });

  it.each<[string, Partial<Receipt> | undefined, RegExp]>([
    ['arrived', { status: 'SUCCESS' }, /^success: Transfer ฿100\.00 is done$/],
    ['is under way', { status: 'PENDING' }, /^pending: Transfer/],
    ['was refused', { status: 'FAILED' }, /left PG Soft, but JOKER did not take it/],
    ['is not on record', undefined, /has no known result/],
  ])('and moved from game to game is told by its second leg: it %s', async (_name, second, words) => {
    const key = await lose('transfer', { from: 'PG', to: 'JOKER', amount: '100.00' });
    later();
    const first = idOfIntent(profile._id, 'transfer', key);
    const otherHalf = { _id: 'second', comes: 'after' as const };
    stubApi({
      ...wallet,
      'GET /api/statement/item/:transferId': (sent) =>
        second && sent.path.endsWith('/second')
          ? ({ _id: 'second', ...second } as Receipt)
          : only(first, { status: 'SUCCESS', ...(second && { otherHalf }) })(sent),
    });
    keepReply('GET /api/wallet', wallet['GET /api/wallet'], getSessionNo());
    await recover();
    expect(said()[0]).toMatch(words);
  });

  it('and did not leave its game is not told to be in the wallet', async () => {
    const key = await lose('transfer', { from: 'PG', to: 'WALLET', amount: '100.00' });
    later();
    const id = idOfIntent(profile._id, 'transfer', key);
    stubApi({ ...wallet, 'GET /api/statement/item/:transferId': only(id, { status: 'FAILED' }) });
    await recover();
    expect(said()[0]).toMatch(/was not done\. .* The credit is still in the game\.$/);
  });

  it('is found among the draws of the wheel', async () => {
    const key = await lose('spin', null);
    later();
    const id = idOfIntent(profile._id, 'spin', key);
    stubApi({
      ...wallet,
      'GET /api/spinwheel/draw/:drawId': ({ path }) =>
        path.endsWith(`/${id}`) ? ({ label: 'A car' } as never) : refuse(404, 'NO_DATA'),
    });
    await recover();
    expect(said()).toEqual(['success: Lucky wheel: It stopped at A car']);
  });

  it('is found among the slips by the key of its picture', async () => {
    await lose('slip', { draft: 'draft-key' });
    const slips = [{ _id: idOfIntent(profile._id, 'slip', 'draft-key') }] as never;
    stubApi({ ...wallet, 'POST /api/statement/slip': { total: 1, slips } });
    await recover();
    expect(toasts.get().map(({ text }) => text)).toEqual(['Send slip is done']);
  });

  it.each<[string, Partial<Receipt>, RegExp]>([
    ['is cancelled', { status: 'FAILED', reason: 'cancelled', canCancel: false }, /^success: .* is done$/],
    ['was paid out', { status: 'SUCCESS', canCancel: false }, /was not done\. It is too late to cancel/],
    ['waits still', { status: 'PENDING', canCancel: true }, /has had no effect so far/],
  ])('is told by the withdrawal that was to be cancelled: it %s', async (_name, found, words) => {
    await lose('cancel', { transferId: 'w1', amount: '100.00' });
    later();
    const api = stubApi({ ...wallet, 'GET /api/statement/item/:transferId': only('w1', found) });
    await recover();
    expect(api.to('DELETE /api/wallet/withdraw/:transferId')).toEqual([]);
    expect(said()[0]).toMatch(words);
  });

  it('is another bonus than the one that is active', async () => {
    await lose('bonus', { code: 'WELCOME' });
    later();
    stubApi({ 'GET /api/bonus/check/active': activeBonus({ code: 'OTHER' }) });
    await recover();
    expect(said()[0]).toMatch(/has had no effect so far/);
  });
});
