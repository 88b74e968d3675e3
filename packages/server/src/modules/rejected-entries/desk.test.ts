import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import type { Registration } from '../../testing/members.ts';
import { StaffBrowser, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ACCOUNT = '0001234572';

let one: TestServer;
let two: TestServer;
let cashier: StaffBrowser;
let support: StaffBrowser;
let risk: StaffBrowser;

beforeAll(async () => {
  const { databaseUrl, open: shared } = await sharedPostgres();
  const settings = { databaseUrl, consolePort: 0 };
  one = await startTestServer({ open: shared, settings });
  two = await startTestServer({ open: shared, settings });
  const people = await staffOf(one, 'cashier', 'support', 'risk');
  [cashier, support, risk] = people as [StaffBrowser, StaffBrowser, StaffBrowser];
});
afterAll(async () => {
  expect(await auditLedger(one.database)).toEqual([]);
  await one.stop();
  await two.stop();
});

const there = (browser: StaffBrowser): StaffBrowser => {
  const other = new StaffBrowser(two.staff?.url ?? '');
  other.cookie = browser.cookie;
  return other;
};

/** Stores a rejected entry, as a feed leaves it. */
async function keep(source: string, entry: unknown, form: string | null = 'listed'): Promise<string> {
  const id = randomUUID();
  await sql`insert into rejected_entry (id, source, reason, form, entry)
    values (${id}, ${source}, 'no valid amount', ${form}, ${JSON.stringify(entry)})`.execute(
    one.database.queries,
  );
  return id;
}

const transferOf = (sender: Pick<Registration, 'bankCode' | 'bankAccountNo' | 'bankAccountName'>) => ({
  reference: `R${randomUUID()}`,
  fromBankCode: sender.bankCode,
  fromAccountNo: sender.bankAccountNo,
  fromName: sender.bankAccountName,
  toAccountNo: ACCOUNT,
  amount: '67.50',
  at: new Date().toISOString(),
});

interface Listed {
  id: string;
  told: Record<string, string>;
}

async function listed(by: StaffBrowser): Promise<Listed[]> {
  const items: Listed[] = [];
  let after = '';
  do {
    const { body } = await by.call(`GET /staff/api/rejected${after && `?after=${after}`}`);
    items.push(...(body.items as Listed[]));
    after = (body.next as string | null) ?? '';
  } while (after !== '');
  return items;
}
const find = async (by: StaffBrowser, id: string) => (await listed(by)).find((one) => one.id === id);
const acts = async (id: string) => {
  const { body } = await risk.call(`GET /staff/api/audit?subject=${id}`);
  return (body.items as { action: string; reason: string; after: unknown }[]).toReversed();
};
const act = (by: StaffBrowser, id: string, what: 'retry' | 'close', reason = 'mended') =>
  by.call(`POST /staff/api/rejected/${id}/${what}`, { reason });

describe('entries that were put aside', () => {
  it('are listed with what the feed said, and without the sender for those who see members masked', async () => {
    const { registration } = await one.members.join();
    const transfer = transferOf(registration);
    const id = await keep('bank', transfer);
    expect(await find(cashier, id)).toMatchObject({
      source: 'bank',
      why: 'no valid amount',
      told: { ...transfer },
      canRetry: true,
      isBusy: false,
      tries: 0,
      lastTry: null,
    });
    const masked = await find(support, id);
    expect(masked?.told).toEqual({ reference: transfer.reference, amount: '67.50', at: transfer.at });
    const read = await keep('bank', { ...transfer, amount: '6750' }, 'read');
    expect((await find(cashier, read))?.told['amount']).toBe('67.50');
    const list = await keep('turnover:PG', 'no object');
    expect(await find(cashier, list)).toMatchObject({ told: { text: '"no object"' }, canRetry: false });
    expect((await find(support, list))?.told).toEqual({});
    const statement = { digest: 'D', amount: '6750', bankReference: null };
    const [entry, unread] = [await keep('statement', statement, 'read'), await keep('statement', 'no text')];
    expect(await find(cashier, entry)).toMatchObject({
      told: { digest: 'D', amount: '67.50' },
      canRetry: true,
    });
    expect(await find(cashier, unread)).toMatchObject({ canRetry: false });
    for (const one of [id, read, list, entry, unread]) await act(cashier, one, 'close', 'seen');
  });

  it('are paged by key, and leave none out', async () => {
    const ids = new Set<string>();
    for (let n = 0; n < 60; n += 1) ids.add(await keep('turnover:PG', { n }));
    const first = (await cashier.call('GET /staff/api/rejected')).body;
    expect(first.items).toHaveLength(50);
    const all = await listed(cashier);
    expect(all).toHaveLength(new Set(all.map(({ id }) => id)).size);
    expect(all.filter(({ id }) => ids.has(id))).toHaveLength(60);
    expect((await cashier.call('GET /staff/api/today')).body.queues.rejected.count).toBe(all.length);
  });

  it('are taken in once, by one of two people at two processes, and each try is recorded', async () => {
    const member = await one.members.join();
    const id = await keep('bank', transferOf(member.registration));
    const ends = await Promise.all([act(cashier, id, 'retry'), act(there(cashier), id, 'retry')]);
    const [refused] = ends.flatMap(({ code }) => code ?? []);
    expect(['LEASED', 'ALREADY_DECIDED']).toContain(refused);
    expect(ends.find(({ status }) => status === 200)?.body.result).toEqual({
      end: 'credited',
      isNew: true,
      amount: 67.5,
      currency: 'BAHT',
      phone: member.registration.username,
    });
    expect((await member.wallet()).amount).toBe(67.5);
    expect((await act(cashier, id, 'retry')).code).toBe('ALREADY_DECIDED');
    expect((await act(cashier, id, 'close')).code).toBe('ALREADY_DECIDED');
    expect(await find(cashier, id)).toBeUndefined();
    const done = (await acts(id)).filter(({ action }) => action !== 'call');
    expect(done).toMatchObject([
      { action: 'rejected.retry', reason: 'mended' },
      { action: 'rejected.retry.end', after: { isTaken: true } },
    ]);
  });

  it('stay open where they still make no sense, and go to suspense where nobody sent them', async () => {
    const bad = await keep('ewallet', { transactionId: 'W1' });
    expect((await act(cashier, bad, 'retry')).body.result).toMatchObject({ end: 'failed' });
    expect(await find(cashier, bad)).toMatchObject({ tries: 1, lastTry: expect.any(String) });
    const stranger = { bankCode: 'KTB', bankAccountNo: '7777777771', bankAccountName: 'SOMEBODY ELSE' };
    const id = await keep('bank', transferOf(stranger));
    expect((await act(cashier, id, 'retry')).body.result).toMatchObject({
      end: 'suspense',
      why: 'no_member',
    });
  });

  it('are put away with a reason by those who may, unless a try runs', async () => {
    const id = await keep('turnover:PG', { n: 'x' });
    for (const what of ['retry', 'close'] as const) {
      expect((await act(support, id, what)).code).toBe('FORBIDDEN');
      expect((await act(cashier, randomUUID(), what)).code).toBe('NO_DATA');
    }
    await sql`update rejected_entry set retry_id = ${randomUUID()}, retry_until = now() + interval '1 minute'
      where id = ${id}`.execute(one.database.queries);
    expect((await act(cashier, id, 'retry')).code).toBe('LEASED');
    expect((await act(cashier, id, 'close')).code).toBe('LEASED');
    expect(await find(cashier, id)).toMatchObject({ isBusy: true });
    await sql`update rejected_entry set retry_until = now() - interval '1 minute' where id = ${id}`.execute(
      one.database.queries,
    );
    expect((await act(cashier, id, 'close', 'reported anew')).status).toBe(200);
    expect(await find(cashier, id)).toBeUndefined();
    expect(await acts(id)).toContainEqual(
      expect.objectContaining({ action: 'rejected.close', reason: 'reported anew' }),
    );
  });
});
