import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceRecords } from '../../ports/service-records.ts';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import { deskMessage } from '../../testing/desk-message.ts';
import { createLine } from './client.ts';
import { labelsOf, readPushed } from './transform.ts';

const CHAT = `C${'de'.repeat(16)}`;
const SECRET = 'demo-line-channel-secret';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

/** What the adapter makes of answers that no honest LINE gives, and of what staff may write. */
describe('LINE', () => {
  let database: Database;
  let records: ServiceRecords;
  let server: Server;
  let baseUrl: string;
  let calls: Call[] = [];
  let answering: (call: Call, response: ServerResponse) => void;

  let pushed = 1_000;
  const honest = (_call: Call, response: ServerResponse): void => {
    pushed += 1;
    json(response, { sentMessages: [{ id: String(pushed), quoteToken: 'q' }] });
  };

  beforeAll(async () => {
    database = await pgliteDatabase();
    records = createServiceRecords(database);
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const call = { path: request.url ?? '', headers: request.headers, body };
        calls.push(call);
        answering(call, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    answering = honest;
  });
  afterEach(() => {
    answering = honest;
    calls = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await database.close();
  });

  const connect = (secret = SECRET, timeoutMs = 20_000) =>
    createLine({ baseUrl, timeoutMs, token: 'token', secret, chat: CHAT, records });
  const room = () => `krapao-${randomUUID()}`;

  /** Delivers a message. @returns its label, and LINE's id of it */
  async function delivered(mine: string): Promise<{ label: string; id: string }> {
    expect((await connect().deliver(deskMessage(mine))).outcome).toBe('done');
    const { messages } = JSON.parse(calls.at(-1)?.body ?? '') as { messages: { text: string }[] };
    const [, label = ''] = /^#([0-9A-F]{10}) /.exec(messages[0]?.text ?? '') ?? [];
    return { label, id: String(pushed) };
  }

  const said = (message: object, changes: object = {}) => ({
    type: 'message',
    mode: 'active',
    webhookEventId: randomUUID(),
    deliveryContext: { isRedelivery: false },
    source: { type: 'group', groupId: CHAT, userId: 'U1' },
    message: { type: 'text', id: '5', quoteToken: 'q', ...message },
    ...changes,
  });

  /** Reads a webhook of events. */
  const read = (...events: object[]) => {
    const rawBody = JSON.stringify({ destination: 'U0', events });
    const signature = createHmac('sha256', SECRET).update(rawBody).digest('base64');
    return connect().readReplies({ path: '/', headers: { 'x-line-signature': signature }, rawBody });
  };

  it('shows staff the label, the name and the text, and sends one message under one key', async () => {
    const [mine, one] = [room(), deskMessage(room(), 'hello')];
    await connect().deliver({ ...one, room: mine });
    await connect().deliver({ ...one, room: mine });
    const [first, second] = calls;
    expect(first).toMatchObject({ path: '/v2/bot/message/push', headers: { authorization: 'Bearer token' } });
    expect(first?.headers['x-line-retry-key']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(second?.headers['x-line-retry-key']).toBe(first?.headers['x-line-retry-key']);
    expect(JSON.parse(first?.body ?? '')).toEqual({
      to: CHAT,
      messages: [{ type: 'text', text: `#${labelsOf(mine)[0]} สมชาย\nhello` }],
    });
  });

  it.each([
    ['an error without a word', 500, '{}'],
    ['a web page', 200, '<html>maintenance</html>'],
    ['nothing', 200, ''],
    ['no message', 200, '{}'],
    ['messages that are none', 200, '{"sentMessages":[{"id":7},"x",null]}'],
    ['a text for the list', 200, '{"sentMessages":"1"}'],
    ['a used-up quota', 429, '{"message":"You have reached your monthly limit."}'],
    ['a wrong chat', 400, '{"message":"The request body has 1 error(s)","details":[{"property":"to"}]}'],
    ['details that are none', 400, '{"details":{"property":"messages[0].text"}}'],
    ['an expired token', 401, '{"message":"Authentication failed"}'],
    ['a foreign status', 302, '{}'],
  ])('is told nothing by %s', async (_name, status, body) => {
    answering = (_call, response) => json(response, body, status);
    expect(await connect().deliver(deskMessage(room()))).toMatchObject({ outcome: 'unknown', sent: true });
  });

  it.each([
    ['hangs up', (_call: Call, response: ServerResponse) => void response.socket?.destroy(), 20_000],
    ['is silent', () => {}, 100],
  ])('is told nothing by a service that %s', async (_name, behaving, timeoutMs) => {
    answering = behaving;
    expect(await connect(SECRET, timeoutMs).deliver(deskMessage(room()))).toMatchObject({
      outcome: 'unknown',
      sent: true,
    });
  });

  it('refuses a message that LINE never takes', () => {
    const body = { message: 'The request body has 1 error(s)', details: [{ property: 'messages[0].text' }] };
    expect(readPushed({ outcome: 'answer', status: 400, body })).toMatchObject({ outcome: 'refused' });
  });

  it('has delivered what LINE took before, and knows the room by what it tells', async () => {
    const mine = room();
    answering = (_call, response) =>
      json(response, { message: 'The retry key is already accepted', sentMessages: [{ id: '777' }] }, 409);
    expect((await connect().deliver(deskMessage(mine))).outcome).toBe('done');
    expect(await read(said({ text: 'yes', quotedMessageId: '777' }))).toMatchObject([{ room: mine }]);
    answering = (_call, response) => json(response, { message: 'The retry key is already accepted' }, 409);
    expect((await connect().deliver(deskMessage(mine))).outcome).toBe('done');
  });

  it('tells an answer by its label, in any case, where it quotes nothing', async () => {
    const mine = room();
    const { label } = await delivered(mine);
    expect(await read(said({ text: `#${label.toLowerCase()} well done` }))).toMatchObject([
      { room: mine, content: { payload: { text: 'well done' } } },
    ]);
  });

  it('gives two rooms of one label a label each', async () => {
    const mine = room();
    const [taken = '', free = ''] = labelsOf(mine);
    await records.keep('line', `#${taken}`, 'krapao-of-another');
    expect((await delivered(mine)).label).toBe(free);
    expect(await read(said({ text: `#${taken} hi` }))).toMatchObject([{ room: 'krapao-of-another' }]);
  });

  it('takes several answers of one webhook, a repeated one under one id', async () => {
    const [mine, yours] = [room(), room()];
    const [a, b] = [await delivered(mine), await delivered(yours)];
    const first = said({ text: 'one', quotedMessageId: a.id });
    const again = { ...first, deliveryContext: { isRedelivery: true } };
    const replies = await read(first, said({ text: 'two', quotedMessageId: b.id }), again);
    expect(replies).toMatchObject([{ room: mine }, { room: yours }, { room: mine }]);
    expect(replies?.[2]).toEqual(replies?.[0]);
  });

  it('does not place an answer to a message that it may not have been told of yet', async () => {
    const answer = { text: 'yes', quotedMessageId: '888' };
    expect(await read(said(answer, { timestamp: Date.now() }))).toEqual(['unplaced']);
    expect(await read(said(answer, { timestamp: Date.now() - 11 * 60_000 }))).toEqual([]);
    expect(await read(said({ text: 'yes' }, { timestamp: Date.now() }))).toEqual([]);
  });

  it('leaves to staff what they say to one another, and what is no text', async () => {
    const { id, label } = await delivered(room());
    const quotes = { text: 'hi', quotedMessageId: id };
    const silent = [
      said({ text: 'lunch?' }),
      said({ text: 'of another message', quotedMessageId: '5' }),
      said({ text: '#0000000000 of no room' }),
      said({ text: `#${label}0 too long a label` }),
      said({ text: `#${label}` }),
      said({ text: '   ', quotedMessageId: id }),
      said({ type: 'sticker', quotedMessageId: id }),
      said({ type: 'image' }),
      said({ ...quotes, quotedMessageId: '../../../info' }),
      said(quotes, { type: 'unsend' }),
      said(quotes, { source: { type: 'user', userId: 'U1' } }),
      said(quotes, { source: { type: 'group', groupId: `C${'0'.repeat(32)}`, userId: CHAT } }),
      said(quotes, { webhookEventId: undefined }),
      said(quotes, { message: null }),
    ];
    answering = (_call, response) => json(response, {}, 404);
    expect(await read(...silent)).toEqual([]);
    expect(await read()).toEqual([]);
  });

  describe('a picture', () => {
    const withPicture = async (mine: string) => {
      const { label } = await delivered(mine);
      calls = [];
      return said({ text: `#${label} look`, quotedMessageId: '42' });
    };
    const sends = (bytes: Buffer, type: string, status = 200) => {
      answering = (_call, response) => response.writeHead(status, { 'content-type': type }).end(bytes);
    };

    it('of staff is fetched when they quote it with a label', async () => {
      const mine = room();
      const event = await withPicture(mine);
      sends(PNG, 'image/png');
      const replies = await read(event);
      expect(calls).toMatchObject([
        { path: '/v2/bot/message/42/content', headers: { authorization: 'Bearer token' } },
      ]);
      expect(replies).toMatchObject([
        { room: mine, content: { payload: { text: 'look' } } },
        { room: mine, picture: { mime: 'image/png', bytes: PNG } },
      ]);
      expect(await read(event)).toEqual(replies);
    });

    it.each([
      ['gone', 404, 'application/json', PNG],
      ['a video', 200, 'video/mp4', PNG],
      ['larger than the chat takes', 200, 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1)],
    ])('that is %s is left out', async (_name, status, type, bytes) => {
      const event = await withPicture(room());
      sends(bytes, type, status);
      expect(await read(event)).toMatchObject([{ content: { payload: { text: 'look' } } }]);
    });

    it.each([
      ['a web page', 200, 'text/html'],
      ['an error', 500, 'application/json'],
      ['a throttled call', 429, 'application/json'],
    ])('is asked for again after %s', async (_name, status, type) => {
      const event = await withPicture(room());
      sends(PNG, type, status);
      expect(await read(event)).toMatchObject([{ content: { payload: { text: 'look' } } }, 'unconfirmed']);
    });

    it('that stops in the middle is asked for again', async () => {
      const event = await withPicture(room());
      answering = (_call, response) => {
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': '100' });
        response.write(PNG, () => response.socket?.destroy());
      };
      expect((await read(event))?.at(-1)).toBe('unconfirmed');
    });
  });

  // printf '%s' "$body" | openssl dgst -sha256 -hmac "$secret" -binary | base64
  const LONG = `{"events":[{"type":"message","webhookEventId":"01H","source":{"type":"group","groupId":"${CHAT}","userId":"U1"},"message":{"type":"text","id":"1","text":"สวัสดี"}}]}`;
  it.each([
    [SECRET, '{"destination":"Ub0","events":[]}', 'Y9IB+z4Ngs2ZRgqPY/bQq7EDU0QYI78vnoeEJqtQEeE='],
    ['k', LONG, '9RuI67gQef47nOrBF94cf2V72bL/tOKhEI699ZGgrsQ='],
    ['ความลับ', LONG, 'SmXyFZVmf39eXuSqPypDQAOpnWvAwGdqUOX+iW5YOpU='],
  ])('believes a webhook that another tool signed with %s', async (secret, rawBody, signature) => {
    const callback = { path: '/', headers: { 'x-line-signature': signature }, rawBody };
    expect(await connect(secret).readReplies(callback)).toEqual([]);
    expect(await connect(`${secret}x`).readReplies(callback)).toBeNull();
  });

  it('takes nothing of a signed webhook that is no object, or has no list', async () => {
    for (const rawBody of ['[]', 'null', '', '{"events":{}}', '{"events":[null,7,"x",[]]}']) {
      const signature = createHmac('sha256', SECRET).update(rawBody).digest('base64');
      const callback = { path: '/', headers: { 'x-line-signature': signature }, rawBody };
      expect(await connect().readReplies(callback)).toEqual([]);
    }
  });

  it.each([
    ['a plan without a limit', { type: 'none' }, { totalUsage: 5 }, null],
    ['a used-up plan', { type: 'limited', value: 500 }, { totalUsage: 500 }, '0 messages'],
    ['an odd answer', { type: 'limited', value: '500' }, { totalUsage: 1 }, null],
  ])('tells what is left of %s', async (_name, quota, consumption, value) => {
    answering = ({ path }, response) => {
      if (path.endsWith('/info')) json(response, { userId: 'U0' });
      else json(response, path.endsWith('/quota') ? quota : consumption);
    };
    expect(await connect().check?.()).toEqual({ outcome: 'done', value });
  });
});
