import { describe, expect, it, vi } from 'vitest';
import { dropIntent, heldIntents } from '../lib/intent.ts';
import { saveToken } from '../lib/session-token.ts';
import { noAnswer, refuse, stubApi } from '../testing/stub-api.ts';
import { alerts } from '../ui/alert-queue.ts';
import { gift, markOf } from './gift.ts';
import { refund } from './refund.ts';
import { alertUnknown, send } from './send.ts';
import { withdraw } from './withdraw.ts';

const CONTENT = { amount: '100.00', isWhole: false };
const moved = (status: 'SUCCESS' | 'PENDING' | 'FAILED') => ({
  _id: 'm1',
  status,
  amount: 100,
  message: 'OK',
});

describe('sending an operation', () => {
  it.each([
    ['SUCCESS', 'done'],
    ['PENDING', 'pending'],
    ['FAILED', 'refused'],
  ] as const)('that ends with %s is %s, with the reply', async (status, kind) => {
    stubApi({ 'POST /api/wallet/withdraw': moved(status) });
    expect(await send(withdraw, CONTENT)).toMatchObject({ kind, reply: moved(status) });
    expect(heldIntents()).toEqual([]);
  });

  it('that the server refuses has no reply', async () => {
    stubApi({ 'POST /api/wallet/withdraw': refuse(409, 'MONEY_NOT_ENOUGH') });
    const sent = await send(withdraw, CONTENT);
    expect(sent).toMatchObject({ kind: 'refused', error: { code: 'MONEY_NOT_ENOUGH' } });
    expect(sent).not.toHaveProperty('reply');
  });

  it('without an answer names the intent that is being recovered', async () => {
    saveToken('a', true);
    stubApi({ 'POST /api/wallet/withdraw': noAnswer });
    const sent = await send(withdraw, CONTENT);
    expect(sent).toMatchObject({ kind: 'unknown', key: heldIntents()[0]?.key });
  });

  it('stays unknown when a second try is refused and the server answers no repeated request', async () => {
    saveToken('a', true);
    stubApi({ 'GET /api/refund/receive': noAnswer });
    await send(refund, null);
    // The first one went through: nothing is left.
    stubApi({ 'GET /api/refund/receive': refuse(409, 'NO_REFUND') });
    expect(await send(refund, null)).toMatchObject({ kind: 'unknown', key: heldIntents()[0]?.key });
  });

  it.each([
    [429, 'REQUEST_LIMIT'],
    [410, 'gone'],
  ] as const)('stays unknown when a second try is refused at the door: %s', async (status, code) => {
    saveToken('a', true);
    stubApi({ 'POST /api/wallet/withdraw': noAnswer });
    await send(withdraw, CONTENT);
    stubApi({ 'POST /api/wallet/withdraw': refuse(status, code) });
    expect(await send(withdraw, CONTENT)).toMatchObject({ kind: 'unknown', key: heldIntents()[0]?.key });
  });

  it('is told to no one else when the session ends before its answer', async () => {
    saveToken('a', true);
    let answer = (_reply: unknown) => {};
    const held = new Promise((resolve) => (answer = resolve));
    const api = stubApi({ 'POST /api/wallet/withdraw': () => held as never });
    const sending = send(withdraw, CONTENT);
    await vi.waitFor(() => expect(api.to('POST /api/wallet/withdraw')).toHaveLength(1));
    saveToken('b', true);
    answer(moved('SUCCESS'));
    const sent = await sending;
    expect(sent).toMatchObject({ kind: 'refused', error: { isSeenTo: true } });
    expect(sent).not.toHaveProperty('reply');
  });

  it('of one gift says nothing of another', async () => {
    saveToken('a', true);
    stubApi({ 'POST /api/wallet/truelink': noAnswer });
    await send(gift, { mark: markOf('https://gift.example/?v=one') }, 'locked one');
    stubApi({ 'POST /api/wallet/truelink': moved('SUCCESS') });
    await send(gift, { mark: markOf('https://gift.example/?v=two') }, 'locked two');
    expect(heldIntents()).toMatchObject([{ name: 'gift', isUnsure: true }]);
  });
});

it('the player is not told that an outcome is unknown once it has been recovered', async () => {
  saveToken('a', true);
  stubApi({ 'GET /api/refund/receive': noAnswer });
  const sent = await send(refund, null);
  const key = sent.kind === 'unknown' ? sent.key : '';
  const told = alertUnknown(refund, key);
  expect(alerts.get()).toMatchObject([{ kind: 'error', about: key }]);
  alerts.get()[0]?.answer(true);
  await told;
  dropIntent(key);
  await alertUnknown(refund, key);
  expect(alerts.get()).toEqual([]);
});
