import type { ChatContent } from '@krapao/contract/chat';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStoredSession, saveToken } from '../../lib/session-token.ts';
import { noAnswer, refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { StubChat } from '../../testing/stub-chat.ts';
import { stubUploads, type SentUpload } from '../../testing/stub-upload.ts';
import { ChatSession } from './chat-session.ts';
import { guest, type Customer } from './customer.ts';

// Written out, so that a changed figure in the product is noticed.
const CHECK_MS = 5_000;
const READ_EVERY_MS = 1_000;

let server: StubChat;
let api: StubApi;
let uploads: SentUpload[];
const opened: ChatSession[] = [];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server = new StubChat();
  api = stubApi(server.replies);
  uploads = stubUploads();
});
afterEach(() => {
  for (const session of opened.splice(0)) session.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const texts = (session: ChatSession) =>
  session.state.get().timeline.map(({ message }) => textOf(message) ?? message.message_type);
const textOf = (content: ChatContent) => (content.message_type === 'text' ? content.payload.text : undefined);
const deliveries = (session: ChatSession) => session.state.get().pending.map(({ delivery }) => delivery);
const sentTo = (path: Parameters<StubApi['to']>[0]) => api.to(path).map(({ body }) => body);

/** Simulates a freshly loaded page, without a socket. */
function load(customer: Customer = guest()): ChatSession {
  const session = new ChatSession(customer, '');
  opened.push(session);
  return session;
}

async function open(customer?: Customer): Promise<ChatSession> {
  const session = load(customer);
  session.open();
  await waitFor(() => expect(session.state.get().phase).toBe('ready'));
  return session;
}

describe('history', () => {
  it('comes ten at a time, each ten skipping ten more', async () => {
    server.saysLines(25);
    const session = await open();
    expect(texts(session)).toHaveLength(10);
    await session.loadOlder();
    await session.loadOlder();
    await session.loadOlder();
    expect(texts(session)).toEqual(Array.from({ length: 25 }, (_, n) => `line ${n + 1}`));
    expect(sentTo('POST /api/chat/history')).toMatchObject([
      { limit: 10, skip: 0 },
      { limit: 10, skip: 10 },
      { limit: 10, skip: 20 },
    ]);
  });

  it('is not doubled or holed by what comes while older ones load', async () => {
    server.saysLines(30);
    const session = await open();
    server.saysLines(3);
    await session.loadOlder();
    await pass(CHECK_MS);
    await session.loadOlder();
    const seqs = session.state.get().timeline.map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, n) => (seqs[0] ?? 0) + n));
    expect(seqs.at(-1)).toBe(33);
  });

  it('is not asked for any more once the member’s session is over', async () => {
    saveToken('t-1', true);
    server.saysLines(25);
    const session = await open({ userId: 'm-1', guestId: '', username: '0812345678', name: 'Somchai' });
    const asked = api.to('POST /api/chat/history').length;
    clearStoredSession();
    await session.loadOlder();
    window.dispatchEvent(new Event('online'));
    await pass(3 * CHECK_MS);
    expect(api.to('POST /api/chat/history')).toHaveLength(asked);
  });

  it('that is being caught up with stops with the member’s session', async () => {
    saveToken('t-1', true);
    const session = await open({ userId: 'm-1', guestId: '', username: '0812345678', name: 'Somchai' });
    // A full page of new messages: the next one would be requested.
    server.saysLines(150);
    const asked = api.to('POST /api/chat/history').length;
    server.onHistory = () => clearStoredSession();
    await pass(CHECK_MS);
    expect(session.isCurrent).toBe(false);
    expect(api.to('POST /api/chat/history')).toHaveLength(asked + 1);
  });
});

