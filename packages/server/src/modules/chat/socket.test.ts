import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { fromElsewhere, wideLimits } from '../../testing/limits.ts';
import { heardBy, untilClosed, untilConnected } from '../../testing/socket-events.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { JoinAnswer } from './socket.ts';

interface Received {
  _id: string;
  seq: number;
}

describe('the chat of two processes on one database', () => {
  let one: TestServer;
  let two: TestServer;
  const open: Socket[] = [];

  beforeAll(async () => {
    const { databaseUrl, open: shared } = await sharedPostgres();
    one = await startTestServer({ open: shared, settings: { databaseUrl } });
    two = await startTestServer({ open: shared, settings: { databaseUrl } });
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  afterAll(async () => {
    await one.stop();
    await two.stop();
  });

  const connect = (server: TestServer, token?: string) => {
    const socket = io(server.url, { auth: { token }, transports: ['websocket'], reconnection: false });
    open.push(socket);
    const heard = heardBy<Received>(socket, 'messaging');
    const join = (room: unknown): Promise<JoinAnswer> => socket.timeout(5_000).emitWithAck('join', room);
    return { socket, heard, join };
  };
  const send = (server: TestServer, guestId: string, words: string) =>
    server.api.ok('POST /api/chat/send-message', {
      body: {
        _id: randomUUID(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text: words } },
        session_id: '',
        userId: '',
        guestId,
        username: '',
        name: '',
        deviceToken: '',
      },
    });

  it('crosses from one to the other, in order', async () => {
    // A process listens to the other one a moment after its start.
    const [probe, guestId] = [randomUUID(), randomUUID()];
    const listening = connect(two);
    expect(await listening.join(`krapao-${probe}`)).toEqual({ ok: true });
    await eventually(async () => {
      await send(one, probe, 'heard?');
      assert.ok(listening.heard.all.length > 0);
    });
    const there = connect(two);
    expect(await there.join(`krapao-${guestId}`)).toEqual({ ok: true });
    const here = connect(one);
    expect(await here.join(`krapao-${guestId}`)).toEqual({ ok: true });
    for (let n = 1; n <= 10; n += 1) await send(one, guestId, `${n}`);
    for (const { heard } of [there, here]) {
      await heard.until((all) => all.length >= 10);
      expect(heard.all.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
    }
  });

  it('lets nobody into a room of somebody else', async () => {
    const [member, other] = [await one.members.join(), await one.members.join()];
    const { profile } = await member.api.ok('GET /api/account/profile');
    const room = `krapao-${profile._id}`;
    expect(await connect(one, member.token).join(room)).toEqual({ ok: true });
    expect(await connect(one, other.token).join(room)).toEqual({ ok: false, message: 'UNAUTHORIZED' });
    expect(await connect(one).join(room)).toEqual({ ok: false, message: 'UNAUTHORIZED' });
    expect(await connect(one, 'x'.repeat(43)).join(room)).toEqual({ ok: false, message: 'INVALID_USER_1' });
    for (const odd of [`other-${profile._id}`, '', 7, null, { room }, `session:1`, [room]]) {
      expect(await connect(one, member.token).join(odd)).toEqual({ ok: false, message: 'UNAUTHORIZED' });
    }
  });

  it('is one room at a time for a browser, however many it names', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const { heard, join } = connect(one);
    expect(await join(`krapao-${first}`)).toEqual({ ok: true });
    expect(await join(`krapao-${second}`)).toEqual({ ok: true });
    await send(one, first, 'left');
    const { _id } = await send(one, second, 'there');
    await heard.until((all) => all.length > 0);
    expect(heard.all.map((message) => message._id)).toEqual([_id]);
  });

  it('asks the database for a browser once at a time', async () => {
    const member = await one.members.join();
    const { profile } = await member.api.ok('GET /api/account/profile');
    const { join } = connect(one, member.token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(`krapao-${profile._id}`)));
    expect(answers).toContainEqual({ ok: true });
    expect(answers).toContainEqual({ ok: false, message: 'REQUEST_LIMIT' });
    expect(await join(`krapao-${profile._id}`)).toEqual({ ok: true });
  });

  it('ends with the session, wherever that is ended', async () => {
    const member = await one.members.join();
    const { profile } = await member.api.ok('GET /api/account/profile');
    const there = connect(two, member.token);
    expect(await there.join(`krapao-${profile._id}`)).toEqual({ ok: true });
    await member.api.ok('POST /api/logout');
    await untilClosed(there.socket);
  });
});

describe('sockets of one address, or of one customer', () => {
  const sockets: Socket[] = [];
  let server: TestServer;

  beforeAll(async () => {
    const limits = wideLimits({ SOCKETS_PER_ADDRESS: 3, SOCKETS_PER_MEMBER: 2 });
    server = await startTestServer({ settings: { limits } });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await server.stop();
  });

  const connect = async (extraHeaders: Record<string, string>, token?: string): Promise<Socket> => {
    const socket = io(server.url, {
      ...(token !== undefined && { auth: { token } }),
      extraHeaders,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    await untilConnected(socket);
    return socket;
  };
  const join = async (socket: Socket, room: string) => (await socket.emitWithAck('join', room)) as JoinAnswer;

  it('strangers’ are so many in a room', async () => {
    const [here, room] = [fromElsewhere(), `krapao-${randomUUID()}`];
    const answers: JoinAnswer[] = [];
    for (let n = 0; n < 3; n += 1) answers.push(await join(await connect(here), room));
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: false, message: 'REQUEST_LIMIT' }]);
  });

  it('strangers’ of an address are so many: the oldest makes room for the next', async () => {
    const [here, elsewhere] = [fromElsewhere(), await connect(fromElsewhere())];
    const [oldest, older] = [await connect(here), await connect(here)];
    const own: Socket[] = [];
    for (let n = 0; n < 3; n += 1) own.push(await connect(here));
    await untilClosed(oldest);
    await untilClosed(older);
    expect(own.every((socket) => socket.connected)).toBe(true);
    expect(elsewhere.connected).toBe(true);
  });

  it('a member’s are counted by member, and stay open whatever strangers at the address do', async () => {
    const here = fromElsewhere();
    const member = await server.members.join();
    const { profile } = await member.api.ok('GET /api/account/profile');
    const room = `krapao-${profile._id}`;
    const own = [await connect(here, member.token), await connect(here, member.token)];
    for (const socket of own) expect(await join(socket, room)).toEqual({ ok: true });
    const stranger = await connect(here);
    for (let n = 0; n < 3; n += 1) await connect(here);
    await untilClosed(stranger);
    expect(own.every((socket) => socket.connected)).toBe(true);
    const another = await connect(here, member.token);
    expect(await join(another, room)).toEqual({ ok: false, message: 'REQUEST_LIMIT' });
    own[0]?.disconnect();
    await eventually(async () => assert.deepEqual(await join(another, room), { ok: true }));
  });
});
