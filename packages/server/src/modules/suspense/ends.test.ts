import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { suspenseEndCheck } from '../../audit/suspense-ends.ts';
import { suspenseListCheck } from '../../audit/suspense-list.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let cashier: StaffBrowser;
let finance: StaffBrowser;
let auditor: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, finance, auditor] = (await staffOf(server, 'cashier', 'finance', 'auditor')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
});
afterAll(async () => {
  expect(await auditLedger(server.database)).toEqual([]);
  for (const check of [suspenseEndCheck, suspenseListCheck]) {
    expect(await check(server.database).run()).toEqual([]);
  }
  await server.stop();
});

/** Books a deposit of so many satang without a member. */
async function strange(satang = 7_000n, from = 'bank:0001234561'): Promise<string> {
  const ledger = new Ledger(server.database);
  const id = newId();
  await ledger.submit({
    id,
    debit: await ledger.house(from, 'BAHT'),
    credit: await ledger.house('suspense', 'BAHT'),
    amount: minor(satang),
    kind: 'deposit',
    pending: false,
    detail: { provider: 'SCB', reference: id, unmatched: 'no_member', fromAccountNo: '1', fromName: 'X' },
  });
  return id;
}
const close = (by: StaffBrowser, id: string, end: string, reason = 'sent back, reference 4711') =>
  by.call(`POST /staff/api/suspense/${id}/close`, { end, reason });
const approve = (by: StaffBrowser, approvalId: string) =>
  by.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision: 'approve', reason: 'seen' });
const balance = async (name: string): Promise<bigint> => {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(balance), 0)::bigint as balance from ledger_account
      where code = ${`house:${name}:BAHT`}`.execute(server.database.queries);
  return rows[0]?.balance ?? 0n;
};
const isListed = async (id: string): Promise<boolean> => {
  const { body } = await cashier.call('GET /staff/api/suspense');
  return body.items.some((one: { id: string }) => one.id === id);
};

describe('a deposit that no member gets', () => {
  it.each(['bank:0001234561', 'gateway:KBANK', 'ewallet:0600000011'])(
    'goes back to its sender by one person: %s',
    async (from) => {
      const before = await balance(from);
      const id = await strange(7_000n, from);
      expect(await isListed(id)).toBe(true);
      expect((await close(cashier, id, 'returned')).body).toEqual({ status: true });
      expect(await balance(from)).toBe(before);
      expect(await isListed(id)).toBe(false);
      const { body } = await finance.call(`GET /staff/api/audit?subject=${id}`);
      expect(body.items).toMatchObject([
        { action: 'suspense.return', outcome: 'done', reason: 'sent back, reference 4711' },
      ]);
    },
  );

  it('is kept by the operator, above the limit by two people', async () => {
    const before = await balance('kept');
    const id = await strange(2_000_001n);
    const proposed = await close(cashier, id, 'kept', 'no sender asked for a year');
    expect(proposed.status).toBe(202);
    expect(await balance('kept')).toBe(before);
    const { approvalId } = proposed.body;
    expect((await close(finance, id, 'returned')).code).toBe('ALREADY_PROPOSED');
    expect((await approve(cashier, approvalId)).code).toBe('OWN_PROPOSAL');
    expect((await approve(finance, approvalId)).status).toBe(200);
    expect(await balance('kept')).toBe(before + 2_000_001n);
    expect(await isListed(id)).toBe(false);
  });

  it('has one end, however many people end it at the same time', async () => {
    const id = await strange();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        close(index % 2 ? cashier : finance, id, index % 3 ? 'returned' : 'kept'),
      ),
    );
    const codes = replies.map(({ code }) => code ?? 'OK');
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    expect(codes.filter((code) => code === 'NOT_POSSIBLE')).toHaveLength(19);
    const { body } = await finance.call(`GET /staff/api/audit?action=call`);
    expect(body.items).toContainEqual(
      expect.objectContaining({ subject: `POST /staff/api/suspense/${id}/close`, reason: 'NOT_POSSIBLE' }),
    );
  });

  it('is given to no member afterwards, and one that a member has does not go back', async () => {
    const member = await server.members.join();
    const { body } = await cashier.call(`GET /staff/api/members?query=${member.registration.username}`);
    const assign = (deposit: string) =>
      cashier.call(`POST /staff/api/suspense/${deposit}/assign`, {
        memberId: body.items[0].id,
        reason: 'his own',
      });
    const [returned, assigned] = [await strange(), await strange()];
    await close(cashier, returned, 'returned');
    expect((await assign(returned)).code).toBe('NOT_POSSIBLE');
    expect((await assign(assigned)).status).toBe(200);
    expect((await close(cashier, assigned, 'returned')).code).toBe('NOT_POSSIBLE');
    expect(await member.wallet()).toEqual({ amount: 70, transit: 0 });
  });

  it('is not ended without the permission, nor under an unknown id', async () => {
    const id = await strange();
    expect((await close(auditor, id, 'returned')).code).toBe('FORBIDDEN');
    expect((await close(cashier, newId(), 'returned')).code).toBe('NO_DATA');
    expect(await isListed(id)).toBe(true);
  });
});

describe('the audit', () => {
  it('finds an end without a movement, and a movement without its person', async () => {
    const { queries } = server.database;
    const [open, gone] = [await strange(), await strange()];
    const said = { said_by: 'anna', reason: 'says so' };
    await queries
      .insertInto('suspense_end')
      .values({ deposit_id: open, how: 'returned', ...said })
      .execute();
    await close(cashier, gone, 'kept');
    await queries.deleteFrom('suspense_end').where('deposit_id', '=', gone).execute();
    const found = (await suspenseEndCheck(server.database).run()).map(({ subject }) => subject);
    expect(new Set(found)).toEqual(new Set([open, gone]));
    await queries.deleteFrom('suspense_end').where('deposit_id', '=', open).execute();
    await queries.insertInto('suspense_open').values({ deposit_id: open, created_at: new Date() }).execute();
    await queries
      .insertInto('suspense_end')
      .values({ deposit_id: gone, how: 'kept', ...said })
      .execute();
  });
});
