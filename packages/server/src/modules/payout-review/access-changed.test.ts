import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { addTotp, inBrowser } from '../../testing/member-factors.ts';
import type { TestMember } from '../../testing/members.ts';
import { transferBy } from '../../testing/slips.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const NEW_PASSWORD = 'a new pass-word';

let server: TestServer;
let cashier: StaffBrowser;
let support: StaffBrowser;
let manager: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, support, manager] = (await staffOf(server, 'cashier', 'support', 'manager')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
});
afterAll(async () => {
  expect(await auditLedger(server.database)).toEqual([]);
  await server.stop();
});

const phoneOf = ({ registration }: TestMember) => registration.username;
/** Sets a new password by the newest code, and logs in with it, in the server that is given. */
const confirmReset = async (member: TestMember, { api, world, members } = server): Promise<TestMember> => {
  const phone = phoneOf(member);
  const code = await world.otpCode(phone);
  await api.ok('POST /api/password/reset/confirm', { body: { phone, code, password: NEW_PASSWORD } });
  const token = await members.logIn({ username: phone, password: NEW_PASSWORD });
  const again = members.of({ ...member.registration, password: NEW_PASSWORD }, token);
  // Every browser was forgotten.
  await again.api.ok('POST /api/step-up', { body: { password: NEW_PASSWORD } });
  return again;
};
const reset = async (member: TestMember, on = server): Promise<TestMember> => {
  const phone = phoneOf(member);
  await on.api.ok('POST /api/password/reset', { body: { phone } });
  await on.workOff();
  expect(await on.world.smsTo(phone)).toHaveLength(1);
  return confirmReset(member, on);
};
const change = async (member: TestMember): Promise<TestMember> => {
  const body = { oldPassword: member.registration.password, newPassword: NEW_PASSWORD };
  await member.api.ok('PUT /api/account/changepwd', { body });
  return member;
};
const idOf = async (member: TestMember): Promise<string> => {
  const { id } = await server.database.queries
    .selectFrom('member')
    .select('id')
    .where('username', '=', phoneOf(member))
    .executeTakeFirstOrThrow();
  return id;
};
const resetByStaff = async (member: TestMember): Promise<TestMember> => {
  const id = await idOf(member);
  const asked = await support.call(`POST /staff/api/members/${id}/password-reset`, { reason: 'asked' });
  expect(asked.status).toBe(200);
  return confirmReset(member);
};

/** A thief tells staff that the member has lost their phone. */
const loseFactors = async (member: TestMember): Promise<TestMember> => {
  await addTotp(member, new Date());
  const path = `POST /staff/api/members/${await idOf(member)}/factors-removal`;
  const { body } = await cashier.call(path, { reason: 'lost' });
  const decision = { decision: 'approve', reason: 'seen' };
  expect((await manager.call(`POST /staff/api/approvals/${body.approvalId}/decision`, decision)).status).toBe(
    200,
  );
  const again = await inBrowser(server, member, { headers: {} });
  await again.api.ok('POST /api/step-up', { body: { password: member.registration.password } });
  return server.members.of(member.registration, again.token);
};

const withdraw = async ({ api }: TestMember, amount = 300): Promise<string> =>
  (await api.ok('POST /api/wallet/withdraw', { body: { amount } }))._id;
const receipt = ({ api }: TestMember, transferId: string) =>
  api.ok('GET /api/statement/item/:transferId', { params: { transferId } });
const payoutsOf = ({ registration }: TestMember, { world } = server) =>
  world.payoutsTo(registration.bankAccountNo);
const hitsOf = async (id: string) => {
  const { body } = await cashier.call(`GET /staff/api/payouts/${id}`);
  return (body.payout.hits as { rule: string; detail: string }[]).map(({ rule }) => rule);
};

describe('a payout after a change of who can use the account', () => {
  it.each([
    ['a reset by the member', reset, 'password_changed'],
    ['a reset that staff started', resetByStaff, 'password_changed'],
    ['a change by the member', change, 'password_changed'],
    ['a removal of the factors by staff', loseFactors, 'factors_removed'],
  ])('waits for a person, who reads why: %s', async (_name, renew, rule) => {
    const member = await renew(await server.members.joinWith(500));
    const id = await withdraw(member);
    expect(await receipt(member, id)).toMatchObject({
      status: 'PENDING',
      note: 'ACCESS_REVIEW',
      steps: [{ step: 'created' }, { step: 'held' }, { step: 'review' }],
    });
    expect(await member.wallet()).toEqual({ amount: 200, transit: 300 });
    const { body } = await cashier.call(`GET /staff/api/payouts/${id}`);
    expect(body.payout).toMatchObject({
      state: 'waiting',
      people: 1,
      hits: [{ rule, isStrong: false, detail: expect.stringMatching(/^\d{4}-.*Z$/) }],
    });
    expect(await payoutsOf(member)).toEqual([]);

    const decided = await cashier.call(`POST /staff/api/payouts/${id}/decision`, {
      decision: 'approve',
      reason: 'the member called back',
    });
    expect(decided.status).toBe(200);
    await server.workOff();
    expect(await payoutsOf(member)).toHaveLength(1);
    expect(await receipt(member, id)).not.toHaveProperty('note');
  });

  it('waits also when it empties the wallet, or pays out what is held', async () => {
    const member = await reset(await server.members.joinWith(500));
    const { _id } = await member.api.ok('POST /api/wallet/withdrawAll', { body: { amount: 500 } });
    expect(await hitsOf(_id)).toEqual(['password_changed']);
    await member.api.ok('POST /api/protection/break', { body: { hours: 24 } });
    await transferBy(server.world, member, { amount: 77 });
    await server.workOff();
    expect((await member.api.ok('GET /api/protection')).held).toBe(77);
    const held = await member.api.ok('POST /api/protection/held/withdraw');
    expect(await hitsOf(held._id)).toEqual(['password_changed']);
    expect(await payoutsOf(member)).toEqual([]);
  });

  it('goes to the bank by itself a day later', async () => {
    const clock = new TestClock();
    const later = await startTestServer({ clock });
    const member = await reset(await later.members.joinWith(500), later);
    clock.forward(25 * HOUR_MS);
    await withdraw(member);
    await later.workOff();
    expect(await payoutsOf(member, later)).toHaveLength(1);
    await later.stop();
  });

  it('goes to the bank by itself where the operator has switched the rule off', async () => {
    const off = await startTestServer({
      content: ({ payouts }) => {
        payouts.BAHT.rules.accessChanged.withinHours = 0;
      },
    });
    const member = await reset(await off.members.joinWith(500), off);
    await withdraw(member);
    await off.workOff();
    expect(await payoutsOf(member, off)).toHaveLength(1);
    await off.stop();
  });
});