describe('a server that does not answer', () => {
  it('is told and asked again, and told no more once it answers', async () => {
    server.fault = noAnswer;
    const session = load();
    session.open();
    await pass(100);
    expect(session.state.get()).toMatchObject({ phase: 'starting', isUnanswered: true });
    server.fault = undefined;
    await pass(CHECK_MS);
    expect(session.state.get()).toMatchObject({ phase: 'ready', isUnanswered: false });
  });

  it('without its settings for the socket is asked every few seconds instead', async () => {
    api.set({ 'GET /api/chat/config': refuse(503, 'SERVICE_UNAVAILABLE') });
    const session = new ChatSession(guest(), 'http://chat.example');
    opened.push(session);
    session.open();
    await waitFor(() => expect(session.state.get()).toMatchObject({ phase: 'ready', link: 'asking' }));
    server.says('news');
    await pass(CHECK_MS);
    expect(texts(session)).toEqual(['news']);
  });
});

describe('without a socket', () => {
  it('asks every five seconds for what came after the last', async () => {
    server.saysLines(2);
    const session = await open();
    server.says('news');
    await pass(CHECK_MS - 1_000);
    expect(texts(session)).toEqual(['line 1', 'line 2']);
    await pass(1_000);
    await waitFor(() => expect(texts(session)).toEqual(['line 1', 'line 2', 'news']));
    expect(sentTo('POST /api/chat/history').at(-1)).toMatchObject({ afterSeq: 2 });
    expect(api.to('GET /api/chat/config')).toEqual([]);
  });

  it('fetches a long gap whole, in order', async () => {
    const session = await open();
    server.saysLines(230);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(session.state.get().timeline).toHaveLength(230));
    expect(texts(session)[229]).toBe('line 230');
  });

  it('starts when the network comes, and says so when the server refuses', async () => {
    server.fault = noAnswer;
    const session = load();
    session.open();
    await pass(CHECK_MS);
    expect(session.state.get().phase).toBe('starting');
    server.fault = undefined;
    await pass(CHECK_MS);
    await waitFor(() => expect(session.state.get().phase).toBe('ready'));

    server.fault = refuse(401, 'UNAUTHORIZED');
    const refused = load();
    refused.open();
    await waitFor(() => expect(refused.state.get().phase).toBe('failed'));
  });
});

