import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatContent } from '@krapao/contract/chat';
import { Api, endOf } from '../../testing/api.ts';
import { spendAll } from '../../testing/chat-budget.ts';
import { inWhole } from '../../testing/forms.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { claimForDesk } from './repo.ts';

const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } });

describe('a conversation', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const body = (guestId: string, message: ReturnType<typeof text>, _id: string = randomUUID()) => ({
    _id,
    sender: 'customer' as const,
    message,
    session_id: '',
    userId: '',
    guestId,
    username: '',
    name: '',
    deviceToken: '',
  });
  const send = (
    api: Api,
    words: string,
    { guestId = '', id = randomUUID() }: { guestId?: string; id?: string } = {},
  ) => api.ok('POST /api/chat/send-message', { body: body(guestId, text(words), id) });
  const history = (
    api: Api,
    more: { guestId?: string; userId?: string; limit?: number; skip?: number; afterSeq?: number } = {},
  ) => api.ok('POST /api/chat/history', { body: { userId: '', guestId: '', limit: 10, skip: 0, ...more } });
  const answer = async (room: string, message: unknown, id: string = randomUUID(), secret?: string) => {
    const path = '/api/callback/desk';
    const sent = JSON.stringify({ id, room, message, name: 'Nok' });
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...server.world.signCallback(path, sent, Date.now(), secret),
      },
      body: sent,
    });
    await response.arrayBuffer();
    return response.status;
  };

  it('is kept in order and comes ten at a time, newest first', async () => {
    const { api } = await server.members.join();
    for (let n = 1; n <= 12; n += 1) await send(api, `message ${n}`);
    const first = await history(api);
    expect(first.total).toBe(12);
    expect(first.messages.map(({ seq }) => seq)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const second = await history(api, { skip: 10 });
    expect(second.messages.map(({ seq }) => seq)).toEqual([2, 1]);
    const gap = await history(api, { afterSeq: 9 });
    expect(gap.messages.map(({ seq }) => seq)).toEqual([10, 11, 12]);
  });

  it('keeps the lines and tabs of a message', async () => {
    const { api } = await server.members.join();
    await send(api, 'ธนาคาร\tSCB\r\nจำนวน 500.00 บาท');
    const [kept] = (await history(api)).messages;
    expect(kept?.message).toEqual({
      message_type: 'text',
      payload: { text: 'ธนาคาร\tSCB\nจำนวน 500.00 บาท' },
    });
  });

  it('holds a message once, however often it is sent and at once', async () => {
    const { api } = await server.members.join();
    const id = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => send(api, 'once', { id })));
    expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([1]));
    expect((await history(api)).total).toBe(1);
    const other = { body: body('', text('twice'), id) };
    expect(await api.refused('POST /api/chat/send-message', other)).toBe('KEY_INVALID');
    const stranger = await server.members.join();
    expect(
      await stranger.api.refused('POST /api/chat/send-message', { body: body('', text('once'), id) }),
    ).toBe('KEY_INVALID');
    expect((await history(stranger.api)).total).toBe(0);
  });

  it('numbers many messages at once without a gap', async () => {
    const { api } = await server.members.join();
    await Promise.all(Array.from({ length: 20 }, (_, n) => send(api, `${n}`)));
    const { messages } = await history(api, { limit: 100 });
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n));
  });

  it('is a member’s own, whatever else a request names', async () => {
    const [member, other] = [await server.members.join(), await server.members.join()];
    const sent = await send(member.api, 'mine');
    expect(sent).toMatchObject({ guestId: '', name: member.registration.name, sender: 'customer' });
    const spying = await history(other.api, { userId: sent.userId });
    expect(spying.messages).toEqual([]);
    const stranger = { body: { userId: sent.userId, guestId: '', limit: 10, skip: 0 } };
    expect(await server.api.refused('POST /api/chat/history', stranger)).toBe('UNAUTHORIZED');
  });

  it('is no one’s who is neither a member nor a guest', async () => {
    const who = { userId: '', guestId: '' };
    const message = { body: body('', text('hello'), randomUUID()) };
    expect(await server.api.refused('POST /api/chat/send-message', message)).toBe('UNAUTHORIZED');
    expect(await server.api.refused('PUT /api/chat/read-customer/', { body: who })).toBe('UNAUTHORIZED');
    const form = new FormData();
    form.set('file', new Blob(['video'], { type: 'video/mp4' }), 'a.mp4');
    for (const path of ['/api/chat/upload-video', '/api/chat/upload-image']) {
      const reply = await fetch(server.url + path, { method: 'POST', body: form });
      expect(await reply.json()).toMatchObject({ message: 'UNAUTHORIZED' });
    }
  });

  it('is a guest’s who knows its id', async () => {
    const guestId = randomUUID();
    await send(server.api, 'hello', { guestId });
    expect((await history(server.api, { guestId })).messages).toMatchObject([{ guestId, userId: '' }]);
    expect((await history(server.api, { guestId: randomUUID() })).total).toBe(0);
  });

  it('refuses a token that is not good instead of taking its bearer for a guest', async () => {
    const api = new Api(server.url, 'x'.repeat(43));
    const request = { body: body(randomUUID(), text('hello')) };
    expect(await api.refused('POST /api/chat/send-message', request)).toBe('INVALID_USER_1');
  });

  it.each(['', '   ', 'x'.repeat(2_001), 'half of an emoji: \ud83d'])(
    'takes no empty or endless text',
    async (words) => {
      const { api } = await server.members.join();
      const sent = await api.call('POST /api/chat/send-message', { body: body('', text(words)) });
      expect(endOf(sent)).toMatch(/^KEY_/);
      expect((await history(api)).total).toBe(0);
    },
  );

  it('asks a flood to wait', async () => {
    const guestId = randomUUID();
    const ends = await Promise.all(
      Array.from({ length: 60 }, () =>
        server.api.call('POST /api/chat/send-message', { body: body(guestId, text('flood')) }).then(endOf),
      ),
    );
    const late = await server.api.refused('POST /api/chat/send-message', {
      body: body(guestId, text('more')),
    });
    expect(late).toBe('REQUEST_LIMIT');
    // Not one more than the limit, although the calls were concurrent.
    expect((await history(server.api, { guestId })).total).toBe(40);
    expect(ends).not.toContain('INTERNAL_SERVER_ERROR');
  });

  it('is not to be had for guests who together write too much', async () => {
    const { api } = await server.members.join();
    await spendAll(server, 'guests:text');
    const request = { body: body(randomUUID(), text('one more')) };
    expect(await server.api.refused('POST /api/chat/send-message', request)).toBe('REQUEST_LIMIT');
    await send(api, 'a member is still heard');
    await spendAll(server, 'guests:text', 0);
  });

  it('of a member reaches the desk before a flood of guests', async () => {
    for (let n = 0; n < 25; n += 1) {
      const guestId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      await send(server.api, 'flood', { guestId });
    }
    const { api } = await server.members.join();
    const { _id } = await send(api, 'help');
    const { queries } = server.database;
    const rooms = [
      { lane: 'guests', room: 10 },
      { lane: 'members', room: 10 },
    ];
    const taken = await claimForDesk(queries, rooms, 60_000);
    expect(taken.filter(({ lane }) => lane === 'guests')).toHaveLength(10);
    expect(taken.map(({ message }) => message.id)).toContain(_id);
    // No other process takes them meanwhile.
    const others = await claimForDesk(queries, rooms, 60_000);
    expect(others.map(({ message }) => message.id)).not.toContain(_id);
  });

  it.each<ChatContent>([
    { message_type: 'text', payload: { text: 'สวัสดี' } },
    {
      message_type: 'buttons',
      payload: { text: 'Choose', buttons: [{ type: 'postback', title: 'A', payload: 'a' }] },
    },
    {
      message_type: 'quick_replies',
      payload: { text: 'Quick', quick_replies: [{ title: 'A', payload: 'a' }] },
    },
    {
      message_type: 'generic',
      payload: { elements: [{ title: 'T', subtitle: 'S', image_url: '', buttons: [] }] },
    },
  ])('is answered by the desk with $message_type, once', async (content) => {
    const { api } = await server.members.join();
    const { userId } = await send(api, 'help');
    const room = `krapao-${userId}`;
    const id = randomUUID();
    expect(await answer(room, content, id)).toBe(200);
    expect(await answer(room, content, id)).toBe(200);
    const { messages } = await history(api);
    expect(messages).toMatchObject([
      { sender: 'operator', message: content, name: 'Nok' },
      { sender: 'customer' },
    ]);
  });

  it('is answered by the desk with text that no database holds, as far as it can be kept', async () => {
    const { api } = await server.members.join();
    const { userId } = await send(api, 'help');
    expect(await answer(`krapao-${userId}`, text('a\0b \ud83d'))).toBe(200);
    const { messages } = await history(api);
    expect(messages[0]?.message.payload).toEqual({ text: 'a\ufffdb \ufffd' });
  });

  it('takes no answer that is forged, unreadable or for nobody', async () => {
    const { api } = await server.members.join();
    const { userId } = await send(api, 'help');
    const room = `krapao-${userId}`;
    expect(await answer(room, text('forged'), randomUUID(), 'a wrong secret')).toBe(401);
    expect(await answer(room, { message_type: 'html', payload: {} })).toBe(400);
    expect(await answer(room, text('no id'), 'no uuid')).toBe(400);
    expect(await answer(`krapao-${randomUUID()}`, text('nobody'))).toBe(404);
    expect((await history(api)).total).toBe(1);
  });

  it('remembers how far the customer has read', async () => {
    const { api } = await server.members.join();
    const { userId } = await send(api, 'help');
    await answer(`krapao-${userId}`, text('yes?'));
    expect((await history(api)).readSeq).toBe(0);
    await api.ok('PUT /api/chat/read-customer/', { body: { userId: '', guestId: '' } });
    expect((await history(api)).readSeq).toBe(2);
  });
});

