import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noAnswer, refuse, stubApi } from '../testing/stub-api.ts';
import { ApiError, errorText } from './api-error.ts';
import { noteServerDate, serverNow } from './clock.ts';
import { keepDeviceMark } from './device-id.ts';
import { call, setHttpHandlers, type LooseInput, type Reply } from './http.ts';
import { changeLocale } from './i18n/i18n.ts';
import { CANNOT_VERIFY_IDENTITY_TH } from './invalid-session.ts';
import { getToken, saveToken } from './session-token.ts';

const onGone = vi.fn<() => void>();
const onInvalidSession = vi.fn<(error: ApiError) => void>();
const onAsked = vi.fn<(route: string, input: LooseInput, reply: Reply) => Promise<unknown>>();

beforeEach(() => {
  vi.clearAllMocks();
  setHttpHandlers({ onGone, onInvalidSession, onAsked });
});

async function failure(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (fault: unknown) => fault,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
}

describe('what is sent', () => {
  it('carries the fixed header, the language, and the token once there is one', async () => {
    const api = stubApi({ 'GET /api/lookup/active': { isActive: true } });
    await call('GET /api/lookup/active');
    saveToken('secret', false);
    await call('GET /api/lookup/active');
    const [before, after] = api.calls;
    expect(before?.headers.get('x-requested-with')).toBe('wallet-user');
    expect(before?.headers.get('accept-language')).toBe('en');
    expect(before?.headers.has('authorization')).toBe(false);
    expect(after?.headers.get('authorization')).toBe('Bearer secret');
  });

  it('speaks of Lao by its real tag', async () => {
    await changeLocale('la');
    const api = stubApi({ 'GET /api/lookup/active': { isActive: true } });
    await call('GET /api/lookup/active');
    await changeLocale('en');
    expect(api.calls[0]?.headers.get('accept-language')).toBe('lo');
  });

  it('says which browser it is where that matters, and nowhere else', async () => {
    const api = stubApi({ 'POST /api/login': { token: 't' }, 'GET /api/lookup/active': { isActive: true } });
    const body = { username: '0812345678', password: 'secret' };
    await call('POST /api/login', { body, namesBrowser: true });
    await call('POST /api/login', { body, namesBrowser: true });
    await call('GET /api/lookup/active');
    const [first, second, other] = api.calls.map(({ headers }) => headers.get('x-device-id'));
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
    expect(other).toBeNull();
  });

  it('shows the mark of an earlier log-in, and beside a token only where it matters', async () => {
    const api = stubApi({ 'POST /api/login': { token: 't' }, 'GET /api/lookup/active': { isActive: true } });
    const body = { username: '0812345678', password: 'secret' };
    await call('POST /api/login', { body, namesBrowser: true });
    keepDeviceMark('m'.repeat(32));
    await call('GET /api/lookup/active');
    saveToken('t', true);
    await call('GET /api/lookup/active');
    await call('POST /api/login', { body, namesBrowser: true });
    const sent = (name: string) => api.calls.map(({ headers }) => headers.get(name));
    const mark = 'm'.repeat(32);
    expect(sent('x-device-mark')).toEqual([null, mark, null, mark]);
    const [id] = sent('x-device-id');
    expect(sent('x-device-id')).toEqual([id, id, null, id]);
  });

  it('fills and escapes path parameters, and sends body and idempotency key', async () => {
    const api = stubApi({
      'GET /api/autoLogin/pg/:username': { link: 'https://game.example' },
      'POST /api/wallet/withdraw': { message: 'SUCCESS', _id: '1', status: 'PENDING', amount: 5 },
    });
    await call('GET /api/autoLogin/pg/:username', { params: { username: 'a b/c' } });
    await call('POST /api/wallet/withdraw', { body: { amount: 5 }, idempotencyKey: 'k1' });
    expect(api.calls[0]?.path).toBe('/api/autoLogin/pg/a%20b%2Fc');
    expect(api.calls[1]?.body).toEqual({ amount: 5 });
    expect(api.calls[1]?.headers.get('idempotency-key')).toBe('k1');
  });
});

