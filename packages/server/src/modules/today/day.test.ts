import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Noon of a Tuesday in Bangkok. */
const NOON = new Date('2026-03-10T05:00:00Z');

let server: TestServer;
let finance: StaffBrowser;
let protection: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 }, clock: { now: () => NOON } });
  [finance, protection] = (await staffOf(server, 'finance', 'protection')) as [StaffBrowser, StaffBrowser];
});
afterAll(() => server.stop());

async function registeredAt(time: string): Promise<void> {
  const { registration } = await server.members.join();
  await sql`update member set created_at = ${time}::timestamptz where username = ${registration.username}`.execute(
    server.database.queries,
  );
}

/** Books a deposit of so many baht at a time. */
async function depositedAt(time: string, baht: bigint): Promise<void> {
  const ledger = new Ledger(server.database);
  const id = newId();
  await ledger.submit({
    id,
    debit: await ledger.house('bank:0001234561', 'BAHT'),
    credit: await ledger.house('suspense', 'BAHT'),
    amount: minor(baht * 100n),
    kind: 'deposit',
    pending: false,
    detail: { provider: 'SCB', reference: id, unmatched: 'no_member', fromAccountNo: '1', fromName: 'X' },
  });
  await server.database.transaction(async (tx) => {
    // The books refuse it otherwise.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update ledger_transfer set created_at = ${time}::timestamptz where id = ${id}`.execute(tx);
  });
}

it('compares today with the same weekday before, up to the same time of day in Bangkok', async () => {
  const times = {
    today: '2026-03-10T04:59:00Z',
    later: '2026-03-10T05:01:00Z',
    weekBefore: '2026-03-03T04:59:00Z',
    laterThatDay: '2026-03-03T05:01:00Z',
    firstMoment: '2026-03-02T17:00:00Z',
    dayBefore: '2026-03-02T16:59:00Z',
  };
  for (const time of Object.values(times)) await registeredAt(time);
  await depositedAt(times.today, 100n);
  await depositedAt(times.later, 200n);
  await depositedAt(times.weekBefore, 400n);
  await depositedAt(times.laterThatDay, 800n);
  await depositedAt(times.dayBefore, 1_600n);
  const { body } = await finance.call('GET /staff/api/today');
  expect(body.today).toEqual([{ currency: 'BAHT', deposits: 100, payouts: 0, registrations: 1 }]);
  expect(body.weekBefore).toEqual([{ currency: 'BAHT', deposits: 400, payouts: 0, registrations: 2 }]);
  expect((await protection.call('GET /staff/api/today')).body.today).toHaveLength(1);
});
