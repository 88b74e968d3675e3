import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths } from '../../kernel/bangkok-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { LIST_PAGE } from '../../kernel/list-page.ts';
import { DatabaseClock } from '../../testing/database-clock.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import type { TestMember } from '../../testing/members.ts';
import { runAllChecks } from '../../testing/protection.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let clock: DatabaseClock;
let protection: StaffBrowser;
let support: StaffBrowser;
let cashier: StaffBrowser;
let names = 0;

const reason = 'a talk on the phone';
const NEVER = 'nobody-has-it';

beforeAll(async () => {
  const database = await postgresDatabase();
  clock = await DatabaseClock.install(database);
  server = await startTestServer({
    open: async () => database,
    clock,
    settings: { consolePort: 0 },
    content: (content) => {
      content.operator.registerOtp = false;
      content.protection = { ...content.protection, breakHours: [24, 240], exclusionMonths: [6, 24] };
    },
  });
  [protection, support, cashier] = (await staffOf(server, 'protection', 'support', 'cashier')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
});
afterAll(async () => {
  expect(await runAllChecks(server.database)).toEqual([]);
  await server.stop();
});

/** Lets time pass, after which staff sign in anew. */
async function pass(ms: number): Promise<void> {
  await clock.forward(ms);
  for (const [index, [role, staff]] of Object.entries({ protection, support, cashier }).entries()) {
    expect((await staff.signIn(`${role}${index}@staff.example`)).status).toBe(200);
  }
}

type Joined = TestMember & { id: string; path: string };

const join = async (): Promise<Joined> => {
  names += 1;
  const name = `Somsri Number${'i'.repeat(names)}`;
  const registration = server.members.registration({ name, bankAccountName: name.toUpperCase() });
  await server.api.ok('POST /api/account', { body: registration });
  const member = server.members.of(registration, await server.members.logIn(registration));
  const id = (await member.api.ok('GET /api/account/profile')).profile._id;
  return Object.assign(member, { id, path: `/staff/api/members/${id}/protection` });
};
/** Logs a member in anew: the session from before a long time is over. */
const again = async (member: Joined): Promise<TestMember> =>
  server.members.of(member.registration, await server.members.logIn(member.registration));
const shown = async ({ path }: Joined) => (await protection.call(`GET ${path}`)).body.protection;
const changesOf = async ({ path }: Joined) => (await protection.call(`GET ${path}/changes`)).body.items;
const stopped = async (list: string, staff = protection) =>
  (await staff.call(`GET /staff/api/protection/stopped?list=${list}`)).body.items as {
    member: { id: string; phone: string };
  }[];
const idsOf = async (list: string) => (await stopped(list)).map(({ member }) => member.id);
const limit = (amount: number, period = 'day') => ({ kind: 'deposit', period, amount, reason });
const at = (ms: number) => new Date(ms).toISOString();
const nowMs = () => clock.now().getTime();
const acts = (id: string) =>
  server.database.queries
    .selectFrom('staff_audit')
    .select(['action', 'outcome', 'reason', 'before', 'after'])
    .where('subject', '=', `member ${id}`)
    .where('action', 'like', 'protection.%')
    .orderBy('id')
    .execute();

describe('staff', () => {
  it('set a limit and lower it, on record in the wallet’s currency, and never raise it', async () => {
    const member = await join();
    expect((await support.call(`PUT ${member.path}/limits`, limit(500))).body).toEqual({ status: true });
    expect((await protection.call(`PUT ${member.path}/limits`, limit(300.5))).status).toBe(200);
    for (const amount of [300.5, 301]) {
      const { code } = await protection.call(`PUT ${member.path}/limits`, limit(amount));
      expect(code).toBe('ONLY_TIGHTER');
    }
    expect((await protection.call(`PUT ${member.path}/limits`, limit(0))).code).toBe('KEY_INVALID');
    expect(await shown(member)).toMatchObject({ limits: [{ amount: 300.5, left: 300.5 }] });
    const name = { action: 'protection.limit' };
    const done = { ...name, outcome: 'done', reason };
    const refused = { ...name, outcome: 'refused', reason: 'ONLY_TIGHTER', before: null };
    const after = (amount: number) => ({ limit: 'deposit_day', amount });
    expect(await acts(member.id)).toEqual([
      { ...done, before: {}, after: after(500) },
      { ...done, before: { amount: 500 }, after: after(300.5) },
      { ...refused, after: after(300.5) },
      { ...refused, after: after(301) },
    ]);
    const told = { kind: 'protection', step: 'limit' };
    expect(await member.notices()).toMatchObject([told, told]);
  });

  it('do not confirm the higher limit that a member asked for: setting the same one forgets it', async () => {
    const member = await join();
    const own = (amount: number) =>
      member.api.ok('PUT /api/protection/limits', { body: { kind: 'deposit', period: 'day', amount } });
    await own(300);
    await own(900);
    expect(await shown(member)).toMatchObject({ limits: [{ amount: 300, pending: { amount: 900 } }] });
    await protection.call(`PUT ${member.path}/limits`, limit(300));
    expect(await shown(member)).toMatchObject({ limits: [{ amount: 300, pending: null }] });
    expect(await acts(member.id)).toMatchObject([
      {
        before: { amount: 300, pending: { amount: 900, from: at(nowMs() + DAY_MS) } },
        after: { amount: 300 },
      },
    ]);
    expect((await changesOf(member))[0]).toMatchObject({ change: { what: 'limit', to: 300, dropped: true } });
  });

  it('begin a break and prolong it, and are told of one that would not be longer', async () => {
    const member = await join();
    const began = nowMs();
    expect((await support.call(`POST ${member.path}/break`, { hours: 24, reason })).code).toBe('FORBIDDEN');
    expect((await protection.call(`POST ${member.path}/break`, { hours: 48, reason })).status).toBe(200);
    expect((await protection.call(`POST ${member.path}/break`, { hours: 24, reason })).code).toBe(
      'ONLY_TIGHTER',
    );
    await pass(9 * MINUTE_MS);
    expect((await protection.call(`POST ${member.path}/break`, { hours: 48, reason })).code).toBe(
      'ONLY_TIGHTER',
    );
    await pass(51 * MINUTE_MS);
    expect((await protection.call(`POST ${member.path}/break`, { hours: 72, reason })).status).toBe(200);
    const until = at(began + 73 * HOUR_MS);
    expect(await shown(member)).toMatchObject({ break: { since: at(began), until }, exclusion: null });
    const told = { kind: 'protection', step: 'break' };
    expect(await (await again(member)).notices()).toMatchObject([told, told]);
    const done = (await acts(member.id)).filter(({ outcome }) => outcome === 'done');
    expect(done).toMatchObject([
      { before: {}, after: { hours: 48, until: at(began + 48 * HOUR_MS) } },
      { before: { until: at(began + 48 * HOUR_MS) }, after: { hours: 72, until } },
    ]);
    await pass(72 * HOUR_MS);
    expect(await shown(member)).toMatchObject({ break: null });
  });

  it('exclude, and are told of an exclusion that would not be longer', async () => {
    const member = await join();
    const exclude = (months: number | 'forever') =>
      protection.call(`POST ${member.path}/exclusion`, { months, reason });
    const since = at(nowMs());
    const until = addMonths(clock.now(), 12).toISOString();
    expect((await exclude(12)).status).toBe(200);
    expect((await exclude(6)).code).toBe('ONLY_TIGHTER');
    expect(await shown(member)).toMatchObject({ exclusion: { since, until, endsAt: null } });
    await pass(HOUR_MS);
    expect((await exclude('forever')).status).toBe(200);
    expect((await exclude('forever')).code).toBe('ONLY_TIGHTER');
    expect((await exclude(60)).code).toBe('ONLY_TIGHTER');
    expect(await shown(member)).toMatchObject({ exclusion: { since, until: null, endsAt: null } });
    expect((await protection.call(`POST ${member.path}/break`, { hours: 240, reason })).code).toBe(
      'ONLY_TIGHTER',
    );
  });

  it('exclude anew a member who has asked for the end, which is then dropped', async () => {
    const member = await join();
    const exclude = () => protection.call(`POST ${member.path}/exclusion`, { months: 6, reason });
    await exclude();
    const since = at(nowMs());
    await pass(addMonths(clock.now(), 6).getTime() - nowMs());
    await (await again(member)).api.ok('POST /api/protection/exclusion/end');
    const endsAt = at(nowMs() + DAY_MS);
    expect(await shown(member)).toMatchObject({ exclusion: { since, until: endsAt, endsAt } });
    expect((await exclude()).status).toBe(200);
    const until = addMonths(clock.now(), 6).toISOString();
    expect(await shown(member)).toMatchObject({ exclusion: { since, until, endsAt: null } });
    expect((await acts(member.id))[1]).toMatchObject({ before: { endsAt }, after: { months: 6, until } });
    expect((await changesOf(member))[0]).toMatchObject({
      change: { what: 'exclusion', until, dropped: true },
    });
  });

  it('put on a break a member whose exclusion ends before it', async () => {
    const member = await join();
    await protection.call(`POST ${member.path}/exclusion`, { months: 6, reason });
    await pass(addMonths(clock.now(), 6).getTime() - nowMs());
    await (await again(member)).api.ok('POST /api/protection/exclusion/end');
    const takeBreak = async (hours: number) =>
      (await protection.call(`POST ${member.path}/break`, { hours, reason })).code;
    expect(await takeBreak(24)).toBe('ONLY_TIGHTER');
    expect(await takeBreak(48)).toBeUndefined();
  });

  it('read the lengths that the operator offers', async () => {
    const { body } = await protection.call('GET /staff/api/protection/choices');
    expect(body).toEqual({ breakHours: [24, 240], exclusionMonths: [6, 24] });
    expect((await cashier.call('GET /staff/api/protection/choices')).code).toBe('FORBIDDEN');
  });

  it.each([
    ['GET', '', undefined],
    ['GET', '/changes', undefined],
    ['PUT', '/limits', limit(1)],
    ['POST', '/break', { hours: 24, reason }],
    ['POST', '/exclusion', { months: 6, reason }],
  ])('find no member: %s %s', async (method, end, body) => {
    expect((await protection.call(`${method} /staff/api/members/${NEVER}/protection${end}`, body)).code).toBe(
      'NO_DATA',
    );
  });

  it('who only lower limits learn from the answer none of what the member has set', async () => {
    const member = await join();
    expect((await support.call(`GET ${member.path}`)).code).toBe('FORBIDDEN');
    expect((await support.call(`GET ${member.path}/changes`)).code).toBe('FORBIDDEN');
    expect((await support.call('GET /staff/api/protection/stopped?list=breaks')).code).toBe('FORBIDDEN');
    expect((await support.call(`PUT ${member.path}/limits`, limit(50))).body).toEqual({ status: true });
  });
});

describe('the page of a member', () => {
  it('shows what never changed as nothing, and the operator’s minutes', async () => {
    const member = await join();
    expect(await shown(member)).toEqual({
      limits: [],
      break: null,
      exclusion: null,
      realityCheckMinutes: 60,
      isCheckChosen: false,
      held: 0,
    });
    expect(await changesOf(member)).toEqual([]);
  });

  it('shows since when a limit holds: from the moment it was set, lowered or confirmed', async () => {
    const member = await join();
    const own = (amount: number) =>
      member.api.ok('PUT /api/protection/limits', { body: { kind: 'loss', period: 'month', amount } });
    const since = async () => (await shown(member)).limits[0].since;
    await own(900);
    const first = at(nowMs());
    expect(await since()).toBe(first);
    await pass(HOUR_MS);
    await own(900);
    expect(await since()).toBe(first);
    await own(1_000);
    expect(await since()).toBe(first);
    await pass(DAY_MS);
    const { api } = await again(member);
    await api.ok('POST /api/protection/limits/confirm', { body: { kind: 'loss', period: 'month' } });
    expect(await since()).toBe(at(nowMs()));
  });

  it('tells everybody who reads members of a break and an exclusion, and so do search and links', async () => {
    const member = await join();
    const other = await join();
    await server.database.queries
      .updateTable('member')
      .set({ name: (await member.api.ok('GET /api/account/profile')).profile.name })
      .where('id', '=', other.id)
      .execute();
    const page = async () => (await support.call(`GET /staff/api/members/${member.id}`)).body.member;
    const found = async () =>
      (await support.call(`GET /staff/api/members?query=${member.id}`)).body.items[0].stop;
    const linked = async () =>
      (await support.call(`GET /staff/api/members/${other.id}/links`)).body.items[0].stop;
    expect([await found(), await linked(), (await page()).stopped]).toEqual([null, null, null]);
    await member.api.ok('POST /api/protection/break', { body: { hours: 24 } });
    expect([await found(), await linked()]).toEqual(['ON_BREAK', 'ON_BREAK']);
    const until = at(nowMs() + DAY_MS);
    expect((await page()).stopped).toEqual({ code: 'ON_BREAK', until, endsAt: null });
    await member.api.ok('POST /api/protection/exclusion', { body: { months: 'forever' } });
    expect([await found(), await linked()]).toEqual(['EXCLUDED', 'EXCLUDED']);
    expect((await page()).stopped).toEqual({ code: 'EXCLUDED', until: null, endsAt: null });
  });
});

describe('the history', () => {
  it('has each change with who made it and why, newest first', async () => {
    const member = await join();
    const body = { kind: 'deposit', period: 'week', amount: 100 } as const;
    await member.api.ok('PUT /api/protection/limits', { body });
    await member.api.ok('PUT /api/protection/limits', { body: { ...body, amount: 250.25 } });
    await member.api.ok('PUT /api/protection/limits', { body: { ...body, amount: null } });
    await pass(DAY_MS);
    const { api } = await again(member);
    await api.ok('POST /api/protection/limits/confirm', { body: { kind: 'deposit', period: 'week' } });
    await protection.call(`PUT ${member.path}/limits`, limit(70, 'week'));
    await api.ok('POST /api/protection/review');
    await api.ok('PUT /api/protection/reality-check', { body: { minutes: 15 } });
    await api.ok('POST /api/protection/break', { body: { hours: 72 } });
    // A shorter one changes nothing.
    await api.ok('POST /api/protection/break', { body: { hours: 24 } });
    await protection.call(`POST ${member.path}/exclusion`, { months: 6, reason: 'asked in the chat' });
    const name = { kind: 'deposit', period: 'week' };
    const own = { by: null, reason: '' };
    const until = addMonths(clock.now(), 6).toISOString();
    expect(await changesOf(member)).toMatchObject([
      {
        by: 'protection 0',
        reason: 'asked in the chat',
        change: { what: 'exclusion', months: 6, until },
      },
      { ...own, change: { what: 'break', hours: 72, until: at(nowMs() + 72 * HOUR_MS) } },
      { ...own, change: { what: 'reality_check', minutes: 15 } },
      { ...own, change: { what: 'review' } },
      { by: 'protection 0', reason, change: { what: 'limit', ...name, from: null, to: 70 } },
      { ...own, change: { what: 'confirm', ...name, from: 100, to: null } },
      { ...own, change: { what: 'ask', ...name, from: 100, to: null } },
      { ...own, change: { what: 'ask', ...name, from: 100, to: 250.25 } },
      { ...own, at: at(nowMs() - DAY_MS), change: { what: 'limit', ...name, from: null, to: 100 } },
    ]);
  });

  it('is read page by page, in the order of the changes', async () => {
    const member = await join();
    await member.api.ok('PUT /api/protection/reality-check', { body: { minutes: 15 } });
    // Enough that their numbers have different lengths.
    const count = 4 * LIST_PAGE;
    await sql`
      insert into protection_change (member_id, made_at, what, detail)
        select ${member.id}, now(), 'reality_check', jsonb_build_object('minutes', n)
          from generate_series(1, ${count}::int) n`.execute(server.database.queries);
    const minutes: number[] = [];
    for (let after = ''; ;) {
      const { body } = await protection.call(`GET ${member.path}/changes${after}`);
      minutes.push(...body.items.map((one: { change: { minutes: number } }) => one.change.minutes));
      if (body.next === null) break;
      after = `?after=${body.next}`;
    }
    expect(minutes).toEqual([...Array.from({ length: count }, (_, index) => count - index), 15]);
    expect((await protection.call(`GET ${member.path}/changes?after=1e9`)).code).toBe('KEY_INVALID');
  });
});

/** Adds members to a list, of whom several are stopped at the same moment. */
async function seed(list: 'breaks' | 'exclusions' | 'returning', count: number): Promise<void> {
  const at = sql`${clock.now()}::timestamptz + (n / 3) * interval '1 minute'`;
  const columns = {
    breaks: sql`${at} + interval '1 day', null::timestamptz, null::timestamptz, null::timestamptz`,
    exclusions: sql`null::timestamptz, ${at}, null, null`,
    returning: sql`null::timestamptz, ${clock.now()}::timestamptz, ${clock.now()}::timestamptz, ${at} + interval '1 day'`,
  } as const;
  await sql`
    with seeded as (
      select n, ${`${list}-`} || n as id, 2 * n + (select max(id) + 1000 from ledger_account) as wallet
        from generate_series(1, ${count}::int) n
    ), accounts as (
      insert into ledger_account (id, code, currency, house, barred) overriding system value
        select wallet, 'member:' || id, 'BAHT', false, '{}'::text[] from seeded
        union all
        select wallet + 1, 'held:' || id, 'BAHT', false, '{withdraw,game_in,finish_bonus,adjustment}' from seeded
    ), members as (
      insert into member (id, username, name, password_hash, source_code, invite_code, bank_code, bank_account_name,
          bank_account_no, currency, wallet_account)
        select id, id, id, '', '', id, 'SCB', id, id, 'BAHT', wallet from seeded
    )
    insert into protection (member_id, wallet_account, held_account, break_until, excluded_at, exclusion_until,
        exclusion_ends_at)
      select id, wallet, wallet + 1, ${columns[list]} from seeded`.execute(server.database.queries);
}

describe('the lists of stopped members', () => {
  it('have each member once, by what stops them now, until it has ended', async () => {
    const [pausing, excluded, both] = [await join(), await join(), await join()];
    const takeBreak = (member: TestMember, hours: number) =>
      member.api.ok('POST /api/protection/break', { body: { hours } });
    await takeBreak(pausing, 72);
    await takeBreak(both, 24);
    const began = nowMs();
    for (const member of [excluded, both]) {
      await clock.forward(1_000);
      await protection.call(`POST ${member.path}/exclusion`, { months: 6, reason });
    }
    const [first, second] = await stopped('exclusions');
    expect(first).toMatchObject({
      member: { id: both.id },
      since: at(began + 2_000),
      by: 'protection 0',
      reason,
    });
    expect(second).toMatchObject({
      member: { id: excluded.id },
      until: addMonths(new Date(began + 1_000), 6).toISOString(),
    });
    expect((await stopped('breaks'))[0]).toMatchObject({
      member: { id: pausing.id },
      since: at(began),
      until: at(began + 72 * HOUR_MS),
      endsAt: null,
      by: null,
      reason: '',
      currency: 'BAHT',
      wallet: 0,
      held: 0,
    });
    expect(await idsOf('breaks')).not.toContain(both.id);

    await pass(addMonths(clock.now(), 6).getTime() - nowMs());
    await (await again(excluded)).api.ok('POST /api/protection/exclusion/end');
    expect(await idsOf('exclusions')).not.toContain(excluded.id);
    expect((await stopped('returning'))[0]).toMatchObject({
      member: { id: excluded.id },
      since: at(began + 1_000),
      until: at(nowMs() + DAY_MS),
      endsAt: at(nowMs() + DAY_MS),
      by: 'protection 0',
    });
    expect(await idsOf('breaks')).not.toContain(pausing.id);
    await pass(DAY_MS);
    expect(await idsOf('returning')).not.toContain(excluded.id);
    expect(await idsOf('exclusions')).toContain(both.id);
  });

  it('name who began a break or an exclusion, whoever prolonged it later', async () => {
    const [member, other] = [await join(), await join()];
    await protection.call(`POST ${member.path}/exclusion`, { months: 6, reason });
    await other.api.ok('POST /api/protection/break', { body: { hours: 48 } });
    await pass(HOUR_MS);
    await (await again(member)).api.ok('POST /api/protection/exclusion', { body: { months: 6 } });
    await protection.call(`POST ${other.path}/break`, { hours: 240, reason });
    const of = async (list: string, { id }: Joined) =>
      (await stopped(list)).find((one) => one.member.id === id);
    expect(await of('exclusions', member)).toMatchObject({ by: 'protection 0', reason });
    expect(await of('breaks', other)).toMatchObject({ by: null, reason: '' });
  });

  it('show what is left with the operator', async () => {
    const member = await join();
    const params = { provider: 'KBANK' } as const;
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 200 } });
    const body = { kind: 'deposit', period: 'day', amount: 125 } as const;
    await member.api.ok('PUT /api/protection/limits', { body });
    await server.world.control('POST', `/qr/${qrcodeId}/pay`);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 125 });
    await member.api.ok('POST /api/protection/break', { body: { hours: 24 } });
    const listed = (await stopped('breaks')).find((one) => one.member.id === member.id);
    expect(listed).toMatchObject({ wallet: 125, held: 75 });
  });

  it.each(['breaks', 'exclusions', 'returning'] as const)(
    '%s are read page by page, each member once',
    async (list) => {
      const path = `/staff/api/protection/stopped?list=${list}`;
      await seed(list, LIST_PAGE + 20);
      const ids: string[] = [];
      for (let after = ''; ;) {
        const { body } = await protection.call(`GET ${path}${after}`);
        ids.push(...body.items.map((one: { member: { id: string } }) => one.member.id));
        if (body.next === null) break;
        after = `&after=${body.next}`;
      }
      expect(ids.filter((id) => id.startsWith(list))).toHaveLength(LIST_PAGE + 20);
      expect(new Set(ids).size).toBe(ids.length);
      for (const after of ['nothing', '1', 'x:y', '9999999999999999:y']) {
        expect((await protection.call(`GET ${path}&after=${after}`)).code).toBe('KEY_INVALID');
      }
    },
  );
});

