import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { DeskReading, DeskReply, SupportDesk } from '../../ports/support-desk.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../../testing/conformance/service-world.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/conformance/webhook-receiver.ts';
import { deskMessage } from '../../testing/desk-message.ts';
import { createChatwoot } from './client.ts';
import { textOf } from '../desk-text.ts';
import { readEvent } from './transform.ts';

/** The emulator's: docs/protocol/services.md. */
const CREDENTIALS = {
  inbox: 'demo-chatwoot-inbox',
  hmacToken: 'demo-chatwoot-hmac-token',
  webhookSecret: 'demo-chatwoot-webhook-secret',
};
const AGENT = { api_access_token: 'demo-chatwoot-agent-token' };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The one reply that was read. */
const replyIn = (reading: DeskReading | Promise<DeskReading>): DeskReply | undefined =>
  (reading as readonly DeskReply[])[0];

describe('the desk Chatwoot', () => {
  let world: ServiceWorld;
  let desk: SupportDesk;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await ServiceWorld.start('desk:chatwoot');
    desk = createChatwoot(withCredentials(world.connection, CREDENTIALS));
    receiver = await startWebhookReceiver();
    await world.outside.control('PUT', '/webhooks/chatwoot', { url: receiver.url, signed: true });
  });
  afterEach(() => world.heal());
  afterAll(async () => {
    await receiver.stop();
    await world.stop();
  });

  const room = () => `krapao-${randomUUID()}`;

  /** Returns the webhook of a text. */
  const callbackOf = async (text: string): Promise<IncomingCallback> => {
    await world.outside.workOff();
    return receiver.about(text)[0] ?? expect.unreachable();
  };

  /** Answers as an agent in the conversation that the webhook is about. */
  async function answer(callback: IncomingCallback, content: string): Promise<void> {
    const { conversation } = JSON.parse(callback.rawBody) as { conversation: { id: number } };
    const response = await fetch(
      `${world.connection.baseUrl}/api/v1/accounts/1/conversations/${conversation.id}/messages`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...AGENT },
        body: JSON.stringify({ content, message_type: 'outgoing' }),
      },
    );
    expect(response.status).toBe(200);
  }

  it('takes messages of a room into one conversation, and its answers are the room’s', async () => {
    const mine = room();
    const [first, second, reply] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await desk.deliver(deskMessage(mine, first))).toEqual({ outcome: 'done', value: undefined });
    expect((await desk.deliver(deskMessage(mine, second))).outcome).toBe('done');
    const [one, two] = [await callbackOf(first), await callbackOf(second)];
    const conversationOf = ({ rawBody }: IncomingCallback) =>
      (JSON.parse(rawBody) as { conversation: { id: number } }).conversation.id;
    expect(conversationOf(one)).toBe(conversationOf(two));
    // The customer's own messages come back, too.
    expect(desk.readReplies(one)).toEqual([]);
    await answer(one, reply);
    const told = replyIn(desk.readReplies(await callbackOf(reply)));
    expect(told).toMatchObject({
      room: mine,
      content: { message_type: 'text', payload: { text: reply } },
      name: expect.stringMatching(/./),
      id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    });
    expect(desk.readReplies(await callbackOf(reply))).toEqual([told]);
  });

  it('keeps apart what two rooms say', async () => {
    const [mine, yours] = [room(), room()];
    const [a, b, reply] = [randomUUID(), randomUUID(), randomUUID()];
    await desk.deliver(deskMessage(mine, a));
    await desk.deliver(deskMessage(yours, b));
    await answer(await callbackOf(b), reply);
    expect(replyIn(desk.readReplies(await callbackOf(reply)))?.room).toBe(yours);
  });

  it('is not believed with another secret, another body, or an old time', async () => {
    const text = randomUUID();
    await desk.deliver(deskMessage(room(), text));
    const callback = await callbackOf(text);
    const stranger = createChatwoot(
      withCredentials(world.connection, { ...CREDENTIALS, webhookSecret: 'x' }),
    );
    expect(stranger.readReplies(callback)).toBeNull();
    expect(desk.readReplies({ ...callback, rawBody: `${callback.rawBody} ` })).toBeNull();
    expect(desk.readReplies({ ...callback, headers: {} })).toBeNull();
    const headers = { ...callback.headers, 'x-chatwoot-timestamp': '1767323045' };
    expect(desk.readReplies({ ...callback, headers })).toBeNull();
  });

  it('takes no contact with another token, and does not repeat it', async () => {
    const hmacToken = 'a-wrong-token-of-the-test';
    const stranger = createChatwoot(withCredentials(world.connection, { ...CREDENTIALS, hmacToken }));
    const told = await stranger.deliver(deskMessage(room()));
    expect(told).toMatchObject({ outcome: 'unknown' });
    expect(JSON.stringify(told)).not.toContain(hmacToken);
  });

  it('takes a message with fields in the answers that no document names', async () => {
    await world.fault('extra');
    expect((await desk.deliver(deskMessage(room()))).outcome).toBe('done');
  });

  it.each(SERVICE_FAULTS)(
    'tells nothing under %s, dice %d, and takes the message later',
    async (kind, dice) => {
      const one = deskMessage(room());
      await world.fault(kind, dice);
      expect(await desk.deliver(one)).toMatchObject({ outcome: 'unknown', sent: true });
      await world.heal();
      expect((await desk.deliver(one)).outcome).toBe('done');
    },
  );

  it('is not asked where no server listens', async () => {
    const cut = createChatwoot(withCredentials(world.dead, CREDENTIALS));
    expect(await cut.deliver(deskMessage(room()))).toMatchObject({ outcome: 'unknown', sent: false });
  });

  it('has taken nothing by any of its documented errors', async () => {
    for (const error of await world.errors()) {
      await world.force(error);
      expect([error, (await desk.deliver(deskMessage(room()))).outcome]).not.toContain('done');
    }
  });
});

