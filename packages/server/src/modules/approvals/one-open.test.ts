import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import type { TestMember } from '../../testing/members.ts';
import { StaffBrowser, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** More than one person ends alone. */
const LARGE = 9_000_000n;
const ROUNDS = 5;

let one: TestServer;
let two: TestServer;
let cashier: StaffBrowser;
let finance: StaffBrowser;
let manager: StaffBrowser;
let owner: StaffBrowser;

beforeAll(async () => {
  const { databaseUrl, open: shared } = await sharedPostgres();
  const settings = { databaseUrl, consolePort: 0 };
  one = await startTestServer({ open: shared, settings });
  two = await startTestServer({ open: shared, settings });
  const people = await staffOf(one, 'cashier', 'finance', 'manager', 'owner');
  [cashier, finance, manager, owner] = people as [StaffBrowser, StaffBrowser, StaffBrowser, StaffBrowser];
});
afterAll(async () => {
  await one.stop();
  await two.stop();
});

/** The same person at the other process. */
function atTwo(browser: StaffBrowser): StaffBrowser {
  const there = new StaffBrowser(two.staff?.url ?? '');
  there.cookie = browser.cookie;
  return there;
}

const idOf = async ({ registration }: TestMember): Promise<string> => {
  const { id } = await one.database.queries
    .selectFrom('member')
    .select('id')
    .where('username', '=', registration.username)
    .executeTakeFirstOrThrow();
  return id;
};

/** Books a large deposit without a member. */
async function strange(): Promise<string> {
  const ledger = new Ledger(one.database);
  const id = newId();
  await ledger.submit({
    id,
    debit: await ledger.house('bank:0001234561', 'BAHT'),
    credit: await ledger.house('suspense', 'BAHT'),
    amount: minor(LARGE),
    kind: 'deposit',
    pending: false,
    detail: { provider: 'SCB', reference: id, unmatched: 'no_member', fromAccountNo: '1', fromName: 'X Y' },
  });
  return id;
}

const openAbout = async (subject: string): Promise<number> => {
  const rows = await one.database.queries
    .selectFrom('approval')
    .select('id')
    .where('subject', '=', subject)
    .where('decided_at', 'is', null)
    .execute();
  return rows.length;
};

describe('two proposals about one subject, at two processes in the same moment', () => {
  it('are one, whatever is proposed about a deposit; the other person is told', async () => {
    const memberId = await idOf(await one.members.join());
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await strange();
      const path = `POST /staff/api/suspense/${id}`;
      const ends = await Promise.all([
        cashier.call(`${path}/assign`, { memberId, reason: 'a slip' }),
        atTwo(finance).call(`${path}/close`, { end: 'kept', reason: 'no answer' }),
        atTwo(cashier).call(`${path}/assign`, { memberId, reason: 'a slip' }),
        finance.call(`${path}/close`, { end: 'returned', reason: 'sent back' }),
      ]);
      expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409, 409]);
      expect(ends.flatMap(({ code }) => code ?? [])).toEqual(Array(3).fill('ALREADY_PROPOSED'));
      expect(await openAbout(`deposit ${id}`)).toBe(1);
    }
  });

  it('are one where money is added to a wallet, or its member corrected', async () => {
    const memberId = await idOf(await one.members.join());
    const adjust = (by: StaffBrowser) =>
      by.call('POST /staff/api/adjustments', { memberId, amount: 5, direction: 'credit', reason: 'a gift' });
    const correct = (by: StaffBrowser) =>
      by.call(`POST /staff/api/members/${memberId}/corrections`, {
        change: { field: 'name', name: 'Another Name' },
        reason: 'a letter',
      });
    for (const act of [adjust, correct]) {
      const ends = await Promise.all([act(cashier), act(atTwo(manager))]);
      expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
      expect(ends.find(({ status }) => status === 409)?.code).toBe('ALREADY_PROPOSED');
    }
    expect(await openAbout(`member ${memberId}`)).toBe(2);
  });

  it('are one about staff', async () => {
    const person = { email: 'new@staff.example', name: 'New', roles: ['support'], reason: 'hired' };
    const added = await Promise.all([
      owner.call('POST /staff/api/staff', person),
      atTwo(manager).call('POST /staff/api/staff', person),
    ]);
    expect(added.flatMap(({ code }) => code ?? [])).toEqual(['ALREADY_PROPOSED']);
    const { id } = (await cashier.call('GET /staff/api/session')).body.staff as { id: string };
    const roles = { roles: ['support'], reason: 'moves' };
    const changed = await Promise.all([
      owner.call(`POST /staff/api/staff/${id}/roles`, roles),
      atTwo(manager).call(`POST /staff/api/staff/${id}/roles`, roles),
    ]);
    expect(changed.flatMap(({ code }) => code ?? [])).toEqual(['ALREADY_PROPOSED']);
  });

  it('are one about a role, whatever is proposed about it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `Shift ${round}`;
      const { queries } = one.database;
      await queries
        .insertInto('staff_own_role')
        .values({ name, permissions: ['audit.read'] })
        .execute();
      const ends = await Promise.all([
        owner.call('POST /staff/api/roles/change', { name, permissions: ['payouts.read'], reason: 'less' }),
        atTwo(manager).call('POST /staff/api/roles/removal', { name, reason: 'nobody has it' }),
      ]);
      expect(ends.flatMap(({ code }) => code ?? [])).toEqual(['ALREADY_PROPOSED']);
    }
  });
});

it('another proposal is possible once the first is decided, or has expired', async () => {
  const memberId = await idOf(await one.members.join());
  const id = await strange();
  const propose = () => cashier.call(`POST /staff/api/suspense/${id}/assign`, { memberId, reason: 'a slip' });
  const first = await propose();
  const decision = { decision: 'refuse', reason: 'not theirs' };
  await finance.call(`POST /staff/api/approvals/${first.body.approvalId}/decision`, decision);
  const second = await propose();
  expect(second.status).toBe(202);
  expect((await propose()).code).toBe('ALREADY_PROPOSED');
  await sql`update approval set expires_at = now() - interval '1 second'
    where id = ${second.body.approvalId}`.execute(one.database.queries);
  expect((await propose()).status).toBe(202);
});
