import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { Desk } from './support/desk.ts';
import { register } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const WITHIN_MS = 15_000;

interface Received {
  _id: string;
  seq: number;
}

describe('the chat at two servers on one database', () => {
  let stack: Stack;
  let desk: Desk;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    stack = await startStack({ database: 'postgres', servers: 2 });
    desk = new Desk(stack.sandbox.url);
  }, 120_000);
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });
  afterAll(() => stack.stop());

  const urls = (): [string, string] => {
    const [one, two] = stack.servers;
    if (!one || !two) throw new Error('two servers were expected');
    return [one.url, two.url];
  };

  async function listen(
    url: string,
    room: string,
    token?: string,
  ): Promise<{ answer: unknown; received: Received[] }> {
    const socket = io(url, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    const received: Received[] = [];
    socket.on('messaging', (message: Received) => received.push(message));
    const answer: unknown = await socket.timeout(WITHIN_MS).emitWithAck('join', room);
    return { answer, received };
  }

  const send = (api: Api, guestId: string, text: string) =>
    api.ok('POST /api/chat/send-message', {
      body: {
        _id: randomUUID(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text } },
        session_id: '',
        userId: '',
        guestId,
        username: '',
        name: '',
        deviceToken: '',
      },
    });
  const historyBody = (who: { userId?: string; guestId?: string }) => ({
    body: { userId: '', guestId: '', limit: 100, skip: 0, ...who },
  });

  it('crosses from each to the other, with the answers of the staff, each once and in order', async () => {
    const [one, two] = urls();
    const guestId = randomUUID();
    const room = `krapao-${guestId}`;
    const [here, there] = await Promise.all([listen(one, room), listen(two, room)]);
    expect([here.answer, there.answer]).toEqual([{ ok: true }, { ok: true }]);
    for (let n = 0; n < 20; n += 1) await send(new Api(n % 2 === 0 ? one : two), guestId, `line ${n}`);
    const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`);
    await until(
      'the desk has every line',
      WITHIN_MS,
      async () => (await desk.messages(guestId)).length === 20,
    );
    expect(await desk.textsOf(guestId, 'customer')).toEqual(lines);
    for (let n = 0; n < 5; n += 1) await desk.answer(guestId, `answer ${n}`);

    const numbers = Array.from({ length: 25 }, (_, n) => n + 1);
    for (const { received } of [here, there]) {
      await until('all have been received', WITHIN_MS, async () => received.length >= numbers.length);
      expect(received.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(numbers);
    }
    const { messages } = await new Api(two).ok('POST /api/chat/history', historyBody({ guestId }));
    expect(messages.toReversed().map(({ message }) => message.payload)).toEqual(
      [...lines, ...Array.from({ length: 5 }, (_, n) => `answer ${n}`)].map((text) => ({ text })),
    );
  });

  it('lets nobody read or hear what is not theirs, at either server', async () => {
    const [one, two] = urls();
    const counterparties = new Counterparties(stack.sandbox.url);
    const member = await register(one, counterparties);
    const other = await register(two, counterparties);
    const { profile } = await member.api.ok('GET /api/account/profile');
    await send(member.api, '', 'for support only');
    for (const url of [one, two]) {
      const room = `krapao-${profile._id}`;
      expect((await listen(url, room, member.api.token)).answer).toEqual({ ok: true });
      const refused = { ok: false, message: 'UNAUTHORIZED' };
      expect((await listen(url, room, other.api.token)).answer).toEqual(refused);
      expect((await listen(url, room)).answer).toEqual(refused);
      const asked = historyBody({ userId: profile._id });
      expect(await new Api(url).refused('POST /api/chat/history', asked)).toBe('UNAUTHORIZED');
      expect((await other.api.at(url).ok('POST /api/chat/history', asked)).messages).toEqual([]);
      expect((await member.api.at(url).ok('POST /api/chat/history', asked)).messages).toHaveLength(1);
    }
  });
});
