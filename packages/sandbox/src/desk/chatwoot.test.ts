import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { raw } from '../testing/raw.ts';
import { startReceiver, startWorld, type Receiver, type TestWorld } from '../testing/world.ts';

const INBOX = '/chatwoot/public/api/v1/inboxes/demo-chatwoot-inbox';
const AGENT = { api_access_token: 'demo-chatwoot-agent-token' };

async function chat(world: TestWorld) {
  const contact = await raw(`${world.url}${INBOX}/contacts`, { json: { name: 'Somchai', identifier: '42' } });
  const { source_id: source, id } = contact.body as { source_id: string; id: number };
  const path = `${world.url}${INBOX}/contacts/${source}/conversations`;
  const conversation = await raw(path, { method: 'POST' });
  const { id: number } = conversation.body as { id: number };
  const say = (content: string, more: object = {}) =>
    raw(`${path}/${number}/messages`, { json: { content, ...more } });
  const answer = (content: string) =>
    raw(`${world.url}/chatwoot/api/v1/accounts/1/conversations/${number}/messages`, {
      headers: AGENT,
      json: { content, message_type: 'outgoing' },
    });
  return { source, id, path, number, say, answer };
}

const connect = (world: TestWorld, receiver: Receiver, signed = true) =>
  world.control('PUT', '/control/webhooks/chatwoot', { url: `${receiver.url}/desk`, signed });

const bodies = ({ received }: Receiver) => received.map(({ text }) => JSON.parse(text) as object);

describe('Chatwoot', () => {
  it('takes a contact, a conversation and messages, and lists them', async () => {
    const world = await startWorld();
    const { path, number, say, answer } = await chat(world);
    expect(await say('hello', { echo_id: 'e1' })).toMatchObject({
      status: 200,
      body: { content: 'hello', message_type: 0, conversation_id: number, echo_id: 'e1' },
    });
    expect(await answer('hi')).toMatchObject({ status: 200, body: { content: 'hi', message_type: 1 } });
    expect((await raw(`${path}/${number}/messages`)).body).toMatchObject([
      { content: 'hello', message_type: 0 },
      { content: 'hi', message_type: 1, sender: { type: 'user' } },
    ]);
    expect((await raw(path)).body).toMatchObject([{ id: number, status: 'open', messages: [{}, {}] }]);
    expect((await world.control('GET', '/control/desk')).body).toMatchObject([
      { room: `chatwoot-${number}`, name: 'Somchai' },
    ]);
  });

  it('has no idempotency: a repeated message is a second one', async () => {
    const world = await startWorld();
    const { path, number, say } = await chat(world);
    await say('hello', { echo_id: 'e1' });
    await say('hello', { echo_id: 'e1' });
    expect((await raw(`${path}/${number}/messages`)).body).toHaveLength(2);
  });

  it('knows a contact by its identifier, under a new source id', async () => {
    const world = await startWorld();
    const [first, second] = [await chat(world), await chat(world)];
    expect(second.id).toBe(first.id);
    expect(second.source).not.toBe(first.source);
    expect(second.number).not.toBe(first.number);
    expect((await raw(second.path)).body).toHaveLength(1);
  });

  it('checks an identifier’s hash where one is given', async () => {
    const world = await startWorld();
    const ask = (hash: string) =>
      raw(`${world.url}${INBOX}/contacts`, { json: { identifier: '42', identifier_hash: hash } });
    // printf 42 | openssl dgst -sha256 -hmac demo-chatwoot-hmac-token
    const hash = 'dd47c95e78a2f14b008ed82c3e02395f56f81628667a8b9a9e261b4762200275';
    expect((await ask(hash)).status).toBe(200);
    expect((await ask(hash.replace('d', 'e'))).status).toBe(500);
  });

  it('tells of messages in both directions by signed webhooks', async () => {
    const [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
    await connect(world, receiver);
    const { number, source, say } = await chat(world);
    await say('hello');
    await world.control('POST', `/control/desk/chatwoot-${number}`, { text: 'hi' });
    await expect.poll(() => receiver.received.length).toBe(2);
    const conversation = { id: number, contact_inbox: { source_id: source } };
    expect(bodies(receiver)).toMatchObject([
      { event: 'message_created', message_type: 'incoming', content: 'hello', private: false, conversation },
      { event: 'message_created', message_type: 'outgoing', content: 'hi', sender: { type: 'user' } },
    ]);
    const { headers, text } = receiver.received[1] ?? expect.unreachable();
    const hash = createHmac('sha256', 'demo-chatwoot-webhook-secret')
      .update(`${String(headers['x-chatwoot-timestamp'])}.${text}`)
      .digest('hex');
    expect(headers['x-chatwoot-signature']).toBe(`sha256=${hash}`);
    expect(headers['x-chatwoot-delivery']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('signs nothing in an older version, and sends each webhook once', async () => {
    const [world, receiver] = await Promise.all([
      startWorld({ callbackPauseMs: () => 1 }),
      startReceiver(500),
    ]);
    await connect(world, receiver, false);
    const { say } = await chat(world);
    await say('one');
    await say('two');
    await say('three');
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-chatwoot-signature');
    expect(bodies(receiver)).toMatchObject([{ content: 'one' }, { content: 'two' }, { content: 'three' }]);
  });

  it.each([
    ['menu', 'input_select'],
    ['cards', 'cards'],
  ])('shows the bot’s %s as %s', async (word, type) => {
    const world = await startWorld();
    const { path, number, say } = await chat(world);
    await say(word);
    expect((await raw(`${path}/${number}/messages`)).body).toMatchObject([
      { content: word },
      { content_type: type, content_attributes: { items: expect.any(Array) as object[] } },
    ]);
  });

  it('is closed to other inboxes, contacts, conversations and agents', async () => {
    const world = await startWorld();
    const { path, number } = await chat(world);
    const statuses = await Promise.all([
      raw(`${world.url}/chatwoot/public/api/v1/inboxes/other/contacts`, { json: { name: 'x' } }),
      raw(`${world.url}${INBOX}/contacts/other`),
      raw(`${path}/99/messages`, { json: { content: 'hello' } }),
      raw(`${path}/${number}/messages`, { json: {} }),
      raw(`${world.url}/chatwoot/api/v1/accounts/1/conversations/${number}/messages`, {
        json: { content: 'x' },
      }),
      raw(`${world.url}/chatwoot/api/v1/accounts/2/conversations/${number}/messages`, {
        headers: AGENT,
        json: { content: 'x' },
      }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 422, 401, 404]);
  });

  it('answers its errors on demand', async () => {
    const world = await startWorld();
    const { say } = await chat(world);
    for (const [error, status] of [
      ['not_found', 404],
      ['too_many_requests', 429],
      ['unprocessable', 422],
    ] as const) {
      await world.control('POST', '/control/services/chatwoot', { error });
      expect((await say('hello')).status).toBe(status);
    }
    expect((await say('hello')).status).toBe(200);
  });
});
