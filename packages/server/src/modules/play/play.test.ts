import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../kernel/bangkok-time.ts';
import { systemClock } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { TurnoverRollUp } from '../turnover/roll-up.ts';
import { notePlay, type PlaySign } from './repo.ts';
import { PlayService } from './service.ts';

const SLOT_MS = 5 * MINUTE_MS;
const CHECK = 'GET /api/protection/reality-check';
const ANSWER = 'POST /api/protection/reality-check/answer';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const check = (member: TestMember) => member.api.ok(CHECK);
const idOf = async (member: TestMember) => (await member.api.ok('GET /api/account/profile')).profile._id;
const isToldAtHome = async (member: TestMember) =>
  (await member.api.ok('GET /api/wallet')).protection?.isCheckDue ?? false;
const launch = async (member: TestMember) => {
  const { username } = await member.credentials();
  await member.api.ok('GET /api/autoLogin/pg/:username', { params: { username } });
};
/** Opens the game again and again, for some parts of five minutes. */
const playFor = async (member: TestMember, slots: number) => {
  for (let slot = 0; slot < slots; slot += 1) {
    await launch(member);
    await server.pass(SLOT_MS);
  }
};
/** Plays a round at a provider, whose report is read then. */
const round = async (member: TestMember, provider: string, bet: number, win: number) => {
  const { staked } = await check(member);
  const { username } = await member.credentials(provider);
  await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: provider, amount: bet } });
  await server.world.control('POST', '/play', { provider, username, bet, win });
  await server.pass(MINUTE_MS);
  expect((await check(member)).staked).toBe(staked + bet);
};

/** Answers a check as it was seen. */
const answer = (member: TestMember, { no, minutes, staked, won }: Awaited<ReturnType<typeof check>>) =>
  member.api.ok(ANSWER, { body: { no, minutes, staked, won } });

/** Notes play at some times, in minutes from a moment, as a provider reports it. */
const note = async (
  member: TestMember,
  minutes: number[],
  { provider = 'PG', staked = 0n, won = 0n, fromMs = Date.now() } = {},
) => {
  const memberId = await idOf(member);
  const signs = minutes.map((count): PlaySign => {
    const at = new Date(fromMs + count * MINUTE_MS);
    return { memberId, provider, at, staked: minor(staked), won: minor(won) };
  });
  await notePlay(server.database.queries, signs);
};
const SLOTS = Array.from({ length: 12 }, (_, slot) => slot * 5);

