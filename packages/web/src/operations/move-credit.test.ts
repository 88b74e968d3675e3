import { IDEMPOTENCY_HEADER } from '@krapao/contract/limits';
import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { noAnswer, refuse, stubApi, type SentCall } from '../testing/stub-api.ts';
import { moveAmount, moveWhole } from './move-credit.ts';

const keyOf = (sent: SentCall | undefined) => sent?.headers.get(IDEMPOTENCY_HEADER);
const moved = (status: 'SUCCESS' | 'PENDING' | 'FAILED', amount = 12.5) => ({
  message: 'OK',
  _id: 'm1',
  status,
  amount,
});
const back = () => moveAmount('PG', 'WALLET', minor(1250n));

describe('moving credit', () => {
  it('sends exact amounts and tells what moved', async () => {
    const api = stubApi({ 'POST /api/wallet/transfer': moved('SUCCESS') });
    expect(await back()).toEqual({ kind: 'done', amountMinor: 1250n });
    expect(api.calls[0]?.body).toEqual({ from: 'PG', to: 'WALLET', amount: 12.5 });
  });

  it('tells apart what is on its way, what was refused, and what nobody knows', async () => {
    const api = stubApi({ 'POST /api/wallet/transfer': moved('PENDING') });
    expect(await back()).toEqual({ kind: 'pending', amountMinor: 1250n, transferId: 'm1' });
    api.set({ 'POST /api/wallet/transfer': moved('FAILED') });
    expect(await back()).toMatchObject({ kind: 'refused', error: { code: 'TRANSFER_FAIL' } });
    api.set({ 'POST /api/wallet/transfer': refuse(409, 'MONEY_NOT_ENOUGH') });
    expect(await back()).toMatchObject({ kind: 'refused', error: { code: 'MONEY_NOT_ENOUGH' } });
    api.set({ 'POST /api/wallet/transfer': refuse(500, 'INTERNAL_SERVER_ERROR') });
    expect(await back()).toEqual({ kind: 'unknown', key: expect.any(String) });
    api.set({ 'POST /api/wallet/transfer': noAnswer });
    expect(await back()).toEqual({ kind: 'unknown', key: expect.any(String) });
  });

  it('takes the word of a server that says no more than that it worked', async () => {
    stubApi({
      'POST /api/wallet/transfer': { message: 'OK' } as never,
      'POST /api/wallet/transferAll': {} as never,
    });
    expect(await back()).toEqual({ kind: 'done', amountMinor: 1250n });
    expect(await moveWhole('PG', minor(50000n))).toEqual({ kind: 'done', amountMinor: 50000n });
  });

  it('repeats an intent under its key while nobody knows how it ended, and not after', async () => {
    const api = stubApi({ 'POST /api/wallet/transferAll': noAnswer });
    await moveWhole('PG', minor(50000n));
    api.set({ 'POST /api/wallet/transferAll': moved('SUCCESS', 500) });
    await moveWhole('PG', minor(50000n));
    await moveWhole('PG', minor(50000n));
    const [lost, repeated, fresh] = api.calls.map(keyOf);
    expect(lost).toBeTruthy();
    expect(repeated).toBe(lost);
    expect(fresh).not.toBe(lost);
  });

  it('takes another balance for another intent', async () => {
    const api = stubApi({ 'POST /api/wallet/transferAll': noAnswer });
    await moveWhole('PG', minor(50000n));
    await moveWhole('PG', minor(30000n));
    const [first, second] = api.calls.map(keyOf);
    expect(second).not.toBe(first);
  });
});
