import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubUploads, type SentUpload } from '../testing/stub-upload.ts';
import { setHttpHandlers } from './http.ts';
import { saveToken } from './session-token.ts';
import { upload } from './upload.ts';

const file = new File(['slip'], 'slip.jpg', { type: 'image/jpeg' });
let sent: SentUpload[];

beforeEach(() => {
  sent = stubUploads();
  saveToken('t-1', false);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const begin = (options?: Parameters<typeof upload>[2]) => {
  const outcome = upload('POST /api/wallet/slip', file, options);
  const [request] = sent;
  if (!request) throw new Error('nothing was sent');
  return { outcome, request };
};

describe('upload', () => {
  it('sends the file with the headers of every call, and waits five minutes', async () => {
    const { outcome, request } = begin({ idempotencyKey: 'k1' });
    expect(request.path).toBe('/api/wallet/slip');
    expect(request.file.name).toBe('slip.jpg');
    expect(request.timeoutMs).toBe(300_000);
    expect(Object.fromEntries(request.headers)).toMatchObject({
      authorization: 'Bearer t-1',
      'x-requested-with': 'wallet-user',
      'idempotency-key': 'k1',
    });
    // The browser sets the boundary of the form's parts.
    expect(request.headers.has('content-type')).toBe(false);
    request.answer(200, { message: 'OK' });
    await expect(outcome).resolves.toEqual({ message: 'OK' });
  });

  it('tells how far it is', async () => {
    const onProgress = vi.fn<(part: number) => void>();
    const { outcome, request } = begin({ onProgress });
    request.progress(25, 100);
    request.progress(100, 100);
    expect(onProgress.mock.calls).toEqual([[0.25], [1]]);
    request.answer(200, {});
    await outcome;
  });

  it("fails with the server's code, and without an answer with an unknown outcome", async () => {
    const refused = begin();
    refused.request.answer(400, { message: 'SLIP_INVALID_FILE', requestId: 'r' });
    await expect(refused.outcome).rejects.toMatchObject({ code: 'SLIP_INVALID_FILE', isDefinite: true });
    sent.length = 0;
    const lost = begin();
    lost.request.lose();
    await expect(lost.outcome).rejects.toMatchObject({ status: 0, isDefinite: false });
  });

  it('tells of a session that is over', async () => {
    const onInvalidSession = vi.fn<() => void>();
    setHttpHandlers({ onGone: () => undefined, onInvalidSession, onAsked: async () => undefined });
    const { outcome, request } = begin();
    request.answer(401, { message: 'EXPIRED_AUTH_TOKEN' });
    await expect(outcome).rejects.toMatchObject({ code: 'EXPIRED_AUTH_TOKEN' });
    expect(onInvalidSession).toHaveBeenCalledOnce();
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const { outcome, request } = begin({ signal: controller.signal });
    controller.abort();
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
    expect(request.aborted).toBe(true);
  });
});
