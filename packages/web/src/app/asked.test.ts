import { beforeEach, describe, expect, it } from 'vitest';
import { logInWithCode } from '../features/login/code-request.ts';
import { login } from '../features/session/session-api.ts';
import { call } from '../lib/http.ts';
import { heldIntents, runIntent } from '../lib/intent.ts';
import { openModals } from '../lib/modal-store.ts';
import { getToken } from '../lib/session-token.ts';
import { refuse, stubApi } from '../testing/stub-api.ts';
import { startSession } from './start.ts';

beforeEach(startSession);

const body = { amount: 5 };
const moved = { message: 'SUCCESS', _id: '1', status: 'PENDING', amount: 5 } as const;

/** Waits for the dialog in which the player is asked. */
async function dialog(name: string) {
  for (;;) {
    const opened = openModals.get().find((modal) => modal.name === name);
    if (opened) return opened;
    await new Promise<void>((resolve) => {
      const stop = openModals.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

describe('a call for which the server wants to know who the member is', () => {
  it('is made again with its key once the proof was given', async () => {
    const api = stubApi({ 'POST /api/wallet/withdraw': refuse(403, 'STEP_UP_REQUIRED') });
    const sent = call('POST /api/wallet/withdraw', { body, idempotencyKey: 'k1' });
    const { close } = await dialog('step-up');
    api.set({ 'POST /api/wallet/withdraw': moved });
    close({ refresh: true });
    expect(await sent).toEqual(moved);
    const calls = api.calls.map(({ headers, body: given }) => [headers.get('idempotency-key'), given]);
    expect(calls).toEqual([
      ['k1', body],
      ['k1', body],
    ]);
  });

  it('is set aside meanwhile, so that no page takes it for one without an answer', async () => {
    const api = stubApi({ 'POST /api/wallet/withdraw': refuse(403, 'STEP_UP_REQUIRED') });
    const send = (idempotencyKey: string) => call('POST /api/wallet/withdraw', { body, idempotencyKey });
    const sent = runIntent('withdraw', body, send);
    const { close } = await dialog('step-up');
    expect(heldIntents()).toEqual([]);
    let held: unknown;
    api.set({
      'POST /api/wallet/withdraw': () => {
        held = heldIntents().map(({ name }) => name);
        return moved;
      },
    });
    close({ refresh: true });
    expect(await sent).toEqual(moved);
    expect([held, heldIntents()]).toEqual([['withdraw'], []]);
    const keys = api.calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('shares the dialog with another one at the same time', async () => {
    const api = stubApi({
      'POST /api/wallet/withdraw': refuse(403, 'STEP_UP_REQUIRED'),
      'POST /api/account/totp': refuse(403, 'STEP_UP_REQUIRED'),
    });
    const key = { secret: 's', uri: 'otpauth://totp/s' };
    const both = Promise.all([call('POST /api/wallet/withdraw', { body }), call('POST /api/account/totp')]);
    const { close } = await dialog('step-up');
    await expect.poll(() => api.calls.length).toBe(2);
    api.set({ 'POST /api/wallet/withdraw': moved, 'POST /api/account/totp': key });
    close({ refresh: true });
    expect(await both).toEqual([moved, key]);
  });

  it('is refused, and nothing more is said, where the player gives none', async () => {
    stubApi({ 'POST /api/wallet/withdraw': refuse(403, 'STEP_UP_REQUIRED') });
    const sent = call('POST /api/wallet/withdraw', { body });
    (await dialog('step-up')).close();
    await expect(sent).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED', isDefinite: true, isSeenTo: true });
  });
});

describe('a log-in that needs a code', () => {
  it('goes on with the code, after a wrong one, too', async () => {
    const api = stubApi({ 'POST /api/login': refuse(403, 'CODE_REQUIRED') });
    const done = login('0812345678', 'secret', false);
    const { close } = await dialog('login-code');
    api.set({ 'POST /api/login': refuse(403, 'CODE_INVALID') });
    await expect(logInWithCode('000000')).rejects.toMatchObject({ code: 'CODE_INVALID' });
    api.set({ 'POST /api/login': { token: 't' } });
    await logInWithCode('123456');
    close();
    await done;
    expect(getToken()).toBe('t');
    const typed = { username: '0812345678', password: 'secret' };
    expect(api.calls.map((sent) => sent.body)).toEqual([
      typed,
      { ...typed, code: '000000' },
      { ...typed, code: '123456' },
    ]);
  });

  it('ends in silence where the player gives none', async () => {
    stubApi({ 'POST /api/login': refuse(403, 'CODE_REQUIRED') });
    const done = login('0812345678', 'secret', false);
    (await dialog('login-code')).close();
    await expect(done).rejects.toMatchObject({ code: 'CODE_REQUIRED', isSeenTo: true });
    expect(getToken()).toBeNull();
  });
});

it('a code that another call wants is asked for where that call is made', async () => {
  stubApi({ 'POST /api/step-up': refuse(403, 'CODE_REQUIRED') });
  const sent = call('POST /api/step-up', { body: { password: 'secret' } });
  await expect(sent).rejects.toMatchObject({ code: 'CODE_REQUIRED', isSeenTo: false });
  expect(openModals.get()).toEqual([]);
});