describe('a reality check', () => {
  it('has nothing to say before the first play', async () => {
    const member = await server.members.join();
    const nothing = {
      no: 1,
      everyMinutes: 60,
      isDue: false,
      from: null,
      minutes: 0,
      staked: 0,
      won: 0,
      unreported: [],
    };
    expect(await check(member)).toEqual(nothing);
    expect(await answer(member, nothing)).toEqual(nothing);
  });

  it('is due after an hour of play, and waits until it is answered', async () => {
    const member = await server.members.joinWith(0, { game: true });
    await playFor(member, 11);
    expect(await check(member)).toMatchObject({ isDue: false, minutes: 55 });
    await playFor(member, 1);
    const due = await check(member);
    expect(due).toMatchObject({ isDue: true, minutes: 60 });
    expect(await isToldAtHome(member)).toBe(true);
    // Neither a closed app nor a night ends it.
    await server.pass(10 * HOUR_MS);
    expect(await isToldAtHome(member)).toBe(true);
    expect(await answer(member, due)).toMatchObject({ no: 2, isDue: false, from: null, minutes: 0 });
    expect(await isToldAtHome(member)).toBe(false);
  });

  it('is not answered by the answer to an earlier one', async () => {
    const member = await server.members.join();
    await note(member, SLOTS);
    const first = await check(member);
    await answer(member, first);
    await note(
      member,
      SLOTS.map((minutes) => minutes + 60),
    );
    // A second page still shows the first check.
    expect(await answer(member, first)).toMatchObject({ no: 2, isDue: true });
    expect(await answer(member, await check(member))).toMatchObject({ no: 3, isDue: false });
  });

  it('is not answered before it is due', async () => {
    const member = await server.members.join();
    await note(member, SLOTS.slice(1), { staked: 100n });
    expect(await answer(member, await check(member))).toMatchObject({ no: 1, minutes: 55, staked: 11 });
  });

  it('keeps what was reported after the member saw it for the next one', async () => {
    const member = await server.members.join();
    await note(member, SLOTS);
    const seen = await check(member);
    await note(member, [60], { staked: 500_000n, won: 100n });
    const next = await answer(member, seen);
    expect(next).toMatchObject({ no: 2, isDue: false, minutes: 5, staked: 5_000, won: 1 });
    expect(next.from).not.toBeNull();
  });

  it('is not answered by figures that are higher than its own', async () => {
    const member = await server.members.join();
    await note(member, SLOTS, { staked: 100n });
    const due = await check(member);
    expect(await answer(member, { ...due, staked: 1_000 })).toMatchObject({ no: 1, isDue: true });
    expect(await answer(member, { ...due, minutes: 90 })).toMatchObject({ no: 1, isDue: true });
  });

  it('does not vanish by another interval', async () => {
    const member = await server.members.join();
    await note(member, SLOTS);
    const longer = { body: { minutes: 120 } };
    expect(await member.api.refused('PUT /api/protection/reality-check', longer)).toBe('REALITY_CHECK_DUE');
    await answer(member, await check(member));
    await member.api.ok('PUT /api/protection/reality-check', longer);
  });

  it('begins with the earliest play that counts, also where that was reported late', async () => {
    const member = await server.members.join();
    const fromMs = Date.now();
    const at = (minutes: number) => {
      const time = fromMs + minutes * MINUTE_MS;
      return new Date(time - (time % SLOT_MS)).toISOString();
    };
    await note(member, [0], { fromMs });
    expect((await check(member)).from).toBe(at(0));
    await note(member, [-120], { provider: 'JOKER2', fromMs });
    expect((await check(member)).from).toBe(at(-120));
  });

  it('names silent providers by play since then alone', async () => {
    const silent = new PlayService({
      database: server.database,
      content: server.content,
      clock: systemClock,
      providers: new Map([['BETFLIX', { reportsPlay: false }]]),
    });
    const member = await server.members.join();
    const unreported = async () => (await silent.check(await idOf(member), 'en')).unreported;
    await note(member, SLOTS, { provider: 'BETFLIX' });
    expect(await unreported()).toEqual(['Betflix']);
    await answer(member, await check(member));
    await note(member, [60]);
    expect(await unreported()).toEqual([]);
    await note(member, [65], { provider: 'BETFLIX' });
    expect(await unreported()).toEqual(['Betflix']);
  });

  it('comes as often as the member chose', async () => {
    const member = await server.members.joinWith(0, { game: true });
    await playFor(member, 3);
    expect(await isToldAtHome(member)).toBe(false);
    await member.api.ok('PUT /api/protection/reality-check', { body: { minutes: 15 } });
    expect(await isToldAtHome(member)).toBe(true);
    expect(await check(member)).toMatchObject({ everyMinutes: 15, isDue: true, minutes: 15 });
  });

  it('adds up all providers, and time that they share once', async () => {
    const member = await server.members.joinWith(500, { game: true });
    await member.activate('JOKER2');
    await round(member, 'PG', 100, 30);
    await round(member, 'JOKER2', 50, 80);
    const { minutes, staked, won } = await check(member);
    expect({ staked, won }).toEqual({ staked: 150, won: 110 });
    // The second round may have begun the next five minutes.
    expect([5, 10]).toContain(minutes);
  });

  it('counts each five minutes once, told late, twice, or by many processes at once', async () => {
    const member = await server.members.join();
    const fromMs = Date.now();
    const pages = Array.from({ length: 20 }, (_, n) => [
      note(member, [(n % 7) * 5, ((n * 3) % 7) * 5], { staked: 100n, fromMs }),
      note(member, [(n % 7) * 5], { provider: 'JOKER2', staked: 100n, fromMs }),
    ]);
    await Promise.all(pages.flat());
    expect(await check(member)).toMatchObject({ minutes: 35, staked: 60 });
  });
});

