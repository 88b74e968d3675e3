import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { newId } from '../../kernel/ids.ts';
import { minor } from '@krapao/contract/money';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let cashier: StaffBrowser;
let finance: StaffBrowser;
let support: StaffBrowser;
let content: StaffBrowser;
let ledger: Ledger;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, finance, support, content] = (await staffOf(
    server,
    'cashier',
    'finance',
    'support',
    'content',
  )) as [StaffBrowser, StaffBrowser, StaffBrowser, StaffBrowser];
  ledger = new Ledger(server.database);
});
afterAll(async () => {
  expect(await auditLedger(server.database)).toEqual([]);
  await server.stop();
});

const idOf = async ({ registration }: TestMember): Promise<string> => {
  const { id } = await server.database.queries
    .selectFrom('member')
    .select('id')
    .where('username', '=', registration.username)
    .executeTakeFirstOrThrow();
  return id;
};
/** Books a deposit without a member. */
const strange = async (amount: bigint): Promise<string> => {
  const id = newId();
  await ledger.submit({
    id,
    debit: await ledger.house('bank:0001234561', 'BAHT'),
    credit: await ledger.house('suspense', 'BAHT'),
    amount: minor(amount * 100n),
    kind: 'deposit',
    pending: false,
    detail: {
      provider: 'SCB',
      reference: id,
      unmatched: 'no_member',
      fromAccountNo: '1112223334',
      fromName: 'X Y',
    },
  });
  return id;
};
const approve = (by: StaffBrowser, approvalId: string) =>
  by.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision: 'approve', reason: 'seen' });

describe('deposits without a member', () => {
  it('are listed oldest first, without the sender for those who see members masked', async () => {
    const id = await strange(5n);
    const { body } = await cashier.call('GET /staff/api/suspense');
    const row = body.items.find((one: { id: string }) => one.id === id);
    expect(row).toMatchObject({
      amount: 5,
      currency: 'BAHT',
      source: 'SCB',
      why: 'no_member',
      clues: { fromAccountNo: '1112223334', fromName: 'X Y', reference: id },
    });
    const { body: masked } = await support.call('GET /staff/api/suspense');
    expect(JSON.stringify(masked)).not.toContain('1112223334');
  });

  it('are paged through without one left out or told twice', async () => {
    for (let index = 0; index < 55; index += 1) await strange(1n);
    const { body: first } = await cashier.call('GET /staff/api/suspense');
    expect(first.items).toHaveLength(50);
    const { body: second } = await cashier.call(`GET /staff/api/suspense?after=${first.next}`);
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(55);
    expect(second.next).toBeNull();
  });

  it('are given to a member by one person up to the limit, once', async () => {
    const member = await server.members.join();
    const [id, memberId] = [await strange(700n), await idOf(member)];
    const assign = () =>
      cashier.call(`POST /staff/api/suspense/${id}/assign`, { memberId, reason: 'called' });
    const replies = await Promise.all([assign(), assign(), assign()]);
    expect(
      replies.map(({ status, code }) => code ?? String(status)).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['200', 'NOT_POSSIBLE', 'NOT_POSSIBLE']);
    expect(await member.wallet()).toEqual({ amount: 700, transit: 0 });
    expect((await assign()).code).toBe('NOT_POSSIBLE');
  });

  it('are not given where there is no such deposit or member', async () => {
    const [id, memberId] = [await strange(7n), await idOf(await server.members.join())];
    const assign = (deposit: string, member: string) =>
      cashier.call(`POST /staff/api/suspense/${deposit}/assign`, { memberId: member, reason: 'x' });
    expect((await assign(newId(), memberId)).code).toBe('NO_DATA');
    expect((await assign(id, 'nobody')).code).toBe('NO_DATA');
  });

  it('are given by two people above it', async () => {
    const member = await server.members.join();
    const [id, memberId] = [await strange(20_001n), await idOf(member)];
    const proposed = await cashier.call(`POST /staff/api/suspense/${id}/assign`, {
      memberId,
      reason: 'called',
    });
    expect(proposed.status).toBe(202);
    const again = await finance.call(`POST /staff/api/suspense/${id}/assign`, { memberId, reason: 'too' });
    expect(again.code).toBe('ALREADY_PROPOSED');
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    expect((await approve(finance, proposed.body.approvalId)).status).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 20_001, transit: 0 });
  });
});

describe('a transfer under manual review', () => {
  it('is settled by two people, as the counterparty’s staff say', async () => {
    const member = await server.members.joinWith(500);
    const { _id: id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    await server.database.queries
      .insertInto('manual_review')
      .values({ transfer_id: id, reason: 'not on record' })
      .execute();
    const { body } = await cashier.call('GET /staff/api/reviews');
    expect(body.items).toMatchObject([
      { id, kind: 'withdraw', amount: 200, reason: 'not on record', member: { id: await idOf(member) } },
    ]);
    const settle = { end: 'undone', reason: 'the bank’s desk says it was never sent' };
    const proposed = await cashier.call(`POST /staff/api/reviews/${id}/settle`, settle);
    expect(proposed.status).toBe(202);
    expect((await finance.call(`POST /staff/api/reviews/${id}/settle`, settle)).code).toBe(
      'ALREADY_PROPOSED',
    );
    expect((await approve(finance, proposed.body.approvalId)).status).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    expect((await cashier.call(`POST /staff/api/reviews/${id}/settle`, settle)).code).toBe('NO_DATA');
  });
});

describe('a gift link under review', () => {
  it('is closed with a reason, once', async () => {
    const memberId = await idOf(await server.members.join());
    const id = newId();
    await server.database.queries
      .insertInto('gift_link')
      .values({
        code_hash: Buffer.from(id),
        sealed_code: Buffer.from('x'),
        id,
        member_id: memberId,
        wallet_name: 'TRUE',
        state: 'manual_review',
        reason: 'gone',
        next_at: new Date(),
      })
      .execute();
    const { body } = await cashier.call('GET /staff/api/gifts');
    expect(body.items).toMatchObject([{ id, reason: 'gone', wallet: 'TRUE' }]);
    const close = () => cashier.call(`POST /staff/api/gifts/${id}/close`, { reason: 'nothing came' });
    expect((await close()).status).toBe(200);
    expect((await close()).code).toBe('NO_DATA');
    const { body: acts } = await finance.call(
      `GET /staff/api/audit?subject=${encodeURIComponent(`gift ${id}`)}`,
    );
    expect(acts.items).toMatchObject([{ action: 'gift.close', reason: 'nothing came' }]);
  });
});

describe('Today', () => {
  it('counts the queues that the caller may see, with sums and ages', async () => {
    const member = await server.members.joinWith(100_000);
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 90_000 } });
    const { body } = await cashier.call('GET /staff/api/today');
    expect(body.queues.payouts).toMatchObject({ count: 1, sums: [{ currency: 'BAHT', amount: 90_000 }] });
    expect(body.queues.suspense.count).toBeGreaterThanOrEqual(56);
    expect(body.today[0].deposits).toBeGreaterThanOrEqual(100_000);
    const { body: few } = await content.call('GET /staff/api/today');
    expect(Object.keys(few.queues)).toEqual(['approvals']);
  });
});
