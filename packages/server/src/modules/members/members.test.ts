import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustmentCheck } from '../../audit/adjustments.ts';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { Freezing } from '../controls/freezing.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let cashier: StaffBrowser;
let manager: StaffBrowser;
let support: StaffBrowser;
let owner: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, manager, support, owner] = (await staffOf(server, 'cashier', 'manager', 'support', 'owner')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
});
afterAll(async () => {
  expect(await auditLedger(server.database)).toEqual([]);
  expect(await adjustmentCheck(server.database).run()).toEqual([]);
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
const search = async (by: StaffBrowser, query: string) => {
  const { body } = await by.call(`GET /staff/api/members?query=${encodeURIComponent(query)}`);
  return body.items as { id: string; phone: string; foundBy: string }[];
};
const approve = (by: StaffBrowser, approvalId: string) =>
  by.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision: 'approve', reason: 'checked' });

describe('the search for members', () => {
  it('finds one by everything that is known of them', async () => {
    const member = await server.members.joinWith(300);
    const id = await idOf(member);
    const { username, name, bankAccountNo, bankAccountName } = member.registration;
    const [movement] = await member.statement();
    const found: Record<string, string | undefined> = {};
    for (const [what, query] of Object.entries({
      phone: username,
      phoneEnd: username.slice(-4),
      name: name.slice(0, -1),
      account: bankAccountNo,
      accountEnd: bankAccountNo.slice(-4),
      holder: bankAccountName,
      member: id,
      transfer: movement!._id,
    })) {
      found[what] = (await search(cashier, query)).find((one) => one.id === id)?.foundBy;
    }
    expect(Object.values(found)).not.toContain(undefined);
    expect(found).toMatchObject({
      phone: 'phone',
      account: 'account',
      member: 'member',
      transfer: 'transfer',
    });
    expect(await search(cashier, '%')).toEqual([]);
    expect(await search(cashier, 'no such person')).toEqual([]);
  });

  it('shows support masked phones and accounts, and records each look at the whole', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    const { username, bankAccountNo } = member.registration;
    const seen = [await search(support, username), (await support.call(`GET /staff/api/members/${id}`)).body];
    expect(JSON.stringify(seen)).not.toContain(username);
    expect(JSON.stringify(seen)).not.toContain(bankAccountNo);
    const { body } = await support.call(`POST /staff/api/members/${id}/reveal`, { reason: 'calls back' });
    expect(body).toMatchObject({ phone: username, bank: { accountNo: bankAccountNo } });
    const { body: acts } = await manager.call(`GET /staff/api/audit?subject=member%20${id}`);
    expect(acts.items).toMatchObject([
      { action: 'member.reveal', reason: 'calls back', actor: { name: 'support 2' } },
    ]);
  });

  it('guesses no hidden digit for support: the last four find a number, or all of it', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    const isFound = async (by: StaffBrowser, query: string): Promise<boolean> =>
      (await search(by, query)).some((one) => one.id === id);
    for (const number of [member.registration.username, member.registration.bankAccountNo]) {
      for (const shown of [number, number.slice(-4)]) expect(await isFound(support, shown)).toBe(true);
      for (const guess of [number.slice(-5), number.slice(1)]) {
        expect(await isFound(support, guess)).toBe(false);
        expect(await isFound(cashier, guess)).toBe(true);
      }
    }
  });

  it('pages through many of one name', async () => {
    const wanted = new Set<string>();
    for (let index = 0; index < 3; index += 1) wanted.add(await idOf(await server.members.join()));
    await sql`update member set name = 'Same Name' where id = any (${sql.val([...wanted])}::text[])`.execute(
      server.database.queries,
    );
    expect(new Set((await search(cashier, 'same na')).map(({ id }) => id))).toEqual(wanted);
  });
});

