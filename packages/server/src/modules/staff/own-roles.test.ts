import { OWN_ROLES_MAX } from '@krapao/contract/staff/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHELL, StaffBrowser, staffOf, STAFF_PASSWORD } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: StaffBrowser;
let second: StaffBrowser;
let manager: StaffBrowser;
let support: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [owner, second, manager, support] = (await staffOf(server, 'owner', 'owner', 'manager', 'support')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
});
afterAll(() => server.stop());

const idOf = async (email: string): Promise<string> =>
  (await owner.call('GET /staff/api/staff')).body.items.find((one: { email: string }) => one.email === email)
    .id;
const decide = (by: StaffBrowser, approvalId: string, decision = 'approve') =>
  by.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision, reason: 'known' });
/**
 * Proposes by one person and approves by another. Returns the code of the decision; a proposal that cannot be approved is
 * refused, since one about the same subject stands at a time.
 */
async function two(key: string, asked: object, [maker, decider] = [manager, owner]) {
  const { status, body, code } = await maker.call(key, { reason: 'new shift', ...asked });
  if (status !== 202) return code;
  const decided = await decide(decider, body.approvalId);
  if (decided.status !== 200) await decide(second, body.approvalId, 'refuse');
  return decided.code;
}
const add = (name: string, permissions: string[], by?: [StaffBrowser, StaffBrowser]) =>
  two('POST /staff/api/roles', { name, permissions }, by);
const change = (name: string, permissions: string[], by?: [StaffBrowser, StaffBrowser]) =>
  two('POST /staff/api/roles/change', { name, permissions }, by);
const give = async (email: string, roles: string[], by?: [StaffBrowser, StaffBrowser]) =>
  two(`POST /staff/api/staff/${await idOf(email)}/roles`, { roles }, by);
const roleOf = async (name: string) =>
  (await manager.call('GET /staff/api/roles')).body.items.find((one: { name: string }) => one.name === name);

