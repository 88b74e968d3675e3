import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { MessageWriter } from './message-writer.ts';
import { findCustomer, listAfter, type NewMessage } from './repo.ts';

describe('messages added at once', () => {
  let server: TestServer;
  let there: Database;
  let writers: [MessageWriter, MessageWriter];
  let memberId: string;

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    [server, there] = await Promise.all([startTestServer({ open }), open()]);
    writers = [new MessageWriter(server.database), new MessageWriter(there)];
    const { api } = await server.members.join();
    memberId = (await api.ok('GET /api/account/profile')).profile._id;
  });
  afterAll(() => Promise.all([server.stop(), there.close()]));

  const message = (id: string = randomUUID()): NewMessage => ({
    id,
    sender: 'customer',
    content: { message_type: 'text', payload: { text: id } },
    sessionId: '',
    username: '',
    name: '',
  });
  const conversation = () => ({ conversationId: randomUUID(), memberId });
  const strangers = () => ({ conversationId: randomUUID(), memberId: undefined });
  const numbersIn = async (conversationId: string) =>
    (await listAfter(server.database.queries, conversationId, 0, 1_000)).map(({ seq }) => seq);
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  it('to the same conversations by two processes are each there once, in numbers without a gap', async () => {
    const conversations = Array.from({ length: 5 }, conversation);
    const all = Array.from({ length: 200 }, (_, index) => ({
      customer: conversations[(index * 7) % conversations.length]!,
      message: message(),
    }));
    // Each message is sent to both processes, in opposite orders.
    const ends = await Promise.all([
      ...all.map((one) => writers[0].add(one.customer, one.message)),
      ...all.toReversed().map((one) => writers[1].add(one.customer, one.message)),
    ]);
    expect(ends.filter(({ outcome }) => outcome === 'added')).toHaveLength(200);
    expect(ends.filter(({ outcome }) => outcome === 'known')).toHaveLength(200);
    for (const { conversationId } of conversations) expect(await numbersIn(conversationId)).toEqual(upTo(40));
  });

  it('keep the order in which they were sent', async () => {
    const customer = conversation();
    const sent = Array.from({ length: 30 }, () => message());
    await Promise.all(sent.map((one) => writers[0].add(customer, one)));
    const stored = await listAfter(server.database.queries, customer.conversationId, 0, 100);
    expect(stored.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
  });

  it('are a stranger’s too', async () => {
    const customer = strangers();
    const ends = await Promise.all(Array.from({ length: 10 }, () => writers[0].add(customer, message())));
    expect(ends.map(({ outcome }) => outcome)).toEqual(ends.map(() => 'added'));
    expect(await numbersIn(customer.conversationId)).toEqual(upTo(10));
  });

  it('are told apart: what became of each goes to whom it belongs', async () => {
    const sent = Array.from({ length: 30 }, () => ({ customer: conversation(), message: message() }));
    const ends = await Promise.all(sent.map((one) => writers[0].add(one.customer, one.message)));
    expect(ends).toMatchObject(
      sent.map(({ customer, message: { id, content } }) => ({
        outcome: 'added',
        stored: { id, content, seq: 1, conversationId: customer.conversationId },
      })),
    );
  });

  it('are not held up by one that the database does not take', async () => {
    const good = Array.from({ length: 10 }, () => ({ customer: conversation(), message: message() }));
    const stranger = { conversationId: randomUUID(), memberId: 'nobody' };
    const sent = [...good.slice(0, 5), { customer: stranger, message: message() }, ...good.slice(5)];
    const ends = await Promise.allSettled(sent.map((one) => writers[0].add(one.customer, one.message)));
    expect(ends.map(({ status }) => status)).toEqual(
      sent.map(({ customer }) => (customer === stranger ? 'rejected' : 'fulfilled')),
    );
    for (const { customer } of good) expect(await numbersIn(customer.conversationId)).toEqual([1]);
  });

  it('stop at as many as a minute may have, and a repeated one is no more than it was', async () => {
    const customer = conversation();
    const sent = Array.from({ length: 12 }, () => message());
    const ends = await Promise.all(sent.map((one) => writers[0].add(customer, one, { mostAMinute: 8 })));
    expect(ends.map(({ outcome }) => outcome)).toEqual(
      sent.map((_, index) => (index < 8 ? 'added' : 'flood')),
    );
    expect((await writers[0].add(customer, sent[0]!, { mostAMinute: 8 })).outcome).toBe('known');
    expect(await numbersIn(customer.conversationId)).toEqual(upTo(8));
  });

  it('leave nothing of one that cannot be booked', async () => {
    const customer = strangers();
    const book = () => Promise.reject(new Error('too much'));
    await expect(writers[0].add(customer, message(), { book })).rejects.toThrow('too much');
    expect(await findCustomer(server.database.queries, customer.conversationId)).toBeUndefined();
    expect((await writers[0].add(customer, message(), { book: async () => {} })).outcome).toBe('added');
  });
});