describe('a member’s page', () => {
  it('has balances, sums, movements with their other side, and sessions', async () => {
    const member = await server.members.joinWith(500);
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    const id = await idOf(member);
    const { body } = await cashier.call(`GET /staff/api/members/${id}`);
    expect(body.member).toMatchObject({
      isMasked: false,
      inviteCode: `PR${id}`,
      frozen: null,
      balances: { wallet: 300, held: 200 },
      totals: { deposits: 500, payouts: 0, net: 500 },
      sessions: 1,
    });
    const { body: movements } = await cashier.call(`GET /staff/api/members/${id}/movements`);
    expect(movements.items).toMatchObject([
      {
        kind: 'withdraw',
        direction: 'out',
        amount: 200,
        state: 'pending',
        account: 'house:bank:payout:BAHT',
      },
      { kind: 'deposit', direction: 'in', amount: 500, state: 'posted' },
    ]);
    const { body: sessions } = await cashier.call(`GET /staff/api/members/${id}/sessions`);
    expect(sessions.items).toHaveLength(1);
    expect((await cashier.call('GET /staff/api/members/nobody')).code).toBe('NO_DATA');
  });

  it('pages through the movements without leaving one out', async () => {
    const member = await server.members.joinWith(1);
    for (let index = 0; index < 4; index += 1) await member.deposit(1);
    const id = await idOf(member);
    const { body } = await cashier.call(`GET /staff/api/members/${id}/movements`);
    const before = body.items.length as number;
    expect(before).toBe(5);
    expect((await cashier.call(`GET /staff/api/members/${id}/movements?after=3`)).body.items).toHaveLength(2);
    expect((await cashier.call(`GET /staff/api/members/${id}/movements?after=x`)).code).toBe('KEY_INVALID');
  });

  it('takes notes', async () => {
    const id = await idOf(await server.members.join());
    const text = '<img src=x onerror=alert(1)> called twice';
    expect((await support.call(`POST /staff/api/members/${id}/notes`, { text })).body.note).toMatchObject({
      by: 'support 2',
      text,
    });
    const { body } = await cashier.call(`GET /staff/api/members/${id}/notes`);
    expect(body.items).toMatchObject([{ text }]);
  });

  it('freezes, unfreezes and logs out', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    const reason = 'a report of theft';
    expect((await cashier.call(`POST /staff/api/members/${id}/freeze`, { reason })).code).toBe('FORBIDDEN');
    expect((await manager.call(`POST /staff/api/members/${id}/freeze`, { reason })).status).toBe(200);
    const { body } = await manager.call(`GET /staff/api/members/${id}`);
    expect(body.member.frozen).toMatchObject({ by: 'manager 1', reason });
    expect(endOf(await member.api.call('GET /api/account/profile'))).toBe('INVALID_USER_4');
    expect((await manager.call(`POST /staff/api/members/${id}/unfreeze`, { reason: 'cleared' })).status).toBe(
      200,
    );
    expect(endOf(await member.api.call('GET /api/account/profile'))).toBe('OK');
    const ended = await support.call(`DELETE /staff/api/members/${id}/sessions`, { reason: 'asked for it' });
    expect(ended.body).toEqual({ ended: 1 });
    expect(endOf(await member.api.call('GET /api/account/profile'))).toBe('INVALID_USER_1');
    const { body: acts } = await manager.call(`GET /staff/api/audit?subject=member%20${id}`);
    expect((acts.items as { action: string }[]).map(({ action }) => action)).toEqual([
      'member.end_sessions',
      'member.unfreeze',
      'member.freeze',
    ]);
  });
});

