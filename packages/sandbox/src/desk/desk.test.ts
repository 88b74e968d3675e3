import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { startReceiver, startWorld, type Receiver, type TestWorld } from '../testing/world.ts';

const text = (words: string) => ({ message_type: 'text', payload: { text: words } });

/** Returns the received bodies, once there are `count` of them. */
const bodies = async ({ received }: Receiver, count: number): Promise<unknown[]> => {
  await vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 5_000 });
  return received.map(({ text: sent }): unknown => JSON.parse(sent));
};

const write = (
  world: TestWorld,
  callbackUrl: string,
  content: object,
  id: string = randomUUID(),
  room = 'krapao-1',
) =>
  world.call('POST', '/desk/messages', {
    room,
    callbackUrl,
    message: { _id: id, name: 'Somchai', message: content },
  });

describe('the support desk', () => {
  it('takes a message once, and lists who wrote', async () => {
    const [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
    const id = randomUUID();
    expect((await write(world, receiver.url, text('hello'), id)).status).toBe(202);
    expect((await write(world, receiver.url, text('hello'), id)).status).toBe(202);
    expect((await world.control('GET', '/control/desk')).body).toMatchObject([
      { room: 'krapao-1', name: 'Somchai' },
    ]);
    expect((await world.control('GET', '/control/desk/krapao-1')).body).toMatchObject([
      { id, from: 'customer', content: text('hello') },
    ]);
  });

  it('answers by signed callbacks, one after another', async () => {
    const [world, receiver] = await Promise.all([startWorld({ callbackPauseMs: () => 20 }), startReceiver()]);
    await write(world, receiver.url, text('hello'));
    receiver.answer(503);
    for (let n = 1; n <= 5; n += 1) {
      expect((await world.control('POST', '/control/desk/krapao-1', { text: `${n}` })).status).toBe(200);
    }
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(1));
    receiver.answer(200);
    await vi.waitFor(() =>
      expect(JSON.parse(receiver.received.at(-1)?.text ?? '')).toMatchObject({ message: text('5') }),
    );
    const taken = [...new Set(receiver.received.map((callback) => callback.text))];
    expect(taken.map((sent): unknown => JSON.parse(sent))).toMatchObject(
      [1, 2, 3, 4, 5].map((n) => ({ room: 'krapao-1', message: text(`${n}`) })),
    );
  });

  it.each([
    ['menu', 'buttons'],
    [' Quick ', 'quick_replies'],
    ['cards', 'generic'],
  ])('has a bot that answers %j with %s, where it may', async (word, kind) => {
    const [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
    await write(world, receiver.url, text(word));
    expect(await bodies(receiver, 1)).toMatchObject([{ message: { message_type: kind } }]);
    await world.control('POST', '/control/desk/krapao-1/bot', { on: false });
    await write(world, receiver.url, text(word));
    expect((await world.control<unknown[]>('GET', '/control/desk/krapao-1')).body).toHaveLength(3);
  });

  it('has a bot that answers what is pressed', async () => {
    const [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
    await write(world, receiver.url, { message_type: 'postback', payload: { title: 'Yes', payload: 'YES' } });
    expect(await bodies(receiver, 1)).toMatchObject([{ message: text('รับทราบ / Noted: yes') }]);
  });

  it('knows no room nobody has written from', async () => {
    const world = await startWorld();
    expect((await world.control('POST', '/control/desk/nobody', { text: 'hello' })).status).toBe(404);
    expect((await world.control('GET', '/control/desk/nobody')).status).toBe(404);
  });
});
