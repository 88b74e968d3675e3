import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import type { TestMember } from '../../testing/members.ts';
import { moveTime } from '../../testing/moved-time.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    content(content) {
      content.bonuses = [
        bonusRule(),
        bonusRule({ code: 'DAILY', type: 'day', maxReceived: 2, ...gift('20.00') }),
        bonusRule({ code: 'WEEKLY', type: 'week', ...gift('20.00') }),
        bonusRule({ code: 'EASY', turnoverTimes: 1, ...gift('100.00') }),
      ];
    },
  });
});
afterAll(() => server.stop());

const activate = (member: TestMember, code: string) =>
  member.api.ok('GET /api/bonus/activate/:code', { params: { code } });
const refused = (member: TestMember, code: string) =>
  member.api.refused('GET /api/bonus/activate/:code', { params: { code } });
const wagering = async (member: TestMember) => (await member.api.ok('GET /api/bonus/check/active')).wagering;
const move = (member: TestMember, from: string, to: string, amount: number) =>
  member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });

const bonusesOf = ({ registration }: TestMember) =>
  server.database.queries
    .selectFrom('user_bonus')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['user_bonus.state', 'cost'])
    .where('username', '=', registration.username)
    .execute();

/** Creates a member with the EASY bonus of 100, moved to PG. */
async function playerWithEasy(): Promise<TestMember> {
  const member = await server.members.joinWith(0, { game: true });
  await activate(member, 'EASY');
  await move(member, 'WALLET', 'PG', 100);
  return member;
}

/** Stakes the 100 in two rounds, and wins 120. */
async function stake(member: TestMember): Promise<void> {
  const { username } = await member.credentials();
  await server.world.control('POST', '/play', { provider: 'PG', username, bet: 50, win: 60, rounds: 2 });
}

describe('how often', () => {
  it('is BONUS_MAX_CLAIMED for ever, for the day, for the week', async () => {
    // All of it is taken on one day.
    await server.toNextDay();
    const member = await server.members.joinWith(150);
    const take = async (code: string) => {
      await activate(member, code);
      await member.api.ok('GET /api/bonus/clear');
    };
    for (const code of ['TRIAL', 'DAILY', 'DAILY', 'WEEKLY']) await take(code);
    for (const code of ['TRIAL', 'DAILY', 'WEEKLY']) {
      expect(await refused(member, code)).toBe('BONUS_MAX_CLAIMED');
    }
    const list = await member.api.ok('GET /api/bonus');
    const received = list.map(({ code, userBonus }) => [code, userBonus?.received.length ?? 0]);
    expect(Object.fromEntries(received)).toEqual({ TRIAL: 1, DAILY: 2, WEEKLY: 1, EASY: 0 });

    await server.pass(DAY_MS);
    await take('DAILY');
    await server.pass(6 * DAY_MS);
    await take('WEEKLY');
    await member.deposit(150);
    expect(await refused(member, 'TRIAL')).toBe('BONUS_MAX_CLAIMED');
  });
});

describe('a bonus whose time is over', () => {
  it('blocks what a bonus blocks until the credit is in the wallet, and costs what cancelling costs', async () => {
    const member = await server.members.joinWith(200, { game: true });
    await activate(member, 'TRIAL');
    await move(member, 'WALLET', 'PG', 400);
    await server.pass(7 * DAY_MS);
    expect(await bonusesOf(member)).toMatchObject([{ state: 'failing' }]);
    expect(await refused(member, 'DAILY')).toBe('BONUS_REMAINING');
    expect(await refused(member, 'TRIAL')).toBe('BONUS_ALREADY_ACTIVE');
    expect(await member.api.refused('GET /api/bonus/clear')).toBe('BONUS_CONDITION');

    await move(member, 'PG', 'WALLET', 400);
    const everything = { body: { amount: 400 } };
    expect(await member.api.refused('POST /api/wallet/withdrawAll', everything)).toBe('BONUS_CONDITION');
    await server.pass(2 * MINUTE_MS);
    expect(await bonusesOf(member)).toMatchObject([{ state: 'failed', cost: 20_000n }]);
    expect((await member.wallet()).amount).toBe(200);
    expect(await member.statement(1)).toMatchObject([{ statementType: 'finish_bonus', amount: 200 }]);
    await activate(member, 'DAILY');
  });

  it('can be ended by the member before it ends by itself', async () => {
    const member = await server.members.joinWith(200);
    await activate(member, 'TRIAL');
    await moveTime(7 * DAY_MS - MINUTE_MS);
    expect(await wagering(member)).not.toBeNull();
    await moveTime(MINUTE_MS);
    const ended = await Promise.all([1, 2, 3].map(() => member.api.call('GET /api/bonus/clear')));
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await bonusesOf(member)).toMatchObject([{ state: 'failed', cost: 20_000n }]);
    expect((await member.wallet()).amount).toBe(200);
  });

  it('is cleared when its conditions are met', async () => {
    const member = await playerWithEasy();
    await stake(member);
    await server.pass(MINUTE_MS);
    expect(await wagering(member)).toMatchObject({ isMet: true });
    await server.pass(7 * DAY_MS);
    expect(await bonusesOf(member)).toMatchObject([{ state: 'cleared', cost: 0n }]);
  });

  it('is cleared when the last stakes are reported late', async () => {
    const member = await playerWithEasy();
    await server.world.fault('provider', 'http_500');
    await stake(member);
    await server.pass(7 * DAY_MS);
    expect(await bonusesOf(member)).toMatchObject([{ state: 'failing' }]);
    await server.world.heal();
    await server.pass(MINUTE_MS);
    expect(await bonusesOf(member)).toMatchObject([{ state: 'cleared', cost: 0n }]);
    await move(member, 'PG', 'WALLET', 120);
    expect((await member.wallet()).amount).toBe(120);
  });
});
