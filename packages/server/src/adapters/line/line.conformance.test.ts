import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { SupportDesk } from '../../ports/support-desk.ts';
import { SERVICE_FAULTS, ServiceWorld, withCredentials } from '../../testing/conformance/service-world.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/conformance/webhook-receiver.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import { deskMessage } from '../../testing/desk-message.ts';
import { createLine } from './client.ts';

/** The emulator's: docs/protocol/services.md. */
const CHAT = `C${'de'.repeat(16)}`;
const CREDENTIALS = {
  token: 'demo-line-access-token',
  secret: 'demo-line-channel-secret',
  chat: CHAT,
};

describe('the desk LINE', () => {
  let world: ServiceWorld;
  let database: Database;
  let desk: SupportDesk;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [world, database] = await Promise.all([ServiceWorld.start('desk:line'), pgliteDatabase()]);
    desk = connect();
    receiver = await startWebhookReceiver();
    await world.outside.control('PUT', '/webhooks/line', { url: receiver.url, signed: true });
  });
  afterEach(() => world.heal());
  afterAll(async () => {
    await receiver.stop();
    await world.stop();
    await database.close();
  });

  const connect = (credentials: Partial<typeof CREDENTIALS> = {}, connection = world.connection) =>
    createLine(
      withCredentials(connection, {
        ...CREDENTIALS,
        ...credentials,
        records: createServiceRecords(database),
      }),
    );
  const room = () => `krapao-${randomUUID()}`;

  /** Answers as staff, who quote the newest message. */
  async function answer(words: string): Promise<IncomingCallback> {
    await world.outside.control('POST', `/desk/line-${CHAT}`, { text: words });
    await world.outside.workOff();
    return receiver.about(words)[0] ?? expect.unreachable();
  }
  const inChat = async (words: string): Promise<number> =>
    (await world.outside.control<object[]>('GET', `/desk/line-${CHAT}`)).filter((one) =>
      JSON.stringify(one).includes(words),
    ).length;

  it('takes messages of two rooms into one chat, and an answer is its quoted room’s', async () => {
    const [mine, yours] = [room(), room()];
    const [a, b, c, d] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    expect(await desk.deliver(deskMessage(mine, a))).toEqual({ outcome: 'done', value: undefined });
    const first = await answer(c);
    await desk.deliver(deskMessage(yours, b));
    const second = await answer(d);
    expect(await desk.readReplies(second)).toMatchObject([
      { room: yours, content: { payload: { text: d } } },
    ]);
    const replies = await desk.readReplies(first);
    expect(replies).toMatchObject([
      { room: mine, content: { message_type: 'text', payload: { text: c } }, name: '' },
    ]);
    // Another process knows the room, and the same event is the same answer.
    expect(await connect().readReplies(first)).toEqual(replies);
  });

  it('is not believed with another secret, another body, or no signature', async () => {
    await desk.deliver(deskMessage(room()));
    const callback = await answer(randomUUID());
    expect(await connect({ secret: 'x' }).readReplies(callback)).toBeNull();
    expect(await desk.readReplies({ ...callback, rawBody: `${callback.rawBody} ` })).toBeNull();
    expect(await desk.readReplies({ ...callback, headers: {} })).toBeNull();
  });

  it('hears nothing of another chat', async () => {
    await desk.deliver(deskMessage(room()));
    const callback = await answer(randomUUID());
    expect(await connect({ chat: `C${'0'.repeat(32)}` }).readReplies(callback)).toEqual([]);
  });

  it('takes no message with a wrong or an expired token, and repeats none', async () => {
    for (const token of ['a-wrong-token-of-the-test', 'demo-line-expired-token']) {
      const told = await connect({ token }).deliver(deskMessage(room()));
      expect(told).toMatchObject({ outcome: 'unknown' });
      expect(JSON.stringify(told)).not.toContain(token);
      expect(await connect({ token }).check?.()).toMatchObject({ outcome: 'refused' });
    }
    expect(await desk.check?.()).toMatchObject({
      outcome: 'done',
      value: expect.stringMatching(/^\d+ messages$/),
    });
  });

  it('takes a message with fields in the answers that no document names', async () => {
    await world.fault('extra');
    expect((await desk.deliver(deskMessage(room()))).outcome).toBe('done');
  });

  it.each(SERVICE_FAULTS)(
    'tells nothing under %s, dice %d, and then has the message once, with its room',
    async (kind, dice) => {
      const [mine, words, reply] = [room(), randomUUID(), randomUUID()];
      const one = deskMessage(mine, words);
      await world.fault(kind, dice);
      expect(await desk.deliver(one)).toMatchObject({ outcome: 'unknown', sent: true });
      await world.heal();
      expect((await desk.deliver(one)).outcome).toBe('done');
      expect(await inChat(words)).toBe(1);
      expect(await desk.readReplies(await answer(reply))).toMatchObject([{ room: mine }]);
    },
  );

  it('has a message once that is delivered twice', async () => {
    const words = randomUUID();
    const one = deskMessage(room(), words);
    await desk.deliver(one);
    expect((await desk.deliver(one)).outcome).toBe('done');
    expect(await inChat(words)).toBe(1);
  });

  it('is not asked where no server listens', async () => {
    expect(await connect({}, world.dead).deliver(deskMessage(room()))).toMatchObject({
      outcome: 'unknown',
      sent: false,
    });
  });

  it('has taken nothing by any of its documented errors', async () => {
    for (const error of await world.errors()) {
      await world.force(error);
      expect([error, (await desk.deliver(deskMessage(room()))).outcome]).toEqual([error, 'unknown']);
    }
  });
});
