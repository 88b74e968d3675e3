import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { addTotp, inBrowser, PasskeySite } from '../../testing/member-factors.ts';
import type { TestMember } from '../../testing/members.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let [cashier, manager, support]: StaffBrowser[] = [];

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, manager, support] = await staffOf(server, 'cashier', 'manager', 'support');
});
afterAll(() => server.stop());

const reason = 'lost phone and codes, known by voice and papers';
const idOf = async ({ api }: TestMember) => (await api.ok('GET /api/account/profile')).profile._id;
const propose = (by: StaffBrowser | undefined, id: string) =>
  by!.call(`POST /staff/api/members/${id}/factors-removal`, { reason });
const decide = (by: StaffBrowser | undefined, proposal: string) =>
  by!.call(`POST /staff/api/approvals/${proposal}/decision`, { decision: 'approve', reason: 'seen' });

describe('the removal of all factors of a member', () => {
  it('is proposed by one person and carried out by another, recorded, and told to the phone', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    const { passkey } = await new PasskeySite(server).add(member);
    await addTotp(member, new Date());
    const shown = await manager!.call(`GET /staff/api/members/${id}`);
    expect(shown.body.member.factors).toEqual({ passkeys: 1, hasTotp: true });

    const { status, body } = await propose(cashier, id);
    expect(status).toBe(202);
    expect((await propose(cashier, id)).code).toBe('ALREADY_PROPOSED');
    expect((await decide(cashier, body.approvalId)).code).toBe('OWN_PROPOSAL');
    expect((await member.api.ok('GET /api/account/factors')).passkeys).toHaveLength(1);
    expect((await decide(manager, body.approvalId)).status).toBe(200);

    expect(await member.api.refused('GET /api/wallet')).toBe('INVALID_USER_1');
    expect(endOf(await new PasskeySite(server).logIn(passkey))).toBe('PASSKEY_INVALID');
    const { api } = await inBrowser(server, member, { headers: {} });
    expect(await api.ok('GET /api/account/factors')).toEqual({
      passkeys: [],
      hasTotp: false,
      recoveryCodesLeft: 0,
    });
    await server.whenDone(async () => {
      const texts = await server.world.smsTo(member.registration.username);
      expect(texts.some(({ text }) => text.includes('ถูกลบแล้ว'))).toBe(true);
    });
    const acts = await server.database.queries
      .selectFrom('staff_audit')
      .select('action')
      .where('subject', '=', `member ${id}`)
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['factors_removal.propose', 'factors_removal.approve']),
    );
  });

  it('is not carried out once a factor has come or gone since the proposal', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    const site = new PasskeySite(server);
    const { passkey } = await site.add(member);
    const { body } = await propose(cashier, id);
    await addTotp(member, new Date());
    expect((await decide(manager, body.approvalId)).code).toBe('NOT_POSSIBLE');
    expect(endOf(await site.logIn(passkey))).toBe('OK');
  });

  it('is refused to those who may not, for strangers, and where there is nothing to remove', async () => {
    const id = await idOf(await server.members.join());
    expect((await propose(support, id)).code).toBe('FORBIDDEN');
    expect((await propose(cashier, 'none')).code).toBe('NO_DATA');
    expect((await propose(cashier, id)).code).toBe('NOT_POSSIBLE');
  });
});
