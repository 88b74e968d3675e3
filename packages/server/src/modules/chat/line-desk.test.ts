import { createHmac, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../kernel/logger.ts';
import { HOUSE_SERVICES } from '../../kernel/sandbox-services.ts';
import { readSettings } from '../../kernel/settings.ts';
import { pass, startAnswering, type AnsweringServer } from '../../testing/answering.ts';
import { logInMemory } from '../../testing/log-in-memory.ts';
import type { TestMember } from '../../testing/members.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';

const CHAT = `C${'de'.repeat(16)}`;
const SECRET = 'demo-line-channel-secret';
const PICTURE_ID = '4242';

describe('a conversation with the desk LINE', () => {
  let server: TestServer;
  let picture: Buffer;
  /** Stands before the emulator, and serves the picture that staff have sent. */
  let front: AnsweringServer;
  /** Whether the answer to a push gets lost. */
  let losesAnswers = false;
  const log = logInMemory();

  beforeAll(async () => {
    picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    front = await startAnswering(async (request, body, response) => {
      if (request.url !== `/v2/bot/message/${PICTURE_ID}/content`) {
        const answer = await pass(`${server.world.url}/line`, request, body);
        if (losesAnswers) response.destroy();
        else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
        return;
      }
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    });
    const environment = {
      DESK_SERVICE: 'line',
      DESK_URL: front.url,
      DESK_TOKEN: 'demo-line-access-token',
      DESK_SECRET: SECRET,
      DESK_CHAT: CHAT,
    };
    const { services } = readSettings({ ...HOUSE_SERVICES, ...environment });
    const logger = createLogger('info', log.stream);
    server = await startTestServer({ settings: { services, environment }, logger });
    await server.world.control('PUT', '/webhooks/line', { url: door() });
  });
  afterAll(async () => {
    await server.stop();
    await front.stop();
  });

  const door = () => `${server.url}/api/callback/desk`;
  const say = ({ api }: TestMember, text: string) =>
    api.ok('POST /api/chat/send-message', {
      body: {
        _id: randomUUID(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text } },
        session_id: '',
        userId: '',
        guestId: '',
        username: '',
        name: '',
        deviceToken: '',
      },
    });
  const messages = async ({ api }: TestMember) => {
    const body = { userId: '', guestId: '', limit: 10, skip: 0 };
    return (await api.ok('POST /api/chat/history', { body })).messages;
  };
  const history = async (member: TestMember): Promise<string[]> =>
    (await messages(member)).map(({ sender, message }) =>
      message.message_type === 'text' ? `${sender}: ${message.payload.text}` : sender,
    );
  /** Returns the message in the staff's chat that has a text. */
  const inChat = async (text: string): Promise<string> => {
    await server.workOff();
    const all = await server.world.control<{ content: { payload: { text: string } } }[]>(
      'GET',
      `/desk/line-${CHAT}`,
    );
    const found = all.find(({ content }) => content.payload.text.includes(text));
    return found?.content.payload.text ?? expect.unreachable();
  };
  const staffSay = (text: string) => server.world.control('POST', `/desk/line-${CHAT}`, { text });

  /** Posts a signed webhook of one event. */
  const post = (event: object, secret = SECRET) => {
    const body = JSON.stringify({ destination: 'U0', events: [event] });
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { 'content-type': 'application/json', 'x-line-signature': signature };
    return fetch(door(), { method: 'POST', headers, body });
  };

  it('goes there and back, in the room of each member', async () => {
    const members = [await server.members.join(), await server.members.join()] as const;
    await say(members[0], 'first');
    await inChat('first');
    await staffSay('one');
    await server.workOff();
    expect(await history(members[0])).toEqual(['operator: one', 'customer: first']);
    await say(members[1], 'second');
    await inChat('second');
    await staffSay('two');
    await server.workOff();
    expect(await history(members[1])).toEqual(['operator: two', 'customer: second']);
    expect(await history(members[0])).toHaveLength(2);
  });

  it('loses no answer to a message whose delivery was not confirmed', async () => {
    const member = await server.members.join();
    losesAnswers = true;
    await say(member, 'third');
    await inChat('third');
    await staffSay('three');
    await server.workOff();
    expect(log.text()).toContain('"route":"/api/callback/desk","status":503');
    expect(await history(member)).toEqual(['customer: third']);
    losesAnswers = false;
    // The message is sent again first; then its answer may come.
    await server.pass(LEFT_MS);
    await server.pass(LEFT_MS);
    expect(await history(member)).toEqual(['operator: three', 'customer: third']);
  });

  it('brings a picture of staff once, however often its webhook comes', async () => {
    const member = await server.members.join();
    await say(member, 'where do I pay');
    const [label = ''] = (await inChat('where do I pay')).split(' ');
    const event = {
      type: 'message',
      webhookEventId: randomUUID(),
      source: { type: 'group', groupId: CHAT, userId: 'U1' },
      message: { type: 'text', id: '9', text: `${label} here`, quotedMessageId: PICTURE_ID },
    };
    expect((await post(event, 'another secret')).status).toBe(401);
    for (const _round of [1, 2]) expect((await post(event)).status).toBe(200);
    const [media, words, ...rest] = await messages(member);
    expect(rest).toHaveLength(1);
    expect(words?.message).toEqual({ message_type: 'text', payload: { text: 'here' } });
    expect(media?.message).toMatchObject({ message_type: 'media', payload: { fileType: 'image' } });
    const { url } = (media?.message.payload ?? {}) as { url: string };
    const shown = await fetch(server.url + url);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});