describe('roles of the operator', () => {
  it('are listed behind the built-in ones, with their permissions and people', async () => {
    const { body } = await manager.call('GET /staff/api/roles');
    expect(body.items).toHaveLength(9);
    expect(body.items.every((one: { isBuiltIn: boolean }) => one.isBuiltIn)).toBe(true);
    expect(body.items[8]).toMatchObject({ name: 'owner', count: 2, people: ['owner 0', 'owner 1'] });
    expect((await support.call('GET /staff/api/roles')).code).toBe('FORBIDDEN');
  });

  it('are made by two people, and given like a built-in role', async () => {
    const asked = { name: 'กะดึก', permissions: ['payouts.read', 'audit.read'], reason: 'new shift' };
    const { status, body } = await manager.call('POST /staff/api/roles', asked);
    expect(status).toBe(202);
    expect(await roleOf('กะดึก')).toBeUndefined();
    expect((await manager.call('POST /staff/api/roles', asked)).code).toBe('ALREADY_PROPOSED');
    expect((await decide(manager, body.approvalId)).code).toBe('OWN_PROPOSAL');
    expect((await decide(owner, body.approvalId)).status).toBe(200);
    expect(await roleOf('กะดึก')).toMatchObject({
      isBuiltIn: false,
      permissions: ['payouts.read', 'audit.read'],
      count: 0,
      people: [],
      approvalId: null,
    });
    expect((await support.call('GET /staff/api/audit')).code).toBe('FORBIDDEN');
    expect(await give('support3@staff.example', ['support', 'กะดึก'])).toBeUndefined();
    expect((await support.call('GET /staff/api/audit')).status).toBe(200);
    const { staff } = (await support.call('GET /staff/api/session')).body;
    expect(staff.roles).toEqual(['support', 'กะดึก']);
    expect(staff.permissions).toContain('audit.read');
    expect(await roleOf('กะดึก')).toMatchObject({ count: 1, people: ['support 3'] });
    const listed = await manager.call(`GET /staff/api/staff?role=${encodeURIComponent('กะดึก')}`);
    expect(listed.body.items.map(({ email }: { email: string }) => email)).toEqual([
      'support3@staff.example',
    ]);
  });

  it('permit at once what they permit after a change, and count when a proposal is decided', async () => {
    expect(await change('กะดึก', ['payouts.read', 'members.approve'])).toBeUndefined();
    expect((await support.call('GET /staff/api/audit')).code).toBe('FORBIDDEN');
    await server.staff?.console.accounts.add({ email: 'm@staff.example', name: 'M', roles: ['กะดึก'] }, SHELL);
    const { status, body } = await manager.call('POST /staff/api/exports/members', { reason: 'x' });
    expect([status, body.export.rows]).toEqual([200, 0]);
    expect(await change('กะดึก', ['staff.approve', 'payouts.read'], [owner, second])).toBeUndefined();
    const asked = { name: 'Early', permissions: ['members.read'], reason: 'x' };
    const early = await manager.call('POST /staff/api/roles', asked);
    expect((await decide(support, early.body.approvalId)).status).toBe(200);
    expect(await roleOf('Early')).toMatchObject({ permissions: ['members.read'] });
  });

  it('are not changed by those who have them, nor from what the second person did not see', async () => {
    const asked = { name: 'กะดึก', permissions: ['payouts.read'], reason: 'x' };
    const { body } = await manager.call('POST /staff/api/roles/change', asked);
    expect((await decide(support, body.approvalId)).code).toBe('OWN_PROPOSAL');
    await server.database.queries
      .updateTable('staff_own_role')
      .set({ permissions: ['payouts.read', 'staff.approve', 'gone.act'] })
      .where('name', '=', 'กะดึก')
      .execute();
    expect((await decide(owner, body.approvalId)).status).toBe(200);
    const other = { ...asked, permissions: ['audit.read'] };
    const again = await manager.call('POST /staff/api/roles/change', other);
    expect((await manager.call('POST /staff/api/roles/change', other)).code).toBe('ALREADY_PROPOSED');
    await server.database.queries
      .updateTable('staff_own_role')
      .set({ permissions: ['members.read'] })
      .where('name', '=', 'กะดึก')
      .execute();
    expect((await decide(owner, again.body.approvalId)).code).toBe('NOT_POSSIBLE');
    await decide(owner, again.body.approvalId, 'refuse');
    expect(
      (await manager.call('POST /staff/api/roles/change', { ...asked, permissions: ['members.read'] })).code,
    ).toBe('NOT_POSSIBLE');
    expect((await manager.call('POST /staff/api/roles/change', { ...asked, name: 'None' })).code).toBe(
      'NO_DATA',
    );
  });

  it('grant no power over staff by those who do not hold it', async () => {
    expect(await add('Deputy', ['staff.read', 'staff.approve'])).toBe('FORBIDDEN');
    expect(await change('Early', ['members.read', 'adjust.approveLarge'])).toBe('FORBIDDEN');
    expect(await add('Deputy', ['staff.read', 'staff.approve'], [owner, second])).toBeUndefined();
    expect(await give('support3@staff.example', ['Deputy'])).toBeUndefined();
    // The deputy approves, but not what only an owner may grant.
    expect(await add('Boss', ['adjust.approveLarge'], [owner, support])).toBe('FORBIDDEN');
    expect(await give('manager2@staff.example', ['manager', 'owner'], [owner, support])).toBe('FORBIDDEN');
    expect(await give('manager2@staff.example', ['manager', 'Early'], [owner, support])).toBeUndefined();
    const person = { email: 'p@staff.example', name: 'P', roles: ['owner'] };
    expect(await two('POST /staff/api/staff', person, [manager, support])).toBe('FORBIDDEN');
  });

  it('leave the built-in roles and their names alone', async () => {
    for (const name of ['owner', 'OWNER', 'early', 'a,b'])
      expect(await add(name, ['members.read'])).toBe('NOT_POSSIBLE');
    expect(await change('owner', ['members.read'])).toBe('NOT_POSSIBLE');
    expect(await two('POST /staff/api/roles/removal', { name: 'owner' })).toBe('NOT_POSSIBLE');
    expect(await add('Empty', [])).toBe('KEY_INVALID');
    expect(await add('Unknown', ['everything'])).toBe('KEY_INVALID');
  });

  it('are removed by two people when no person has them', async () => {
    const key = 'POST /staff/api/roles/removal';
    expect(await two(key, { name: 'Early' })).toBe('NOT_POSSIBLE');
    expect(await two(key, { name: 'None' })).toBe('NO_DATA');
    expect(await give('manager2@staff.example', ['manager'], [owner, second])).toBeUndefined();
    const { body } = await manager.call(key, { name: 'Early', reason: 'x' });
    expect((await manager.call(key, { name: 'Early', reason: 'x' })).code).toBe('ALREADY_PROPOSED');
    // A person gets it meanwhile.
    expect(await give('manager2@staff.example', ['manager', 'Early'], [owner, second])).toBeUndefined();
    expect((await decide(owner, body.approvalId)).code).toBe('NOT_POSSIBLE');
    expect(await give('manager2@staff.example', ['manager'], [owner, second])).toBeUndefined();
    const given = await manager.call(`POST /staff/api/staff/${await idOf('support3@staff.example')}/roles`, {
      roles: ['support', 'Early'],
      reason: 'x',
    });
    expect((await decide(owner, body.approvalId)).status).toBe(200);
    expect(await roleOf('Early')).toBeUndefined();
    // The role is gone before it is given.
    expect((await decide(owner, given.body.approvalId)).code).toBe('NOT_POSSIBLE');
    await decide(owner, given.body.approvalId, 'refuse');
    expect(await give('support3@staff.example', ['Early'])).toBe('KEY_INVALID');
  });

  it('leave a last owner, whoever is to lose the role', async () => {
    const isOwner = async (browser: StaffBrowser): Promise<boolean> => {
      const { body, status } = await browser.call('GET /staff/api/session');
      return status === 200 && body.staff.roles.includes('owner');
    };
    expect(await give('support3@staff.example', ['support', 'Deputy'], [manager, owner])).toBeUndefined();
    const deputy = support;
    const ids = [await idOf('owner0@staff.example'), await idOf('owner1@staff.example')];
    const proposals = await Promise.all(
      ids.map((id) => manager.call(`POST /staff/api/staff/${id}/roles`, { roles: ['content'], reason: 'x' })),
    );
    const ends = await Promise.all(proposals.map(({ body }) => decide(deputy, body.approvalId)));
    expect(ends.map(({ code }) => code ?? 'OK').toSorted()).toEqual(['NOT_POSSIBLE', 'OK']);
    expect([await isOwner(owner), await isOwner(second)].filter(Boolean)).toHaveLength(1);
    const last = (await isOwner(owner)) ? ids[0] : ids[1];
    expect((await manager.call(`POST /staff/api/staff/${last}/disable`, { reason: 'x' })).code).toBe(
      'NOT_POSSIBLE',
    );
  });

  it('are as many as is allowed', async () => {
    const { queries } = server.database;
    const rows = Array.from({ length: OWN_ROLES_MAX }, (_, n) => ({
      name: `r${n}`,
      permissions: ['audit.read'],
    }));
    await queries.insertInto('staff_own_role').values(rows).execute();
    expect(await add('One more', ['audit.read'])).toBe('NOT_POSSIBLE');
  });

  it('are on record, with what they were', async () => {
    const auditor = new StaffBrowser(server.staff!.url);
    await server.staff!.console.accounts.addDemo(
      [{ email: 'a@staff.example', name: 'A', role: 'auditor' }],
      STAFF_PASSWORD,
    );
    await auditor.signIn('a@staff.example');
    const { body } = await auditor.call('GET /staff/api/audit?action=role.change.approve');
    expect(body.items.at(-1)).toMatchObject({
      subject: 'role กะดึก',
      before: { before: ['payouts.read', 'audit.read'], permissions: ['members.approve', 'payouts.read'] },
      after: { name: 'กะดึก' },
    });
  });
});