describe('sending', () => {
  it('carries what the server asks for', async () => {
    const customer = guest();
    const session = await open(customer);
    session.sender.sendText('hello');
    await waitFor(() => expect(texts(session)).toEqual(['hello']));
    expect(sentTo('POST /api/chat/send-message')).toEqual([
      {
        _id: expect.stringMatching(
          /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ) as string,
        sender: 'customer',
        message: { message_type: 'text', payload: { text: 'hello' } },
        session_id: expect.any(String) as string,
        userId: '',
        guestId: customer.guestId,
        username: '',
        name: '',
        deviceToken: '',
      },
    ]);
    expect(session.state.get().pending).toEqual([]);
    expect(localStorage.getItem('guestChatOutbox')).toBeNull();
  });

  it('waits for the network and goes on in order, each once', async () => {
    const session = await open();
    server.fault = noAnswer;
    for (const text of ['one', 'two', 'three']) session.sender.sendText(text);
    await pass(2 * CHECK_MS);
    expect(deliveries(session)).toEqual(['sending', 'sending', 'sending']);
    server.fault = undefined;
    await pass(CHECK_MS);
    await waitFor(() => expect(session.state.get().pending).toEqual([]));
    expect(server.customersTexts).toEqual(['one', 'two', 'three']);
    expect(texts(session)).toEqual(['one', 'two', 'three']);
  });

  it('survives a reload, and an answer that was lost doubles nothing', async () => {
    const first = await open();
    api.set({
      // The server stores the message, and the connection is lost before its answer arrives.
      'POST /api/chat/send-message': (sent) => {
        void (server.replies['POST /api/chat/send-message'] as (call: typeof sent) => unknown)(sent);
        return noAnswer;
      },
    });
    first.sender.sendText('one');
    first.sender.sendText('two');
    await waitFor(() => expect(server.customersTexts).toEqual(['one']));
    first.dispose();

    api.set(server.replies);
    const second = await open();
    await waitFor(() => expect(second.state.get().pending).toEqual([]));
    expect(server.customersTexts).toEqual(['one', 'two']);
    expect(texts(second)).toEqual(['one', 'two']);
  });

  it('goes on after the chat is closed, and from an earlier visit without opening it', async () => {
    const session = await open();
    server.fault = noAnswer;
    session.sender.sendText('later');
    await pass(0);
    session.close();
    server.fault = undefined;
    await pass(CHECK_MS);
    expect(server.customersTexts).toEqual(['later']);

    server.fault = noAnswer;
    session.open();
    session.sender.sendText('much later');
    await pass(0);
    session.dispose();
    server.fault = undefined;
    load().resume();
    await waitFor(() => expect(server.customersTexts).toEqual(['later', 'much later']));
  });

  it('waits while too much was sent, and stops at what is refused for good without holding up the rest', async () => {
    const session = await open();
    server.fault = refuse(429, 'REQUEST_LIMIT');
    session.sender.sendText('one');
    await pass(0);
    expect(deliveries(session)).toEqual(['sending']);
    server.fault = refuse(400, 'KEY_INVALID');
    await pass(CHECK_MS);
    await waitFor(() => expect(deliveries(session)).toEqual(['failed']));
    server.fault = undefined;
    session.sender.sendText('two');
    await waitFor(() => expect(server.customersTexts).toEqual(['two']));
    const [failed] = session.state.get().pending;
    session.sender.resend(failed?.id ?? '');
    await waitFor(() => expect(server.customersTexts).toEqual(['two', 'one']));
    expect(session.state.get().pending).toEqual([]);
  });

  it('of a member is forgotten with the session, and never goes out under another', async () => {
    saveToken('t-1', true);
    const member: Customer = { userId: 'm-1', guestId: '', username: '0812345678', name: 'Somchai' };
    const session = await open(member);
    server.fault = noAnswer;
    session.sender.sendText('secret');
    await pass(0);
    expect(localStorage.getItem('chatOutbox')).toContain('secret');
    clearStoredSession();
    expect(localStorage.getItem('chatOutbox')).toBeNull();
    saveToken('t-2', true);
    server.fault = undefined;
    await pass(3 * CHECK_MS);
    expect(server.customersTexts).toEqual([]);
    expect(localStorage.getItem('chatOutbox')).toBeNull();
  });
});