describe('a call before which the server asks for something', () => {
  const input = { body: { amount: 5 }, idempotencyKey: 'k1' };
  const moved = { message: 'SUCCESS', _id: '1', status: 'PENDING', amount: 5 };

  it.each([
    [403, 'CODE_REQUIRED'],
    [403, 'STEP_UP_REQUIRED'],
  ])('ends as the app says: %i %s', async (status, message) => {
    stubApi({ 'POST /api/wallet/withdraw': refuse(status, message) });
    onAsked.mockResolvedValueOnce(moved);
    expect(await call('POST /api/wallet/withdraw', input)).toBe(moved);
    expect(onAsked).toHaveBeenCalledExactlyOnceWith(
      'POST /api/wallet/withdraw',
      input,
      expect.objectContaining({ status, payload: expect.objectContaining({ message }) }),
    );
  });
});

describe('what comes back', () => {
  it('is the body itself', async () => {
    stubApi({ 'GET /api/lookup/info': { name: 'Krapao', website: 'krapao.example' } });
    expect(await call('GET /api/lookup/info')).toEqual({ name: 'Krapao', website: 'krapao.example' });
  });

  it('is an error with code, status and reference when the server refuses', async () => {
    stubApi({ 'POST /api/wallet/withdraw': refuse(409, 'MONEY_NOT_ENOUGH') });
    const error = await failure(call('POST /api/wallet/withdraw', { body: { amount: 5 } }));
    expect(error).toMatchObject({
      code: 'MONEY_NOT_ENOUGH',
      status: 409,
      requestId: 'req-1',
      isDefinite: true,
    });
    expect(errorText(error)).toBe('There is not enough money for that. Nothing has moved.');
  });

  it('shows a message outside the catalogue as it came', async () => {
    stubApi({ 'GET /api/lookup/info': refuse(400, 'Closed for the holidays') });
    expect(errorText(await failure(call('GET /api/lookup/info')))).toBe('Closed for the holidays');
  });

  it('does not show the HTML of a proxy to the player', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>502</html>', { status: 502 }));
    const error = await failure(call('GET /api/lookup/info'));
    expect(error).toMatchObject({ status: 502, isDefinite: false });
    expect(errorText(error)).toBe('Something unexpected went wrong. Please try again.');
  });

  it('is a connection error, of unknown outcome, when no answer comes', async () => {
    stubApi({ 'GET /api/lookup/info': noAnswer });
    const error = await failure(call('GET /api/lookup/info'));
    expect(error).toMatchObject({ code: 'CONNECTION_ERROR', status: 0, isDefinite: false });
  });

  it('is waited for a minute', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    stubApi({ 'GET /api/lookup/active': { isActive: true } });
    await call('GET /api/lookup/active');
    expect(timeout).toHaveBeenCalledWith(60_000);
  });

  it('is a connection error when the answer takes too long', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')));
        }),
    );
    const error = await failure(call('GET /api/lookup/info', { timeoutMs: 5 }));
    expect(error.code).toBe('CONNECTION_ERROR');
    expect(errorText(error)).toBe('No connection. Please check your internet and try again.');
  });
});

