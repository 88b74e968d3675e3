import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { staffChainCheck } from '../../audit/staff-chain.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { actorOf } from '../staff-audit/service.ts';

let now = new Date('2026-03-01T03:00:00Z');
let server: TestServer;
let cashier: StaffBrowser;
let manager: StaffBrowser;
let owner: StaffBrowser;
let maker: StaffCaller;
/** Words that the action under test has carried out. */
let carriedOut: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    settings: { consolePort: 0 },
    clock: { now: () => now },
  });
  [cashier, manager, owner] = (await staffOf(server, 'cashier', 'manager', 'owner')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
  const { body } = await cashier.call('GET /staff/api/session');
  maker = { ...body.staff, sessionId: body.staff.id, mustSetUpFactor: false };
  server.staff?.console.approvals.register({
    action: 'trial',
    payload: z.object({ word: z.string() }),
    permissionOf: ({ word }) => (word === 'large' ? 'adjust.approveLarge' : 'adjust.approve'),
    carryOut: async (tx, { word }) => {
      if (word === 'impossible') throw new StaffError('NOT_POSSIBLE');
      await sql`select pg_sleep(0.02)`.execute(tx);
      carriedOut.push(word);
      return { word };
    },
  });
});
afterAll(() => server.stop());

let proposed = 0;

async function propose(word = 'hello', by: StaffCaller = maker): Promise<string> {
  carriedOut = [];
  const caller = { address: '192.0.2.1', device: undefined };
  proposed += 1;
  const proposal = { action: 'trial', subject: `trial ${proposed}`, payload: { word }, reason: 'to try it' };
  const id = await server.staff?.console.approvals.propose(
    by,
    actorOf(by, { caller, requestId: 'r' }),
    proposal,
  );
  if (!id) throw new Error('no console');
  return id;
}

const decide = (browser: StaffBrowser, id: string, decision = 'approve') =>
  browser.call(`POST /staff/api/approvals/${id}/decision`, { decision, reason: 'seen' });