describe('files', () => {
  const picture = () => new File(['picture'], 'me.png', { type: 'image/png' });
  const stored = { url: '/chat-files/x.png', filePath: 'x.png', fileType: 'image' as const };
  async function begin(count = 1): Promise<SentUpload> {
    await waitFor(() => expect(uploads).toHaveLength(count));
    const upload = uploads.at(-1);
    if (!upload) throw new Error('nothing was sent');
    return upload;
  }

  it('tell how far they are, and become a message', async () => {
    const session = await open();
    void session.sender.sendFile(picture(), 'image');
    const upload = await begin();
    // The customer's id goes in a header: proxies log addresses.
    expect(upload.path).toBe('/api/chat/upload-image');
    expect(deliveries(session)).toEqual(['uploading_file']);
    upload.progress(30, 100);
    expect(Object.values(session.state.get().progress)).toEqual([0.3]);
    upload.answer(200, stored);
    await waitFor(() => expect(server.messages).toHaveLength(1));
    expect(server.messages[0]?.message).toEqual({
      message_type: 'media',
      payload: { message: '', ...stored },
    });
    await waitFor(() => expect(session.state.get()).toMatchObject({ pending: [], progress: {} }));
  });

  it('do not hold up words', async () => {
    const session = await open();
    void session.sender.sendFile(picture(), 'image');
    const upload = await begin();
    session.sender.sendText('meanwhile');
    await waitFor(() => expect(server.customersTexts).toEqual(['meanwhile']));
    upload.answer(200, stored);
    await waitFor(() => expect(server.customersTexts).toEqual(['meanwhile', 'media']));
  });

  it('that failed are sent again or removed', async () => {
    const session = await open();
    void session.sender.sendFile(picture(), 'image');
    (await begin()).answer(415, { message: 'FILE_NOT_SUPPORTED' });
    await waitFor(() => expect(deliveries(session)).toEqual(['failed']));
    const [failed] = session.state.get().pending;
    expect(failed?.fault).toBe('FILE_NOT_SUPPORTED');
    session.sender.resend(failed?.id ?? '');
    (await begin(2)).answer(413, 'too large');
    await waitFor(() => expect(session.state.get().pending[0]?.fault).toBe('FILE_TOO_LARGE'));
    session.sender.remove(failed?.id ?? '');
    expect(session.state.get().pending).toEqual([]);
    expect(localStorage.getItem('guestChatOutbox')).toBeNull();
  });

  it('stop when they are removed on the way, and the next goes on', async () => {
    const session = await open();
    void session.sender.sendFile(picture(), 'image');
    void session.sender.sendFile(new File(['film'], 'film.mp4', { type: 'video/mp4' }), 'video');
    const first = await begin();
    session.sender.remove(session.state.get().pending[0]?.id ?? '');
    expect(first.aborted).toBe(true);
    expect((await begin(2)).path).toContain('/api/chat/upload-video');
  });

  it('wait while there is no network', async () => {
    const session = await open();
    void session.sender.sendFile(picture(), 'image');
    const upload = await begin();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    upload.lose();
    await pass(CHECK_MS);
    expect(deliveries(session)).toEqual(['uploading_file']);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    (await begin(2)).lose();
    await waitFor(() => expect(deliveries(session)).toEqual(['failed']));
  });

  it('that a reload has lost can only be removed', async () => {
    const session = await open();
    void session.sender.sendFile(picture(), 'image');
    await begin();
    session.dispose();
    const next = await open();
    await waitFor(() =>
      expect(next.state.get().pending[0]).toMatchObject({ delivery: 'failed', fault: 'FILE_LOST' }),
    );
  });
});

describe('read marks', () => {
  it('go out once a second at most, and only for what the operator wrote', async () => {
    server.saysLines(1);
    const session = await open();
    const marks = () => api.to('PUT /api/chat/read-customer/').length;
    session.seen();
    await pass(0);
    expect(marks()).toBe(1);
    server.says('two');
    await pass(CHECK_MS);
    await waitFor(() => expect(texts(session)).toHaveLength(2));
    for (let n = 0; n < 5; n += 1) session.seen();
    await pass(READ_EVERY_MS);
    expect(marks()).toBe(2);
    session.sender.sendText('mine');
    await waitFor(() => expect(texts(session)).toHaveLength(3));
    session.seen();
    await pass(2 * READ_EVERY_MS);
    expect(marks()).toBe(2);
    expect(session.state.get().readSeq).toBe(2);
  });

  it('of a lively conversation are a second apart', async () => {
    const at: number[] = [];
    api.set({
      'PUT /api/chat/read-customer/': () => {
        at.push(Date.now());
        server.readSeq = server.messages.length;
        return { message: 'OK' };
      },
    });
    const session = await open();
    for (let n = 1; n <= 8; n += 1) {
      server.says(`line ${n}`);
      window.dispatchEvent(new Event('online'));
      await waitFor(() => expect(texts(session)).toHaveLength(n));
      session.seen();
      await pass(300);
    }
    await pass(READ_EVERY_MS);
    expect(at.length).toBeGreaterThan(1);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(READ_EVERY_MS);
    expect(session.state.get().readSeq).toBe(8);
  });

  it('are made up for when the network was lost', async () => {
    server.saysLines(1);
    const session = await open();
    server.fault = noAnswer;
    vi.spyOn(console, 'warn').mockReturnValue();
    session.seen();
    await pass(0);
    server.fault = undefined;
    await pass(CHECK_MS + READ_EVERY_MS);
    expect(server.readSeq).toBe(1);
  });
});