describe('the times of what held before they were kept', () => {
  it('are taken from the history, in which breaks and limits that changed nothing do not begin anew', async () => {
    const [member, unknown] = [await join(), await join()];
    const { queries } = server.database;
    const own = (amount: number) =>
      member.api.ok('PUT /api/protection/limits', { body: { kind: 'deposit', period: 'day', amount } });
    await own(900);
    await pass(HOUR_MS);
    const { api } = await again(member);
    await api.ok('PUT /api/protection/limits', { body: { kind: 'deposit', period: 'day', amount: 500 } });
    const since = at(nowMs());
    await api.ok('POST /api/protection/break', { body: { hours: 72 } });
    await unknown.api.ok('POST /api/protection/break', { body: { hours: 72 } });
    await pass(HOUR_MS);
    const note = (what: string, detail: object) =>
      queries
        .insertInto('protection_change')
        .values({ member_id: member.id, made_at: clock.now(), what, detail: JSON.stringify(detail) })
        .execute();
    await note('break', { hours: 24, until: at(nowMs() + DAY_MS) });
    await note('limit', { kind: 'deposit', period: 'day', from: '50000', to: '50000' });
    await queries.updateTable('protection').set({ break_at: null }).execute();
    await queries.updateTable('protection_limit').set({ set_at: null }).execute();
    await queries.deleteFrom('protection_change').where('member_id', '=', unknown.id).execute();
    const migration = new URL('../../../migrations/0072_protection_since.sql', import.meta.url);
    await sql.raw(await readFile(migration, 'utf8')).execute(queries);
    expect(await shown(member)).toMatchObject({ break: { since }, limits: [{ since }] });
    expect(await shown(unknown)).toMatchObject({ break: { since: null } });
  });
});
