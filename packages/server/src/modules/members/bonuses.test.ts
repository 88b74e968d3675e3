import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { bonusRule } from '../../testing/bonus-rules.ts';
import type { TestMember } from '../../testing/members.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let cashier: StaffBrowser;
let manager: StaffBrowser;
let support: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({
    settings: { consolePort: 0 },
    content(content) {
      content.bonuses = [bonusRule({ code: 'OTHER', maxReceived: 100 })];
    },
  });
  const people = await staffOf(server, 'cashier', 'manager', 'support');
  [cashier, manager, support] = people as [StaffBrowser, StaffBrowser, StaffBrowser];
});
afterEach(() => server.world.heal());
afterAll(async () => {
  expect(await auditLedger(server.database)).toEqual([]);
  await server.stop();
});

/** A member who took a bonus of 200 on a deposit of 200. */
async function holder(): Promise<{ member: TestMember; id: string; bonusId: string }> {
  const member = await server.members.joinWith(200, { game: true });
  await member.api.ok('GET /api/bonus/activate/:code', { params: { code: 'OTHER' } });
  const { id } = await server.database.queries
    .selectFrom('member')
    .select('id')
    .where('username', '=', member.registration.username)
    .executeTakeFirstOrThrow();
  const [bonus] = await bonuses(id);
  return { member, id, bonusId: String(bonus?.['id']) };
}
const bonuses = async (id: string) =>
  (await support.call(`GET /staff/api/members/${id}/bonuses`)).body.items as Record<string, unknown>[];
const cancel = (by: StaffBrowser, id: string, bonusId: string, reason = 'asked for it') =>
  by.call(`POST /staff/api/members/${id}/bonuses/${bonusId}/cancel`, { reason });
const acts = async (id: string) => {
  const { body } = await manager.call(`GET /staff/api/audit?subject=member%20${id}&action=bonus.cancel`);
  return body.items as unknown[];
};

describe('a member’s bonuses', () => {
  it('are shown with their meters, and are paged by key', async () => {
    const { member, id, bonusId } = await holder();
    expect(await bonuses(id)).toMatchObject([
      {
        source: 'bonus',
        code: 'OTHER',
        name: { en: 'A trial' },
        state: 'active',
        amount: 200,
        deposit: 200,
        turnoverNeeded: 2_000,
        turnoverDone: 0,
        cost: 200,
        endedAt: null,
      },
    ]);
    await cancel(cashier, id, bonusId);
    await member.deposit(200);
    await member.api.ok('GET /api/bonus/activate/:code', { params: { code: 'OTHER' } });
    expect(await bonuses(id)).toMatchObject([
      { state: 'active' },
      { id: bonusId, state: 'cancelled', cost: 200 },
    ]);
    const [newest] = await bonuses(id);
    const { body } = await support.call(
      `GET /staff/api/members/${id}/bonuses?after=${String(newest?.['id'])}`,
    );
    expect(body).toMatchObject({ items: [{ id: bonusId }], next: null });
  });
});

describe('cancelling a bonus', () => {
  it('takes back what the member’s own cancelling would, once, and is recorded with it', async () => {
    const { member, id, bonusId } = await holder();
    expect((await member.wallet()).amount).toBe(400);
    const ends = await Promise.all([cancel(cashier, id, bonusId), cancel(manager, id, bonusId)]);
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(ends.find(({ status }) => status === 200)?.body).toEqual({ cost: 200 });
    expect((await member.wallet()).amount).toBe(200);
    expect(await acts(id)).toMatchObject([
      {
        outcome: 'done',
        reason: 'asked for it',
        before: { bonusId, code: 'OTHER', state: 'active', amount: 200 },
        after: { state: 'cancelled', cost: 200 },
      },
    ]);
    expect(await member.statement(1)).toMatchObject([{ amount: 200, status: 'SUCCESS' }]);
  });

  it('is refused while credit is in a game, or cannot be read', async () => {
    const { member, id, bonusId } = await holder();
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 400 } });
    await server.world.fault('provider', 'http_500');
    expect((await cancel(cashier, id, bonusId)).code).toBe('CREDIT_UNKNOWN');
    await server.world.heal();
    expect((await cancel(cashier, id, bonusId)).code).toBe('BONUS_CONDITION');
    expect(await bonuses(id)).toMatchObject([{ state: 'active' }]);
    expect(await acts(id)).toEqual([]);
  });

  it('needs the permission, a reason, and this member’s open bonus', async () => {
    const { id, bonusId } = await holder();
    const { id: other } = await holder();
    expect((await cancel(support, id, bonusId)).code).toBe('FORBIDDEN');
    expect((await cancel(cashier, id, bonusId, '')).status).toBe(400);
    expect((await cancel(cashier, other, bonusId)).code).toBe('NO_DATA');
    expect((await cancel(cashier, id, randomUUID())).code).toBe('NO_DATA');
    expect((await cancel(cashier, 'nobody', bonusId)).code).toBe('NO_DATA');
    expect(await bonuses(id)).toMatchObject([{ state: 'active' }]);
  });
});
