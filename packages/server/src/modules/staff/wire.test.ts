import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestMember } from '../../testing/members.ts';
import { STAFF_PASSWORD, StaffBrowser, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** The wire that operators' scripts rely on: paths, fields, status codes and messages. */

let server: TestServer;
let cashier: StaffBrowser;
let finance: StaffBrowser;
let manager: StaffBrowser;
let member: TestMember;
let memberId: string;

const UUID = /^[0-9a-f-]{36}$/;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, finance, manager] = (await staffOf(server, 'cashier', 'finance', 'manager')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
  member = await server.members.joinWith(200_000);
  const { body } = await cashier.call(`GET /staff/api/members?query=${member.registration.username}`);
  expect(body).toEqual({ items: [expect.objectContaining({ id: expect.any(String) })], next: null });
  memberId = body.items[0].id;
});
afterAll(() => server.stop());

const withdraw = async (amount: number): Promise<string> =>
  (await member.api.ok('POST /api/wallet/withdraw', { body: { amount } }))._id;

describe('what scripts rely on', () => {
  it('a session in a demonstration needs no code, and names the person', async () => {
    const browser = new StaffBrowser(server.staff?.url ?? '');
    const email = 'cashier0@staff.example';
    const { status, body, headers } = await browser.call('POST /staff/api/session', {
      email,
      password: STAFF_PASSWORD,
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const { id, name, roles, permissions } = body.staff;
    expect(body.staff).toEqual({ id, email, name, roles, permissions });
    expect([id, name, roles]).toEqual([expect.stringMatching(UUID), 'cashier 0', ['cashier']]);
    expect((await browser.call('GET /staff/api/session')).body.staff).toEqual(body.staff);
    expect((await browser.call('DELETE /staff/api/session')).status).toBe(200);
    const after = await browser.call('GET /staff/api/session');
    expect([after.status, after.body.message]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('Today has its queues', async () => {
    const { body } = await cashier.call('GET /staff/api/today');
    expect(Object.keys(body)).toEqual(['at', 'queues', 'today', 'weekBefore', 'down']);
    expect(body.queues.payouts).toEqual({
      count: expect.any(Number),
      sums: expect.any(Array),
      oldestAt: null,
    });
  });

  it('a member is shown, frozen and unfrozen', async () => {
    const { body } = await cashier.call(`GET /staff/api/members/${memberId}`);
    expect(body.member).toMatchObject({ id: memberId, balances: { wallet: 200_000 } });
    const forbidden = await cashier.call(`POST /staff/api/members/${memberId}/freeze`, { reason: 'x' });
    expect([forbidden.status, forbidden.body.message]).toEqual([403, 'FORBIDDEN']);
    for (const act of ['freeze', 'unfreeze']) {
      const reply = await manager.call(`POST /staff/api/members/${memberId}/${act}`, { reason: 'x' });
      expect([reply.status, reply.body]).toEqual([200, { status: true }]);
    }
    const without = await manager.call(`POST /staff/api/members/${memberId}/freeze`, {});
    expect([without.status, without.body.message]).toEqual([400, 'KEY_MISSING']);
  });

  it('an adjustment waits for another person', async () => {
    const reason = 'a lost deposit';
    const proposed = await cashier.call('POST /staff/api/adjustments', {
      memberId,
      amount: 10.5,
      direction: 'credit',
      reason,
    });
    expect([proposed.status, proposed.body]).toEqual([202, { approvalId: expect.stringMatching(UUID) }]);
    const { approvalId } = proposed.body;
    const decide = (by: StaffBrowser) =>
      by.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision: 'approve', reason });
    const own = await decide(cashier);
    expect([own.status, own.body.message]).toEqual([409, 'OWN_PROPOSAL']);
    const { body } = await manager.call('GET /staff/api/approvals');
    expect(body).toMatchObject({ items: [{ id: approvalId, action: 'adjustment' }], next: null });
    expect((await decide(manager)).status).toBe(200);
    expect((await decide(manager)).body.message).toBe('ALREADY_DECIDED');
    expect(await member.wallet()).toEqual({ amount: 200_010.5, transit: 0 });
  });

  it('a payout is decided by one person, or proposed', async () => {
    const [small, large] = [await withdraw(60_000), await withdraw(90_000)];
    const { body } = await cashier.call('GET /staff/api/payouts?state=review');
    expect(body.next).toBeNull();
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([small, large]);
    const decide = (id: string, decision: string, more = {}) =>
      cashier.call(`POST /staff/api/payouts/${id}/decision`, { decision, ...more });
    const held = await decide(small, 'hold', { reason: 'asks the player' });
    expect([held.status, held.body.payout.state]).toEqual([200, 'held']);
    expect((await decide(small, 'approve')).status).toBe(200);
    const proposed = await decide(large, 'approve', { reason: 'known player' });
    expect([proposed.status, proposed.body]).toEqual([202, { approvalId: expect.stringMatching(UUID) }]);
    expect((await decide(large, 'refuse', { reason: 'another name' })).status).toBe(200);
  });

  it('the record is asked by subject and actor, and an empty filter is none', async () => {
    const asked = async (query: string) => (await finance.call(`GET /staff/api/audit?${query}`)).body;
    const everything = await asked('subject=&actor=&after=');
    expect(everything.items.length).toBeGreaterThan(5);
    expect(everything.next).toBeNull();
    const [first] = everything.items;
    expect((await asked(`subject=&actor=&after=${first.id}`)).items).toEqual(everything.items.slice(1));
    const about = await asked(`subject=${memberId}&actor=&after=`);
    expect(about.items.map(({ action }: { action: string }) => action)).toEqual([
      'adjustment.approve',
      'adjustment.propose',
      'member.unfreeze',
      'member.freeze',
    ]);
    const { id } = (await manager.call('GET /staff/api/session')).body.staff;
    const byManager = await asked(`actor=${id}&subject=${memberId}`);
    expect(byManager.items).toHaveLength(3);
    expect(await asked(`actor=manager2@staff.example&subject=${memberId}`)).toEqual(byManager);
  });

  it('every list has items and the key of the next page', async () => {
    const [auditor] = (await staffOf(server, 'auditor')) as [StaffBrowser];
    for (const list of [
      `members?query=${member.registration.username}`,
      `members/${memberId}/movements`,
      `members/${memberId}/sessions`,
      `members/${memberId}/notes`,
      'payouts?state=review',
      'approvals',
      'approvals?state=decided',
      'audit',
      'suspense',
      'gifts',
      'slips',
      'reviews',
      'staff',
      'views',
      'passkeys',
    ]) {
      const { status, body } = await auditor.call(`GET /staff/api/${list}`);
      expect([status, Object.keys(body).toSorted()], list).toEqual([200, ['items', 'next']]);
    }
  });
});