describe('the support desk', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const said = (room: string) =>
    server.world.control<{ from: string; content: { payload: { text?: string } } }[]>('GET', `/desk/${room}`);

  it.each(['timeout_after_commit', 'timeout_before_commit', 'http_500'] as const)(
    'hears everything once and in order, through %s',
    inWhole,
    async (kind) => {
      const member = await server.members.join();
      await server.world.fault('desk', kind, { rate: 0.5 });
      let room = '';
      for (let n = 1; n <= 6; n += 1) {
        const { userId } = await member.api.ok('POST /api/chat/send-message', {
          body: {
            _id: randomUUID(),
            sender: 'customer',
            message: text(`${n}`),
            session_id: '',
            userId: '',
            guestId: '',
            username: '',
            name: '',
            deviceToken: '',
          },
        });
        room = `krapao-${userId}`;
      }
      for (let rounds = 0; rounds < 30; rounds += 1) {
        await server.pass(LEFT_MS);
        if ((await said(room)).length === 6) break;
      }
      await server.world.heal();
      const words = (await said(room)).map(({ content }) => content.payload.text);
      expect(words).toEqual(['1', '2', '3', '4', '5', '6']);
      await server.world.control('POST', `/desk/${room}`, { text: 'answer' });
      await server.workOff();
      const { messages } = await member.api.ok('POST /api/chat/history', {
        body: { userId: '', guestId: '', limit: 10, skip: 0 },
      });
      expect(messages[0]?.sender).toBe('operator');
      expect(messages).toHaveLength(7);
    },
  );
});