describe('my play', () => {
  const list = async (member: TestMember, by: 'day' | 'month' | 'year') =>
    (await member.api.ok('GET /api/protection/play/:by', { params: { by } })).periods;

  it('is empty at first, and refuses another unit', async () => {
    const member = await server.members.join();
    expect(await list(member, 'day')).toEqual([]);
    const { status } = await member.api.send('GET', '/api/protection/play/hour');
    expect(status).toBe(400);
  });

  it('counts time at two providers at once as one, and parts days at midnight in Bangkok', async () => {
    const member = await server.members.join();
    const midnight = new Date(`${dayOf(new Date())}T00:00:00+07:00`).getTime();
    const minutes = (midnight - Date.now()) / MINUTE_MS;
    await note(member, [minutes - 1, minutes]);
    await note(member, [minutes + 1], { provider: 'JOKER2' });
    expect(await list(member, 'day')).toMatchObject([
      {
        from: dayOf(new Date(midnight)),
        minutes: 5,
        games: [
          { code: 'JOKER2', minutes: 5 },
          { code: 'PG', minutes: 5 },
        ],
      },
      { from: dayOf(new Date(midnight - 1)), minutes: 5, games: [{ code: 'PG', minutes: 5 }] },
    ]);
  });

  it('knows no time of stakes that were reported before it was kept', async () => {
    const member = await server.members.joinWith(100, { game: true });
    await round(member, 'PG', 100, 30);
    await sql`delete from play_time where member_id = ${await idOf(member)}`.execute(server.database.queries);
    expect(await list(member, 'year')).toMatchObject([
      { minutes: null, staked: 100, games: [{ code: 'PG', minutes: null, staked: 100, won: 30 }] },
    ]);
  });

  it('sums deposits, withdrawals, time, stakes and winnings by day, month and year', async () => {
    // All of it is of one day.
    await server.toNextDay();
    const member = await server.members.joinWith(500, { game: true });
    await member.activate('JOKER2');
    await round(member, 'PG', 100, 30);
    await round(member, 'JOKER2', 50, 80);
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    await server.workOff();
    const [own] = await server.world.payoutsTo(member.registration.bankAccountNo);
    await server.world.control('POST', `/payouts/${own?.id}`, { result: 'done' });
    await member.newestBecomes({ statementType: 'withdraw', status: 'SUCCESS' });

    const today = dayOf(new Date());
    const sums = {
      deposits: 500,
      withdrawals: 200,
      staked: 150,
      won: 110,
      games: [
        { code: 'JOKER2', staked: 50, won: 80 },
        { code: 'PG', staked: 100, won: 30 },
      ],
    };
    const starts = { day: today, month: `${today.slice(0, 7)}-01`, year: `${today.slice(0, 4)}-01-01` };
    for (const by of ['day', 'month', 'year'] as const)
      expect(await list(member, by)).toMatchObject([{ from: starts[by], ...sums }]);

    // The same once the reports are summed by day.
    const now = () => new Date(Date.now() + 400 * DAY_MS);
    const rollUp = new TurnoverRollUp({ database: server.database, clock: { now }, keepDays: 90 });
    while (await rollUp.rollUp());
    expect(await list(member, 'month')).toMatchObject([sums]);
    // Others see nothing of it.
    expect(await list(await server.members.join(), 'year')).toEqual([]);
  });
});