describe('a freezing with an end', () => {
  const freezing = () => new Freezing(server.database);
  const at = (ms: number) => new Date(Date.now() + ms);
  const freeze = (id: string, body: object) =>
    manager.call(`POST /staff/api/members/${id}/freeze`, { reason: 'a report', ...body });
  const isOpen = async (member: TestMember) =>
    endOf(await member.api.call('GET /api/account/profile')) === 'OK';

  it('ends by itself, once, in any of two processes', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    const until = at(3_600_000).toISOString();
    expect((await freeze(id, { until })).status).toBe(200);
    expect((await manager.call(`GET /staff/api/members/${id}`)).body.member.frozen).toMatchObject({ until });
    await freezing().endDue(at(3_500_000));
    expect(await isOpen(member)).toBe(false);
    await Promise.all([freezing().endDue(at(3_700_000)), freezing().endDue(at(3_700_000))]);
    expect(await isOpen(member)).toBe(true);
    const { body } = await manager.call(`GET /staff/api/audit?subject=${id}&action=member.unfreeze`);
    expect(body.items).toMatchObject([{ actor: { id: null, name: 'end of the freezing' } }]);
  });

  it('does not end a later freezing', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    await freeze(id, { until: at(1_000_000).toISOString() });
    await manager.call(`POST /staff/api/members/${id}/unfreeze`, { reason: 'cleared' });
    await freeze(id, {});
    await freezing().endDue(at(2_000_000));
    expect(await isOpen(member)).toBe(false);
  });

  it('is not in the past', async () => {
    const id = await idOf(await server.members.join());
    expect((await freeze(id, { until: at(-1_000).toISOString() })).code).toBe('KEY_INVALID');
  });
});

it('has no calls about a member that there is not', async () => {
  const reason = 'x';
  const change = { field: 'phone', phone: '0899990009' };
  const calls = [
    ['POST', 'reveal', { reason }],
    ['DELETE', 'sessions', { reason }],
    ['POST', 'freeze', { reason }],
    ['POST', 'unfreeze', { reason }],
    ['POST', 'corrections', { change, reason }],
    ['POST', 'notes', { text: 'x' }],
  ] as const;
  for (const [method, path, body] of calls) {
    expect((await manager.call(`${method} /staff/api/members/none/${path}`, body)).code, path).toBe(
      'NO_DATA',
    );
  }
  const id = await idOf(await server.members.join());
  const bank = { field: 'bank', bankCode: 'NONE', accountNo: '4111111112', accountName: 'A B' };
  const refused = await cashier.call(`POST /staff/api/members/${id}/corrections`, { change: bank, reason });
  expect(refused.code).toBe('NOT_POSSIBLE');
});

describe('an adjustment', () => {
  const propose = (by: StaffBrowser, memberId: string, amount: number, direction = 'credit') =>
    by.call('POST /staff/api/adjustments', {
      memberId,
      amount,
      direction,
      reason: 'a deposit that got lost',
    });

  it('moves once, however many approve it at the same time', async () => {
    const member = await server.members.joinWith(100);
    const proposed = await propose(cashier, await idOf(member), 50.25);
    expect(proposed.status).toBe(202);
    const { approvalId } = proposed.body;
    expect((await approve(cashier, approvalId)).code).toBe('OWN_PROPOSAL');
    const replies = await Promise.all(Array.from({ length: 100 }, () => approve(manager, approvalId)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await member.wallet()).toEqual({ amount: 150.25, transit: 0 });
    const [row] = await member.statement();
    expect(row).toMatchObject({ amount: 50.25, correction: true, statementType: 'bonus', status: 'SUCCESS' });
    const [told] = await member.notices();
    expect(told).toMatchObject({ kind: 'correction', amount: 50.25, movementId: row?._id });
    expect(told).not.toHaveProperty('isTaken');
  });

  it('takes no more than there is', async () => {
    const member = await server.members.joinWith(100);
    const { body } = await propose(cashier, await idOf(member), 100.01, 'debit');
    expect((await approve(manager, body.approvalId)).code).toBe('NOT_POSSIBLE');
    expect(await member.wallet()).toEqual({ amount: 100, transit: 0 });
    const refusal = { decision: 'refuse', reason: 'more than there is' };
    await manager.call(`POST /staff/api/approvals/${body.approvalId}/decision`, refusal);
    const { body: less } = await propose(cashier, await idOf(member), 100, 'debit');
    expect((await approve(manager, less.approvalId)).status).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    const told = (await member.notices()).filter(({ kind }) => kind === 'correction');
    expect(told).toMatchObject([{ amount: 100, isTaken: true }]);
  });

  it('of a large amount is decided by an owner', async () => {
    const member = await server.members.join();
    const { body } = await propose(cashier, await idOf(member), 100_000);
    expect((await approve(manager, body.approvalId)).code).toBe('FORBIDDEN');
    expect((await approve(owner, body.approvalId)).status).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 100_000, transit: 0 });
  });

  it('is refused for amounts and members that there are not', async () => {
    const id = await idOf(await server.members.join());
    for (const amount of [0, -1, 0.001, 1e15])
      expect((await propose(cashier, id, amount)).code).toBe('KEY_INVALID');
    expect((await propose(cashier, 'nobody', 1)).code).toBe('NO_DATA');
    expect((await propose(support, id, 1)).code).toBe('FORBIDDEN');
  });
});

