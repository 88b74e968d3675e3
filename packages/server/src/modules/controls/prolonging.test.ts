import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import type { TestMember } from '../../testing/members.ts';
import { StaffBrowser, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Freezing } from './freezing.ts';

let one: TestServer;
let two: TestServer;
let manager: StaffBrowser;
let there: StaffBrowser;

beforeAll(async () => {
  const { databaseUrl, open: shared } = await sharedPostgres();
  const settings = { databaseUrl, consolePort: 0 };
  one = await startTestServer({ open: shared, settings });
  two = await startTestServer({ open: shared, settings });
  [manager] = (await staffOf(one, 'manager')) as [StaffBrowser];
  there = new StaffBrowser(two.staff?.url ?? '');
  there.cookie = manager.cookie;
});
afterAll(async () => {
  await one.stop();
  await two.stop();
});

const at = (ms: number) => new Date(Date.now() + ms);
const idOf = async ({ registration }: TestMember): Promise<string> => {
  const { id } = await one.database.queries
    .selectFrom('member')
    .select('id')
    .where('username', '=', registration.username)
    .executeTakeFirstOrThrow();
  return id;
};
const freeze = (id: string, body: object, by = manager) =>
  by.call(`POST /staff/api/members/${id}/freeze`, { reason: 'a report', ...body });
const frozen = async (id: string) =>
  (await manager.call(`GET /staff/api/members/${id}`)).body.member.frozen as object | null;
const acts = async (id: string) => {
  const { body } = await manager.call(`GET /staff/api/audit?subject=member%20${id}&action=member.freeze`);
  return body.items as { reason: string; before: unknown; after: unknown }[];
};

describe('a second freezing of a frozen member', () => {
  it('changes end and reason, and the record has both of before and after', async () => {
    const member = await one.members.join();
    const id = await idOf(member);
    const [soon, late] = [at(1_000_000).toISOString(), at(9_000_000).toISOString()];
    await freeze(id, { until: soon });
    expect((await freeze(id, { until: late, reason: 'a second report' })).status).toBe(200);
    expect(await frozen(id)).toMatchObject({ until: late, reason: 'a second report' });
    await new Freezing(one.database).endDue(at(5_000_000));
    expect(endOf(await member.api.call('GET /api/account/profile'))).not.toBe('OK');
    expect((await freeze(id, { reason: 'a second report' })).status).toBe(200);
    expect(await frozen(id)).toMatchObject({ until: null, reason: 'a second report' });
    expect(await acts(id)).toMatchObject([
      {
        reason: 'a second report',
        before: { until: late, reason: 'a second report' },
        after: { until: null, reason: 'a second report' },
      },
      {
        reason: 'a second report',
        before: { until: soon, reason: 'a report' },
        after: { until: late, reason: 'a second report' },
      },
      { reason: 'a report', before: null, after: { until: soon } },
    ]);
    await new Freezing(one.database).endDue(at(20_000_000));
    expect(await frozen(id)).not.toBeNull();
  });

  it('with the same end and reason changes and records nothing, in any of two processes', async () => {
    const id = await idOf(await one.members.join());
    const until = at(1_000_000).toISOString();
    const ends = await Promise.all([freeze(id, { until }), freeze(id, { until }, there)]);
    expect(ends.map(({ status }) => status)).toEqual([200, 200]);
    expect(await acts(id)).toHaveLength(1);
  });

  it('stands against the end of the first in the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await idOf(await one.members.join());
      await freeze(id, { until: at(1_000_000).toISOString() });
      const until = at(9_000_000).toISOString();
      await Promise.all([
        freeze(id, { until }, there),
        new Freezing(one.database).endDue(at(2_000_000)),
        new Freezing(two.database).endDue(at(2_000_000)),
      ]);
      expect(await frozen(id)).toMatchObject({ until });
    }
  });

  it('needs the permission, and a time that is not past', async () => {
    const id = await idOf(await one.members.join());
    const [cashier] = (await staffOf(one, 'cashier')) as [StaffBrowser];
    await freeze(id, {});
    expect((await freeze(id, { reason: 'another' }, cashier)).code).toBe('FORBIDDEN');
    expect((await freeze(id, { until: at(-1_000).toISOString() })).code).toBe('KEY_INVALID');
    expect(await frozen(id)).toMatchObject({ reason: 'a report' });
  });
});
