import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, CONNECTION_ERROR } from '../../lib/api-error.ts';
import { heldIntents, runIntent, type IntentContents, type IntentName } from '../../lib/intent.ts';
import { openModal } from '../../lib/modal-store.ts';
import { saveToken } from '../../lib/session-token.ts';
import { noAnswer, refuse, stubApi } from '../../testing/stub-api.ts';
import { alerts } from '../../ui/alert-queue.ts';
import { resume } from './resume.ts';

const moved = (status: 'SUCCESS' | 'PENDING' | 'FAILED') => ({
  _id: 'm1',
  status,
  amount: 100,
  message: 'OK',
});
const said = () => alerts.get().map(({ kind, message }) => `${kind}: ${message}`);

/** Sends an intent whose answer is lost. @returns its idempotency key */
async function lose<Name extends IntentName>(name: Name, content: IntentContents[Name]): Promise<string> {
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
    await resume();
    const [sent] = api.to('POST /api/wallet/withdraw');
    expect(sent?.headers.get('idempotency-key')).toBe(key);
    expect(sent?.body).toEqual({ amount: 100 });
    expect(said()).toEqual([words]);
    expect(heldIntents()).toEqual([]);
  });

  it('is told as refused with the reason', async () => {
    await loseWithdrawal();
    stubApi({ 'POST /api/wallet/withdraw': refuse(409, 'MONEY_NOT_ENOUGH') });
    await resume();
    expect(said()[0]).toMatch(/^error: Withdraw ฿100\.00 was not done\. ./);
  });

  it('is asked again and again until somebody answers, and not without a network', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await loseWithdrawal();
      const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      const api = stubApi({ 'POST /api/wallet/withdraw': noAnswer });
      const running = resume();
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
    await resume();
    expect(api.to('POST /api/wallet/withdraw')).toHaveLength(2);
    expect(said()).toEqual(['success: Withdraw ฿100.00 is done']);
  });

  it('is never sent again when the press is long ago: it is looked for', async () => {
    await loseWithdrawal();
    const later = Date.now() + 10 * 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    const api = stubApi({ 'POST /api/statement': { total: 0, statements: [] } });
    await resume();
    expect(api.to('POST /api/wallet/withdraw')).toEqual([]);
    expect(said()).toEqual([
      'error: Withdraw ฿100.00 did not reach us. No money moved, and you can try again.',
    ]);
  });

  it('is found in the statement when it is there', async () => {
    await lose('gift', null);
    const createdAt = new Date().toISOString();
    const item = { _id: 'd1', statementType: 'deposit', from: 'GIFT', to: 'WALLET', amount: 5 } as const;
    stubApi({
      'POST /api/statement': { total: 1, statements: [{ ...item, status: 'SUCCESS', createdAt }] },
    });
    await resume();
    expect(said()[0]).toMatch(/^success: .* is done$/);
  });

  it('leaves no form open that would do the same once more', async () => {
    await loseWithdrawal();
    const closed = openModal('withdraw');
    stubApi({ 'POST /api/wallet/withdraw': moved('SUCCESS') });
    await resume();
    expect(await closed).toEqual({ refresh: true });
  });

  it('is nobody’s once the session is over', async () => {
    await loseWithdrawal();
    saveToken('b', true);
    const api = stubApi({ 'POST /api/wallet/withdraw': moved('SUCCESS') });
    await resume();
    expect(api.calls).toEqual([]);
    expect(said()).toEqual([]);
  });
});