describe('a correction', () => {
  it('of a phone lets the member log in with the new one', async () => {
    const [member, other] = [await server.members.joinWith(50_000), await server.members.join()];
    const id = await idOf(member);
    const correct = (phone: string) =>
      cashier.call(`POST /staff/api/members/${id}/corrections`, {
        change: { field: 'phone', phone },
        reason: 'typo',
      });
    const { body } = await correct('0899990001');
    expect((await approve(manager, body.approvalId)).status).toBe(200);
    const { password } = member.registration;
    const login = await server.api.call('POST /api/login', { body: { username: '0899990001', password } });
    expect(endOf(login)).toBe('OK');
    // Payouts wait as after a change of the account: whoever has the phone may be another person.
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 25_000 } });
    const { payout } = (await cashier.call(`GET /staff/api/payouts/${_id}`)).body;
    expect(payout).toMatchObject({ people: 2, hits: [{ rule: 'account_changed', isStrong: true }] });
    const { body: taken } = await correct(other.registration.username);
    expect((await approve(manager, taken.approvalId)).code).toBe('NOT_POSSIBLE');
  });

  it('of a name is shown to the member', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    const change = { field: 'name', name: 'Somsri Dee' };
    const { body } = await cashier.call(`POST /staff/api/members/${id}/corrections`, {
      change,
      reason: 'typo',
    });
    expect((await member.api.ok('GET /api/account/profile')).profile.name).toBe(member.registration.name);
    expect((await approve(manager, body.approvalId)).status).toBe(200);
    expect((await member.api.ok('GET /api/account/profile')).profile.name).toBe('Somsri Dee');
  });

  it('of a bank account makes payouts wait', async () => {
    const member = await server.members.joinWith(50_000);
    const id = await idOf(member);
    const change = { field: 'bank', bankCode: 'SCB', accountNo: '4111111111', accountName: 'Somsri Dee' };
    const { body } = await cashier.call(`POST /staff/api/members/${id}/corrections`, {
      change,
      reason: 'new bank',
    });
    expect((await approve(manager, body.approvalId)).status).toBe(200);
    const { bankAccount } = await member.api.ok('GET /api/account/profile');
    expect(bankAccount).toMatchObject({
      bank: { code: 'SCB' },
      bankAccountNo: '4111111111',
      bankAccountName: 'SOMSRI DEE',
    });
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 25_000 } });
    const { payout } = (await cashier.call(`GET /staff/api/payouts/${_id}`)).body;
    expect(payout).toMatchObject({ people: 2, hits: [{ rule: 'account_changed', isStrong: true }] });
    const wrong = { ...change, accountNo: '41111' };
    const refused = await cashier.call(`POST /staff/api/members/${id}/corrections`, {
      change: wrong,
      reason: 'x',
    });
    expect(refused.code).toBe('KEY_INVALID');
  });
});