describe('the signatures of Chatwoot', () => {
  // printf '%s' krapao-1 | openssl dgst -sha256 -hmac demo-chatwoot-hmac-token, and likewise for the others.
  it.each([
    [
      'demo-chatwoot-hmac-token',
      'krapao-1',
      'c37e8dd768608c71f100b6645879480ddd9cd2d6884fa53000143ae7533879ce',
    ],
    ['k', 'ห้อง', '9b1611691123aee708bbd1ee680633025ff5c80561d8445d2e7a0431d40c8a53'],
    [
      't'.repeat(64),
      'krapao-018f2b5e-0000-7000-8000-000000000001',
      '9941d61783245f028f51bfad337c8cec10dd9049af93b4136a8f5348fba0b44a',
    ],
  ])('prove a contact as another tool computes it: %s', async (hmacToken, room, hash) => {
    const bodies: string[] = [];
    const baseUrl = await listen(
      createServer((request, response) => {
        request.on('data', (chunk: Buffer) => bodies.push(chunk.toString('utf8')));
        request.on('end', () => response.writeHead(500).end('{}'));
      }),
    );
    const desk = createChatwoot({ ...CREDENTIALS, hmacToken, baseUrl, timeoutMs: 5_000 });
    await desk.deliver(deskMessage(room));
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      identifier: room,
      source_id: room,
      identifier_hash: hash,
    });
  });

  // printf '%s' "1767323045.$body" | openssl dgst -sha256 -hmac "$secret"
  it.each([
    ['demo-chatwoot-webhook-secret', 'b02ece155b20319ca5e74ff3a8ad971ba4996cfae32f610c747ee1939be85d04'],
    ['k', 'b0e4d9b7de20ad935c54f8584f9a088fc20778bd92df315cd60de4fc65481d49'],
    ['ความลับ', 'b440a72f48e19f2423d3fc1a62a1736996fab38ae939b48be8bebc0a10278e16'],
  ])('prove a webhook as another tool computes it: %s', (webhookSecret, hash) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_767_323_045_000 });
    onTestFinished(() => void vi.useRealTimers());
    const rawBody =
      '{"event":"message_created","id":2,"content":"hello","message_type":"outgoing","private":false,"sender":{"name":"Nok"},"conversation":{"id":1,"contact_inbox":{"source_id":"krapao-1"}}}';
    const headers = { 'x-chatwoot-timestamp': '1767323045', 'x-chatwoot-signature': `sha256=${hash}` };
    const desk = createChatwoot({
      ...CREDENTIALS,
      webhookSecret,
      baseUrl: 'http://127.0.0.1:1',
      timeoutMs: 1,
    });
    // A room is its own source, so that a process that never saw it knows it.
    expect(desk.readReplies({ path: '/', headers, rawBody })).toMatchObject([
      { room: 'krapao-1', name: 'Nok' },
    ]);
  });
});

describe('an event of Chatwoot', () => {
  const event = {
    event: 'message_created',
    id: 2,
    content: 'hello',
    message_type: 'outgoing',
    private: false,
    sender: { name: 'Nok' },
    conversation: { contact_inbox: { source_id: 'krapao-1' } },
  };
  const read = (changes: object) => readEvent({ ...event, ...changes }, 'inbox', (source) => source);

  it('is an answer, with the addresses of its files', () => {
    const attachments = [{ data_url: 'https://desk.example/f.png' }, 'odd', {}];
    expect(read({ attachments })).toMatchObject({
      room: 'krapao-1',
      content: { payload: { text: 'hello\nhttps://desk.example/f.png' } },
    });
    expect(read({ new_field: 1, sender: null })).toMatchObject({ name: '' });
    expect(read({})).toEqual(read({ sender: { name: 'Nok' } }));
    expect((read({ id: 3 }) as DeskReply).id).not.toBe((read({}) as DeskReply).id);
  });

  it.each([
    ['a private note', { private: true }],
    ['the customer’s own message', { message_type: 'incoming' }],
    ['another event', { event: 'conversation_created' }],
    ['no text', { content: null }],
    ['no room', { conversation: {} }],
    ['no id', { id: undefined }],
  ])('is nothing with %s', (_name, changes) => {
    expect(read(changes)).toBe('nothing');
  });
});

describe('a message for Chatwoot', () => {
  it('is text, whatever it was', () => {
    const media = { message: 'slip', url: 'https://w.example/f', fileType: 'image' as const, filePath: 'f' };
    expect(textOf({ message_type: 'media', payload: media })).toBe('slip\nhttps://w.example/f');
    expect(textOf({ message_type: 'postback', payload: { title: 'Help', payload: 'HELP' } })).toBe('Help');
  });
});
