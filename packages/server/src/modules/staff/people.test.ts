import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaffBrowser, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: StaffBrowser;
let second: StaffBrowser;
let manager: StaffBrowser;
let cashier: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [owner, second, manager, cashier] = (await staffOf(server, 'owner', 'owner', 'manager', 'cashier')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
});
afterAll(() => server.stop());

interface Person {
  id: string;
  email: string;
  roles: string[];
  isDisabled: boolean;
}
const people = async (): Promise<Person[]> => (await owner.call('GET /staff/api/staff')).body.items;
const personOf = async (email: string): Promise<Person> => {
  const person = (await people()).find((one) => one.email === email);
  if (!person) throw new Error(`no ${email}`);
  return person;
};
const approve = (by: StaffBrowser, approvalId: string) =>
  by.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision: 'approve', reason: 'known' });

describe('staff', () => {
  it('are listed for those who may see them', async () => {
    expect((await people()).map(({ email }) => email)).toEqual([
      'cashier3@staff.example',
      'manager2@staff.example',
      'owner0@staff.example',
      'owner1@staff.example',
    ]);
    expect(JSON.stringify(await people())).not.toMatch(/hash|sealed|secret/);
    expect((await cashier.call('GET /staff/api/staff')).code).toBe('FORBIDDEN');
  });

  it('are added by two people', async () => {
    const asked = { email: 'new@staff.example', name: 'New', roles: ['support'], reason: 'began today' };
    const { status, body } = await manager.call('POST /staff/api/staff', asked);
    expect(status).toBe(202);
    expect((await approve(manager, body.approvalId)).code).toBe('OWN_PROPOSAL');
    expect((await approve(owner, body.approvalId)).status).toBe(200);
    expect(await personOf('new@staff.example')).toMatchObject({ roles: ['support'], isDisabled: false });
    expect((await manager.call('POST /staff/api/staff', asked)).code).toBe('NOT_POSSIBLE');
    const twice = { ...asked, email: 'other@staff.example', roles: ['support', 'support'] };
    expect((await manager.call('POST /staff/api/staff', twice)).code).toBe('KEY_INVALID');
  });

  it('get other roles by two people, neither of them the person', async () => {
    const { id } = await personOf('owner1@staff.example');
    const asked = { roles: ['owner', 'manager'], reason: 'holiday' };
    const { body } = await manager.call(`POST /staff/api/staff/${id}/roles`, asked);
    for (const [by, mayDecide] of [
      [second, false],
      [owner, true],
    ] as const) {
      const { items } = (await by.call('GET /staff/api/approvals')).body;
      expect(items).toContainEqual(expect.objectContaining({ id: body.approvalId, mayDecide }));
    }
    expect((await approve(second, body.approvalId)).code).toBe('OWN_PROPOSAL');
    expect((await approve(owner, body.approvalId)).status).toBe(200);
    const { body: session } = await second.call('GET /staff/api/session');
    expect(session.staff.roles).toEqual(['manager', 'owner']);
  });

  it('are not there under an unknown id', async () => {
    const path = 'POST /staff/api/staff/0190b0a8-0000-7000-8000-000000000000';
    expect((await manager.call(`${path}/roles`, { roles: ['support'], reason: 'x' })).code).toBe('NO_DATA');
    expect((await manager.call(`${path}/disable`, { reason: 'x' })).code).toBe('NO_DATA');
  });

  it('are locked out at once by one person, not by themselves, and let in again by two', async () => {
    const { id } = await personOf('cashier3@staff.example');
    expect((await cashier.call(`POST /staff/api/staff/${id}/disable`, { reason: 'x' })).code).toBe(
      'FORBIDDEN',
    );
    const { id: self } = await personOf('manager2@staff.example');
    expect((await manager.call(`POST /staff/api/staff/${self}/disable`, { reason: 'x' })).code).toBe(
      'NOT_POSSIBLE',
    );
    expect(
      (await manager.call(`POST /staff/api/staff/${id}/disable`, { reason: 'lost laptop' })).body.ended,
    ).toBe(1);
    expect((await cashier.call('GET /staff/api/session')).code).toBe('UNAUTHORIZED');
    const again = new StaffBrowser(server.staff!.url);
    expect((await again.signIn('cashier3@staff.example')).code).toBe('WRONG_CREDENTIAL');
    const asked = { roles: ['cashier'], reason: 'laptop found' };
    const { body } = await manager.call(`POST /staff/api/staff/${id}/roles`, asked);
    expect((await approve(owner, body.approvalId)).status).toBe(200);
    expect((await again.signIn('cashier3@staff.example')).status).toBe(200);
  });
});
