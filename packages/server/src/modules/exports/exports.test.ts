import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cleaner } from '../../database/cleaner.ts';
import { STAFF_COOKIE } from '../../http/staff-router.ts';
import { newId } from '../../kernel/ids.ts';
import { StaffBrowser, staffOf, STAFF_PASSWORD } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let now = new Date('2026-03-01T03:00:00Z');
const clock = { now: () => now };
const later = (hours: number): void => void (now = new Date(now.getTime() + hours * 3_600_000));

const ROLES = ['finance', 'manager', 'auditor', 'cashier'] as const;
let server: TestServer;
let people: StaffBrowser[];
let finance: StaffBrowser;
let manager: StaffBrowser;
let auditor: StaffBrowser;
let cashier: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 }, clock });
  people = await staffOf(server, ...ROLES);
  [finance, manager, auditor, cashier] = people as [StaffBrowser, StaffBrowser, StaffBrowser, StaffBrowser];
});
afterAll(() => server.stop());

/** Their sessions end when nobody uses them for half an hour. */
async function signInAgain(): Promise<void> {
  for (const [index, role] of ROLES.entries()) await people[index]?.signIn(`${role}${index}@staff.example`);
}

/** Downloads a file as text. */
async function fileOf(browser: StaffBrowser, id: string) {
  const response = await fetch(`${server.staff?.url}/staff/api/exports/${id}/file`, {
    headers: { cookie: `${STAFF_COOKIE}=${browser.cookie}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}
/** Lines of a file without its byte order mark. */
const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trimEnd().split('\r\n');
const membersOf = (browser: StaffBrowser, query?: string, more: object = {}) =>
  browser.call('POST /staff/api/exports/members', {
    ...(query && { query }),
    reason: 'for the auditors',
    ...more,
  });
const decide = (browser: StaffBrowser, id: string, decision = 'approve') =>
  browser.call(`POST /staff/api/approvals/${id}/decision`, { decision, reason: 'known' });
const listed = async (browser: StaffBrowser) => (await browser.call('GET /staff/api/exports')).body.items;
const acts = async (action: string) =>
  (await auditor.call(`GET /staff/api/audit?action=${action}`)).body.items;

/** Adds members without a registration each. */
async function addMembers(name: string, count: number): Promise<void> {
  await sql`
    with account as (
      insert into ledger_account (code, currency, house, balance)
        select 'member:many' || n || ':wallet', 'BAHT', false, 0 from generate_series(1, ${count}::int) n
        returning id, substring(code from '[0-9]+') as n)
    insert into member (id, username, name, password_hash, source_code, invite_code, bank_code,
        bank_account_name, bank_account_no, currency, wallet_account)
      select 'many' || n, '06' || n, ${name} || ' ' || n, 'none', '', '', 'SCB', 'MANY PERSON', '66' || n, 'BAHT', id
        from account`.execute(server.database.queries);
}

describe('an export of members', () => {
  it('has the filter and the columns of the list, with a mark of UTF-8', async () => {
    const { registration } = await server.members.join({ name: 'สมชาย "ใจดี", จริง' });
    const { status, body } = await membersOf(finance, registration.username);
    expect(status).toBe(200);
    expect(body.export).toMatchObject({
      kind: 'members',
      filter: { query: registration.username },
      rows: 1,
      isMasked: false,
      state: 'ready',
      maker: { name: 'finance 0' },
      mayDownload: true,
    });
    const { headers, bytes, text } = await fileOf(finance, body.export.id);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="members-2026-03-01-\w{6}\.csv"$/,
    );
    const [heading, line = ''] = linesOf(text);
    expect(heading).toBe(
      'Member id,Phone,Name,Bank,Account number,Account name,Currency,Frozen,Break or exclusion,Member since (Bangkok)',
    );
    expect(line).toContain(`,${registration.username},"สมชาย ""ใจดี"", จริง",`);
    expect(line).toContain(registration.bankAccountNo);
    const thai = await membersOf(finance, registration.username, { language: 'th' });
    expect((await fileOf(finance, thai.body.export.id)).text).toContain('รหัสสมาชิก,เบอร์โทร,ชื่อ');
  });

  it('says of each member whether a break or an exclusion holds', async () => {
    // With the name of an excluded member no other registers.
    const member = await server.members.join({ name: 'Wanna Pakpao', bankAccountName: 'WANNA PAKPAO' });
    const line = async () => {
      const { body } = await membersOf(finance, member.registration.username);
      return linesOf((await fileOf(finance, body.export.id)).text)[1];
    };
    expect(await line()).toContain(',BAHT,0,,');
    await member.api.ok('POST /api/protection/break', { body: { hours: 24 } });
    expect(await line()).toContain(',BAHT,0,ON_BREAK,');
    await member.api.ok('POST /api/protection/exclusion', { body: { months: 'forever' } });
    expect(await line()).toContain(',BAHT,0,EXCLUDED,');
  });

  it('runs no formula in a spreadsheet', async () => {
    for (const name of ['=1+1', '+66', '-1', '@SUM(A1)', '＝1']) {
      const { registration } = await server.members.join({ name });
      const { body } = await membersOf(finance, registration.username);
      expect((await fileOf(finance, body.export.id)).text).toContain(`,'${name},`);
    }
  });

  it('is masked for a role that sees the list masked', async () => {
    const masked = new StaffBrowser(server.staff!.url);
    const { queries } = server.database;
    const permissions = ['members.read', 'members.export', 'exports.read'];
    await queries.insertInto('staff_own_role').values({ name: 'Lists', permissions }).execute();
    await server.staff!.console.accounts.addDemo(
      [{ email: 'lists@staff.example', name: 'Lists', role: 'support' }],
      STAFF_PASSWORD,
    );
    await sql`update staff_role set role = 'Lists' where staff_id = (select id from staff where email = 'lists@staff.example')`.execute(
      queries,
    );
    await masked.signIn('lists@staff.example');
    const { registration } = await server.members.join({ name: 'Masked Person' });
    const { body } = await membersOf(masked, 'Masked Person');
    expect(body.export.isMasked).toBe(true);
    const { text } = await fileOf(masked, body.export.id);
    expect(text).toContain(`••••••${registration.username.slice(-4)}`);
    expect(text).not.toContain(registration.username);
    expect(text).not.toContain(registration.bankAccountNo);
  });

  it('is not for a role without the permission, which is recorded, and its file is for its maker alone', async () => {
    expect((await membersOf(cashier)).code).toBe('FORBIDDEN');
    const { body } = await membersOf(finance, 'Masked Person');
    expect((await fileOf(cashier, body.export.id)).status).toBe(403);
    expect((await fileOf(manager, body.export.id)).status).toBe(404);
    expect((await fileOf(finance, newId())).status).toBe(404);
    const shown = await listed(manager);
    expect(shown[0]).toMatchObject({ id: body.export.id, mayDownload: false, state: 'ready' });
  });

  it('over a hundred waits for another person, and is then the file that was approved', async () => {
    await addMembers('Many Person', 101);
    const { status, body } = await membersOf(manager, 'Many Person');
    expect(status).toBe(202);
    const [waiting] = await listed(manager);
    expect(waiting).toMatchObject({ rows: 101, state: 'waiting', mayDownload: false });
    expect((await fileOf(manager, waiting.id)).status).toBe(409);
    expect((await decide(manager, body.approvalId)).code).toBe('OWN_PROPOSAL');
    expect((await decide(cashier, body.approvalId)).code).toBe('FORBIDDEN');
    await sql`update member set name = 'Many Person late' where id = 'many1'`.execute(
      server.database.queries,
    );
    later(20);
    await signInAgain();
    expect((await decide(finance, body.approvalId)).status).toBe(200);
    later(10);
    await signInAgain();
    const { text } = await fileOf(manager, waiting.id);
    expect(linesOf(text)).toHaveLength(102);
    expect(text).not.toContain('Many Person late');
    expect((await fileOf(finance, waiting.id)).status).toBe(404);
    const [proposed] = await acts('export.members.propose');
    expect(proposed).toMatchObject({
      subject: `export ${waiting.id}`,
      after: { filter: { query: 'Many Person' }, rows: 101, isMasked: false },
    });
    expect(await acts('export.members.approve')).toHaveLength(1);
  });

  it('is downloaded three times, within a day, and each time is recorded', async () => {
    const { body } = await membersOf(finance, 'Masked Person');
    const { id } = body.export;
    const ends = await Promise.all(Array.from({ length: 5 }, async () => (await fileOf(finance, id)).status));
    expect(ends.filter((one) => one === 200)).toHaveLength(3);
    expect(ends.filter((one) => one === 409)).toHaveLength(2);
    expect((await listed(finance))[0]).toMatchObject({ id, state: 'used', downloads: 3, mayDownload: false });
    const mine = (await acts('export.download')).filter(
      (one: { subject: string }) => one.subject === `export ${id}`,
    );
    expect(mine.map((one: { outcome: string }) => one.outcome).toSorted()).toEqual([
      'done',
      'done',
      'done',
      'refused',
      'refused',
    ]);
    const second = (await membersOf(finance, 'Masked Person')).body.export.id;
    later(25);
    await signInAgain();
    expect((await fileOf(finance, second)).status).toBe(409);
    expect((await listed(finance))[0]).toMatchObject({ id: second, state: 'expired' });
  });

  it('that is refused is gone at once, and one whose time is over soon', async () => {
    const { body } = await membersOf(manager, 'Many Person');
    const [{ id }] = await listed(manager);
    const parts = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from staff_export_part`.execute(
        server.database.queries,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await parts();
    expect((await decide(finance, body.approvalId, 'refuse')).status).toBe(200);
    expect(await parts()).toBe(before - 1);
    expect((await listed(manager))[0]).toMatchObject({ id, state: 'refused' });
    expect((await fileOf(manager, id)).status).toBe(409);
    const cleaner = new Cleaner({
      database: server.database,
      clock: { now: () => new Date(Date.now() + 3 * 86_400_000) },
      chatFileDays: 365,
    });
    await cleaner.sweep();
    expect(await parts()).toBe(0);
    // It has ended all sessions, too.
    await signInAgain();
  });

  it('is refused when its maker may no longer see what it holds', async () => {
    const { body } = await membersOf(finance, 'Masked Person');
    const { queries } = server.database;
    await queries
      .insertInto('staff_own_role')
      .values({
        name: 'Less',
        permissions: ['members.export', 'exports.read'],
      })
      .execute();
    const role = (name: string) =>
      sql`update staff_role set role = ${name} where staff_id = (select id from staff where email = 'finance0@staff.example')`.execute(
        queries,
      );
    await role('Less');
    expect((await fileOf(finance, body.export.id)).status).toBe(403);
    expect((await listed(finance))[0].mayDownload).toBe(false);
    await role('finance');
    expect((await fileOf(finance, body.export.id)).status).toBe(200);
  });
});

describe('an export of payouts', () => {
  it('has plain decimals and the list’s state, and one act in the record', async () => {
    const member = await server.members.joinWith(200_000);
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 60_000.5 } });
    const asked = { reason: 'month end', state: 'review' };
    const { status, body } = await finance.call('POST /staff/api/exports/payouts', asked);
    expect([status, body.export.rows]).toEqual([200, 1]);
    const [heading, line] = linesOf((await fileOf(finance, body.export.id)).text);
    expect(heading).toContain('Time (Bangkok),Payout id,Member id,Phone,Name,Amount,Currency');
    expect(line).toContain(',60000.50,BAHT,');
    const [act] = await acts('export.payouts');
    expect(act).toMatchObject({
      subject: `export ${body.export.id}`,
      reason: 'month end',
      after: { kind: 'payouts', filter: { state: 'review' }, rows: 1, isMasked: false },
    });
    const held = await finance.call('POST /staff/api/exports/payouts', { ...asked, state: 'held' });
    expect(held.body.export.rows).toBe(0);
    expect((await auditor.call('POST /staff/api/exports/payouts', asked)).code).toBe('FORBIDDEN');
  });
});

describe('an export of the record', () => {
  it('has the acts of the filter, page after page, each once', async () => {
    const { queries } = server.database;
    await sql`select staff_audit_add(null, 'shell', '{}', null, '', '', 'trial', 'trial ' || n, 'done', '', null, '{"n": 1}', null)
      from generate_series(1, 2300) n`.execute(queries);
    const asked = { reason: 'yearly audit', action: 'trial', subject: '' };
    const { body } = await auditor.call('POST /staff/api/exports/audit', asked);
    expect(body.export).toMatchObject({ rows: 2300, filter: { action: 'trial' } });
    const [heading, ...lines] = linesOf((await fileOf(auditor, body.export.id)).text);
    expect(heading).toMatch(/^No,Time \(Bangkok\),Staff member/);
    const subjects = lines.map((line) => /,(trial \d+),/.exec(line)?.[1]);
    expect(new Set(subjects).size).toBe(2300);
    expect(lines[0]).toContain(',trial 2300,done,,,"{""n"":1}",');
    expect((await manager.call('POST /staff/api/exports/audit', asked)).code).toBe('FORBIDDEN');
  });
});

describe('the list of exports', () => {
  it('is read page by page, newest first, by those who may', async () => {
    const first = await manager.call('GET /staff/api/exports');
    const ids: string[] = first.body.items.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const rest = await manager.call(`GET /staff/api/exports?after=${ids[2]}`);
    expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3));
    expect((await cashier.call('GET /staff/api/exports')).code).toBe('FORBIDDEN');
  });
});