const recorded = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select actor_name || ' ' || action || ' ' || outcome || ' ' || reason as line
      from staff_audit where approval_id = ${id} order by id`.execute(server.database.queries);
  return rows.map(({ line }) => line);
};

describe('a proposal', () => {
  it('is carried out once, by one of a hundred who approve it at the same time', async () => {
    const id = await propose();
    const replies = await Promise.all(Array.from({ length: 100 }, () => decide(manager, id)));
    const codes = replies.map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'ALREADY_DECIDED')).toHaveLength(99);
    expect(carriedOut).toEqual(['hello']);
  });

  it('is not decided by its maker, whatever their roles, and the try is recorded', async () => {
    const { body } = await owner.call('GET /staff/api/session');
    const id = await propose('mine', { ...maker, ...body.staff });
    expect((await decide(owner, id)).code).toBe('OWN_PROPOSAL');
    expect((await decide(owner, id, 'refuse')).code).toBe('OWN_PROPOSAL');
    expect(await recorded(id)).toEqual([
      'owner 2 trial.propose done to try it',
      'owner 2 approval.approve refused OWN_PROPOSAL',
      'owner 2 approval.refuse refused OWN_PROPOSAL',
    ]);
    expect(carriedOut).toEqual([]);
    // The database holds it, too.
    await expect(
      sql`update approval set decision = 'approve', decided_by = maker, decided_at = created_at, decision_reason = ''
        where id = ${id}`.execute(server.database.queries),
    ).rejects.toThrow('approval_four_eyes');
  });

  it('is not decided without the permission, nor by someone who lost the role a moment ago', async () => {
    const id = await propose();
    const [support, gone] = await staffOf(server, 'support', 'finance');
    expect((await decide(support!, id)).code).toBe('FORBIDDEN');
    expect((await decide(gone!, id)).code).toBe('FORBIDDEN');
    expect(await recorded(id)).toContain('support 0 approval.approve refused FORBIDDEN');
    expect(carriedOut).toEqual([]);
  });

  it('waits for a role that is being taken away, and is then refused', async () => {
    const id = await propose();
    const [browser] = (await staffOf(server, 'manager')) as [StaffBrowser];
    let decided: ReturnType<typeof decide> | undefined;
    await server.database.transaction(async (tx) => {
      await sql`delete from staff_role where staff_id = (select id from staff where name = 'manager 0')`.execute(
        tx,
      );
      // The session is read as it was; the decision reads the role again and waits for this transaction.
      decided = decide(browser, id);
      await sql`select pg_sleep(0.5)`.execute(tx);
    });
    expect((await decided)?.code).toBe('FORBIDDEN');
    expect(carriedOut).toEqual([]);
  });

  it('is not there under an unknown id', async () => {
    expect((await decide(manager, '0190b0a8-0000-7000-8000-000000000000')).code).toBe('NO_DATA');
  });

  it('ends after a day', async () => {
    const id = await propose();
    const before = now;
    now = new Date(now.getTime() + 24 * 3_600_000);
    await manager.signIn('manager1@staff.example');
    expect((await decide(manager, id)).code).toBe('APPROVAL_EXPIRED');
    now = before;
    await manager.signIn('manager1@staff.example');
    expect(await recorded(id)).toContain('manager 1 approval.approve refused APPROVAL_EXPIRED');
  });

  it('stays open when its own rules no longer hold', async () => {
    const id = await propose('impossible');
    expect((await decide(manager, id)).code).toBe('NOT_POSSIBLE');
    const { body } = await manager.call('GET /staff/api/approvals');
    expect(body.items.find((one: { id: string }) => one.id === id).state).toBe('open');
    const refused = await decide(manager, id, 'refuse');
    expect(refused.body.approval).toMatchObject({ state: 'refused', decisionReason: 'seen' });
  });

  it('is listed for those who may decide it and for its maker', async () => {
    const id = await propose('seen');
    const [risk] = (await staffOf(server, 'risk')) as [StaffBrowser];
    const seenBy = async (browser: StaffBrowser): Promise<boolean> => {
      const { body } = await browser.call('GET /staff/api/approvals');
      return body.items.some((one: { id: string }) => one.id === id);
    };
    expect(await seenBy(manager)).toBe(true);
    expect(await seenBy(cashier)).toBe(true);
    expect(await seenBy(risk)).toBe(false);
  });

  it('is read by an auditor, who decides nothing', async () => {
    const id = await propose('for the auditor');
    const [auditor] = (await staffOf(server, 'auditor')) as [StaffBrowser];
    const { body } = await auditor.call('GET /staff/api/approvals');
    expect(body.items.find((one: { id: string }) => one.id === id)).toMatchObject({ mayDecide: false });
    expect((await auditor.call('GET /staff/api/today')).body.queues.approvals.count).toBeGreaterThan(0);
    expect((await decide(auditor, id)).code).toBe('FORBIDDEN');
    const { body: seen } = await manager.call('GET /staff/api/approvals');
    expect(seen.items.find((one: { id: string }) => one.id === id)).toMatchObject({ mayDecide: true });
  });

  it('is on the first page of those who may decide it, however many others wait, and counted for them alone', async () => {
    const id = await propose('one of few');
    for (let n = 0; n < 60; n += 1) await propose('large');
    const [risk] = (await staffOf(server, 'risk')) as [StaffBrowser];
    const first = async (browser: StaffBrowser) => (await browser.call('GET /staff/api/approvals')).body;
    const waiting = async (browser: StaffBrowser) =>
      (await browser.call('GET /staff/api/today')).body.queues.approvals.count;
    const { items } = await first(manager);
    expect(items.some((one: { id: string }) => one.id === id)).toBe(true);
    expect(await first(risk)).toEqual({ items: [], next: null });
    expect(await waiting(risk)).toBe(0);
    expect(await waiting(manager)).toBeLessThan(60);
    expect(await waiting(owner)).toBeGreaterThanOrEqual(61);
  });
});

describe('the record of acts', () => {
  const chain = async () => (await staffChainCheck(server.database).run()).map(({ message }) => message);
  /** Does what only a superuser can, and undoes it. */
  const asSuperuser = async (statement: ReturnType<typeof sql>, look: () => Promise<void>) => {
    const { queries } = server.database;
    await sql`alter table staff_audit disable trigger all`.execute(queries);
    await sql`create table kept as select * from staff_audit`.execute(queries);
    await statement.execute(queries);
    await look();
    await sql`delete from staff_audit`.execute(queries);
    await sql`insert into staff_audit select * from kept`.execute(queries);
    await sql`drop table kept`.execute(queries);
    await sql`alter table staff_audit enable trigger all`.execute(queries);
  };

  it('is a sound chain after all of the above', async () => {
    expect(await chain()).toEqual([]);
  });

  it('cannot be changed', async () => {
    const { queries } = server.database;
    const changes = [
      sql`update staff_audit set reason = ''`,
      sql`delete from staff_audit`,
      sql`truncate staff_audit`,
    ];
    for (const change of changes) await expect(change.execute(queries)).rejects.toThrow('cannot be changed');
  });

  it.each([
    [
      'a changed row',
      sql`update staff_audit set reason = 'another' where id = 3`,
      /is not what was recorded/,
    ],
    ['a deleted row', sql`delete from staff_audit where id = 3`, /follows 2: the acts between are missing/],
    [
      'a deleted last row',
      sql`delete from staff_audit where id = (select max(id) from staff_audit)`,
      /is the last one, and act \d+ was recorded last/,
    ],
  ])('shows %s', async (_name, statement, message) => {
    await asSuperuser(statement, async () => {
      const found = await chain();
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(message);
    });
    expect(await chain()).toEqual([]);
  });

  it('keeps its order under concurrent acts of two connections', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => propose('many')));
    expect(new Set(ids).size).toBe(20);
    expect(await chain()).toEqual([]);
  });
});
