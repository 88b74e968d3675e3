import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { call, setCallHandlers, Waiting } from './call.ts';

const ID = '0190c7a2-5b1e-7c3d-9f00-000000000001';
const fetched = vi.fn<typeof fetch>();
const onSignedOut = vi.fn<() => void>();
const onFactorRequired = vi.fn<() => void>();

const answers = (status: number, body: unknown): void => {
  fetched.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
};

beforeEach(() => {
  fetched.mockReset();
  onSignedOut.mockReset();
  onFactorRequired.mockReset();
  vi.stubGlobal('fetch', fetched);
  setCallHandlers({ onSignedOut, onFactorRequired });
});

describe('a call', () => {
  it('fills the path and sends what the contract describes', async () => {
    answers(200, { status: true });
    await call('POST /staff/api/members/:id/freeze', { params: { id: 'a/b' }, body: { reason: 'lost' } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/staff/api/members/a%2Fb/freeze');
    expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{"reason":"lost"}' });
  });

  it('leaves out filters without a value', async () => {
    answers(200, { items: [], next: null });
    await call('GET /staff/api/audit', { query: { subject: 'member 1', actor: undefined, action: '' } });
    expect(fetched.mock.calls[0]?.[0]).toBe('/staff/api/audit?subject=member+1');
  });

  it('returns the reply', async () => {
    answers(200, { items: [], next: null });
    await expect(call('GET /staff/api/suspense')).resolves.toEqual({ items: [], next: null });
  });

  it('says that the action waits for a second person', async () => {
    answers(202, { approvalId: ID });
    const answer = await call('POST /staff/api/payouts/:id/decision', {
      params: { id: ID },
      body: { decision: 'approve' },
    });
    expect(answer).toBeInstanceOf(Waiting);
    expect(answer).toMatchObject({ approvalId: ID });
  });
});

describe('a call that fails', () => {
  const failure = async (): Promise<ApiError> => {
    const error = await call('GET /staff/api/suspense').catch((caught: unknown) => caught);
    if (!(error instanceof ApiError)) throw new Error('it did not fail');
    return error;
  };

  it('has the code of the server and the id of the request', async () => {
    answers(409, { message: 'LEASED', requestId: 'r1' });
    expect(await failure()).toMatchObject({ code: 'LEASED', requestId: 'r1', isUnknown: false });
  });

  it('is unknown without an answer', async () => {
    fetched.mockRejectedValueOnce(new TypeError('failed to fetch'));
    expect(await failure()).toMatchObject({ code: 'NO_ANSWER', isUnknown: true });
  });

  it.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['a code that there is not', 400, { message: 'SOMETHING' }],
    ['a reply that is no JSON', 200, 'OK'],
  ])('is unreadable: %s', async (_name, status, body) => {
    answers(status, body);
    expect(await failure()).toMatchObject({ code: 'UNREADABLE' });
  });

  it('tells that the session is over', async () => {
    answers(401, { message: 'UNAUTHORIZED' });
    await failure();
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('tells that a second factor is missing', async () => {
    answers(403, { message: 'SECOND_FACTOR_REQUIRED' });
    await failure();
    expect(onFactorRequired).toHaveBeenCalledOnce();
  });

  it('does not take a wrong password for the end of the session', async () => {
    answers(401, { message: 'WRONG_CREDENTIAL' });
    await failure();
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});