describe('the end of the site and of the session', () => {
  it('tells the app when the message is gone, be the status good or bad', async () => {
    for (const status of [200, 410]) {
      stubApi({ 'GET /api/lookup/info': refuse(status, 'gone') });
      await failure(call('GET /api/lookup/info'));
    }
    expect(onGone).toHaveBeenCalledTimes(2);
  });

  it.each([
    [401, 'UNAUTHORIZED'],
    [401, 'EXPIRED_AUTH_TOKEN'],
    [401, 'INVALID_USER_1'],
    [403, 'INVALID_USER_4'],
    [400, CANNOT_VERIFY_IDENTITY_TH],
    [401, ''],
    [401, 'something else'],
  ])('%i %s ends the session', async (status, message) => {
    saveToken('secret', false);
    stubApi({ 'GET /api/wallet': refuse(status, message) });
    await failure(call('GET /api/wallet'));
    expect(onInvalidSession).toHaveBeenCalledOnce();
  });

  it.each([
    [403, 'INVALID_IP'],
    [401, 'WRONG_PASSWORD'],
    [409, 'MONEY_NOT_ENOUGH'],
    [500, 'INTERNAL_SERVER_ERROR'],
  ])('%i %s does not', async (status, message) => {
    saveToken('secret', false);
    stubApi({ 'GET /api/wallet': refuse(status, message) });
    await failure(call('GET /api/wallet'));
    expect(onInvalidSession).not.toHaveBeenCalled();
  });

  it('is not decided by the reply to a login', async () => {
    stubApi({ 'POST /api/login': refuse(401, 'UNAUTHORIZED') });
    await failure(
      call('POST /api/login', { body: { username: '0812345678', password: 'x' }, hasCredentials: true }),
    );
    expect(onInvalidSession).not.toHaveBeenCalled();
  });

  it('is not decided by a late reply to a token that was replaced meanwhile', async () => {
    saveToken('old', false);
    stubApi({
      'GET /api/wallet': () => {
        saveToken('new', false);
        return refuse(401, 'EXPIRED_AUTH_TOKEN');
      },
    });
    await failure(call('GET /api/wallet'));
    expect(onInvalidSession).not.toHaveBeenCalled();
    expect(getToken()).toBe('new');
  });

  it('adds the digit of an identity failure for support', async () => {
    stubApi({ 'GET /api/wallet': refuse(401, 'INVALID_USER_3') });
    expect(errorText(await failure(call('GET /api/wallet')))).toMatch(/\(3\)$/);
  });

  it('is seen to once, so that callers have nothing to add', async () => {
    saveToken('secret', false);
    stubApi({
      'GET /api/wallet': refuse(401, 'UNAUTHORIZED'),
      'GET /api/lookup/info': refuse(410, 'gone'),
      'GET /api/lookup/banks': refuse(404, 'NO_DATA'),
    });
    const seenTo = async (work: Promise<unknown>) => (await failure(work)).isSeenTo;
    expect(await seenTo(call('GET /api/wallet'))).toBe(true);
    expect(await seenTo(call('GET /api/lookup/info'))).toBe(true);
    expect(await seenTo(call('GET /api/lookup/banks'))).toBe(false);
  });
});

describe('the server clock', () => {
  afterEach(() => noteServerDate(new Date().toUTCString(), Date.now(), Date.now()));

  it('corrects a phone whose clock is wrong', () => {
    const now = Date.now();
    noteServerDate(new Date(now + 3_600_000).toUTCString(), now, now);
    expect(Math.abs(serverNow() - now - 3_600_000)).toBeLessThan(2_000);
  });

  it('takes no notice of what is within the rounding of the header', () => {
    const now = Date.now();
    noteServerDate(new Date(now).toUTCString(), now, now);
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50);
  });
});

describe('being asked to wait', () => {
  it.each([
    ['REQUEST_LIMIT', '15', /15 s/],
    ['REQUEST_LIMIT', '601', /11 min/],
    ['OTP_BLOCK', '20000', /6 h/],
    ['REQUEST_LIMIT_1MIN', '40', /^Please wait about 1 minute and try again.$/],
    [
      'REQUEST_LIMIT',
      'Fri, 31 Dec 2027 23:59:59 GMT',
      /^Too many requests. Please wait a while and try again.$/,
    ],
  ])('tells how long: %s %s', async (code, seconds, words) => {
    stubApi({ 'GET /api/lookup/active': refuse(429, code, { 'retry-after': seconds }) });
    expect(errorText(await failure(call('GET /api/lookup/active')))).toMatch(words);
  });
});
