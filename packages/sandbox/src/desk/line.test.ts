import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { raw } from '../testing/raw.ts';
import { startReceiver, startWorld, testClock, type TestWorld } from '../testing/world.ts';

const TOKEN = { authorization: 'Bearer demo-line-access-token' };
const GROUP = `C${'de'.repeat(16)}`;

const push = (world: TestWorld, text: string, headers: Record<string, string> = {}) =>
  raw(`${world.url}/line/v2/bot/message/push`, {
    headers: { ...TOKEN, ...headers },
    json: { to: GROUP, messages: [{ type: 'text', text }] },
  });

const pushed = async (world: TestWorld) =>
  (await world.control<object[]>('GET', `/control/desk/line-${GROUP}`)).body;

describe('LINE', () => {
  it('pushes a message into a chat, and counts it', async () => {
    const world = await startWorld();
    const answer = await push(world, 'สวัสดี');
    const sent = { id: expect.stringMatching(/^\d+$/) as string, quoteToken: expect.any(String) as string };
    expect(answer).toMatchObject({ status: 200, body: { sentMessages: [sent] } });
    expect(answer.headers.get('x-line-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await pushed(world)).toMatchObject([{ content: { payload: { text: 'สวัสดี' } } }]);
    const consumption = await raw(`${world.url}/line/v2/bot/message/quota/consumption`, { headers: TOKEN });
    expect(consumption.body).toEqual({ totalUsage: 1 });
  });

  it('takes a retry key once, for a day', async () => {
    const clock = testClock();
    const world = await startWorld({ now: clock.now });
    const headers = { 'x-line-retry-key': randomUUID() };
    const first = await push(world, 'hello', headers);
    const again = await push(world, 'hello', headers);
    expect(again).toMatchObject({ status: 409, body: { sentMessages: [{}] } });
    expect(again.headers.get('x-line-accepted-request-id')).toBe(first.headers.get('x-line-request-id'));
    expect(await pushed(world)).toHaveLength(1);
    clock.forward(24 * 60 * 60_000);
    expect((await push(world, 'hello', headers)).status).toBe(200);
    expect((await push(world, 'hello', { 'x-line-retry-key': 'no-uuid' })).status).toBe(400);
  });

  it('tells of the staff’s answers by signed events that quote the newest message', async () => {
    const [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
    await world.control('PUT', '/control/webhooks/line', { url: `${receiver.url}/desk` });
    const { body } = await push(world, 'hello');
    const { sentMessages } = body as { sentMessages: { id: string }[] };
    await world.control('POST', `/control/desk/line-${GROUP}`, { text: 'hi' });
    await expect.poll(() => receiver.received.length).toBe(1);
    const { headers, text } = receiver.received[0] ?? expect.unreachable();
    expect(headers['x-line-signature']).toBe(
      createHmac('sha256', 'demo-line-channel-secret').update(text).digest('base64'),
    );
    expect(JSON.parse(text)).toMatchObject({
      destination: `U${'b0'.repeat(16)}`,
      events: [
        {
          type: 'message',
          mode: 'active',
          message: { type: 'text', text: 'hi', quotedMessageId: sentMessages[0]?.id },
          source: { type: 'group', groupId: GROUP, userId: expect.stringMatching(/^U/) as string },
          deliveryContext: { isRedelivery: false },
          replyToken: expect.any(String) as string,
          webhookEventId: expect.any(String) as string,
        },
      ],
    });
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer other' }],
    ['an expired token', { authorization: 'Bearer demo-line-expired-token' }],
  ])('is closed to %s', async (_what, headers) => {
    const world = await startWorld();
    const answer = await raw(`${world.url}/line/v2/bot/info`, { headers });
    expect(answer).toMatchObject({ status: 401, body: { message: expect.any(String) as string } });
  });

  it.each([
    ['to', { to: 'group', messages: [{ type: 'text', text: 'x' }] }],
    ['messages', { to: GROUP, messages: [] }],
    ['messages', { to: GROUP, messages: Array.from({ length: 6 }, () => ({ type: 'text', text: 'x' })) }],
  ])('names %s in a request that does not fit', async (property, json) => {
    const world = await startWorld();
    const answer = await raw(`${world.url}/line/v2/bot/message/push`, { headers: TOKEN, json });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ property }] } });
  });

  it('answers its errors on demand, and tells its quota', async () => {
    const world = await startWorld();
    for (const [error, status] of [
      ['monthly_limit', 429],
      ['rate_limit', 429],
      ['failed_to_send', 400],
      ['forbidden', 403],
    ] as const) {
      await world.control('POST', '/control/services/line', { error });
      expect((await push(world, 'hello')).status).toBe(status);
    }
    const quota = await raw(`${world.url}/line/v2/bot/message/quota`, { headers: TOKEN });
    expect(quota.body).toEqual({ type: 'limited', value: 1_000_000 });
    const info = await raw(`${world.url}/line/v2/bot/info`, { headers: TOKEN });
    expect(info.body).toMatchObject({ userId: `U${'b0'.repeat(16)}` });
  });
});
