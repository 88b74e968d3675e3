import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    content(content) {
      content.bonuses = [
        bonusRule(),
        bonusRule({ code: 'OTHER', maxReceived: 100 }),
        bonusRule({ code: 'FEW', quota: 2, ...gift('20.00') }),
        bonusRule({ code: 'HALF', percentFail: 50, gives: { kind: 'fixed', amount: '80.01' } }),
        bonusRule({ code: 'EASY', turnoverTimes: 1, ...gift('100.00') }),
        bonusRule({ code: 'LIVE', games: { casino: 100 }, ...gift('100.00') }),
        bonusRule({ code: 'KIP', currency: 'LAK', ...gift('100.00') }),
      ];
    },
  });
});
afterAll(() => server.stop());

const activate = (member: TestMember, code: string) =>
  member.api.ok('GET /api/bonus/activate/:code', { params: { code } });
const activateRefused = (member: TestMember, code: string) =>
  member.api.refused('GET /api/bonus/activate/:code', { params: { code } });
const wagering = async (member: TestMember) => (await member.api.ok('GET /api/bonus/check/active')).wagering;
const clear = (member: TestMember) => member.api.ok('GET /api/bonus/clear');
const bonusOf = async (member: TestMember, code: string) =>
  (await member.api.ok('GET /api/bonus')).find((bonus) => bonus.code === code);

const move = (member: TestMember, from: string, to: string, amount: number) =>
  member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });

/** Plays rounds at PG. */
async function play(member: TestMember, bet: number, win: number, rounds = 1): Promise<void> {
  const { username } = await member.credentials();
  await server.world.control('POST', '/play', { provider: 'PG', username, bet, win, rounds });
}

async function turnoverBecomes(member: TestMember, turnoverDone: number): Promise<void> {
  await server.pass(MINUTE_MS);
  expect(await wagering(member)).toMatchObject({ turnoverDone });
}

async function endsByItself(member: TestMember): Promise<void> {
  await server.pass(MINUTE_MS);
  expect(await wagering(member)).toBeNull();
}

const stateOf = (code: string) =>
  server.database.queries
    .selectFrom('user_bonus')
    .select(['state', 'cost'])
    .where('code', '=', code)
    .orderBy('activated_at', 'desc')
    .executeTakeFirstOrThrow();

/** Creates a member with a bonus on a deposit of 200, and all 400 at PG. */
async function playerWithBonus(code = 'OTHER'): Promise<TestMember> {
  const member = await server.members.joinWith(200, { game: true });
  await activate(member, code);
  await move(member, 'WALLET', 'PG', 400);
  return member;
}

describe('what is on offer', () => {
  it('is what the rules are, for the member’s currency', async () => {
    const member = await server.members.join();
    const list = await member.api.ok('GET /api/bonus', { headers: { 'accept-language': 'en' } });
    expect(list.map(({ code }) => code)).toEqual(['TRIAL', 'OTHER', 'FEW', 'HALF', 'EASY', 'LIVE']);
    expect(list[0]).toEqual({
      code: 'TRIAL',
      name: 'A trial',
      type: 'limit',
      maxReceived: 1,
      banners: [{ image: '/content/bonus-welcome.svg', html: 'A trial' }],
      percentFail: 100,
      userBonus: null,
      terms: {
        gives: { kind: 'percent', percent: 100, upTo: 1_000 },
        minDeposit: 100,
        turnoverTimes: 5,
        games: [{ category: 'slot', percent: 100 }],
        endsBelow: 5,
        validDays: 7,
      },
    });
    expect(await member.api.ok('GET /api/bonus/check/active')).toEqual({
      status: false,
      type: '',
      wagering: null,
    });
    expect(await member.api.ok('GET /api/bonus/check/minimum')).toEqual({ minimum: 0, status: false });
  });
});

describe('taking a bonus', () => {
  it('gives a share of the newest deposit at once, and shows what is left to do', async () => {
    const member = await server.members.joinWith(150);
    const { userBonus } = await activate(member, 'TRIAL');
    expect(userBonus).toMatchObject({ isActive: true, received: [{ updatedAt: expect.any(String) }] });
    expect(await member.wallet()).toEqual({ amount: 300, transit: 0 });
    expect(await member.statement(1)).toMatchObject([
      { statementType: 'bonus', amount: 150, status: 'SUCCESS', bonus: { description: 'ทดสอบ' } },
    ]);
    expect(await bonusOf(member, 'TRIAL')).toMatchObject({ userBonus });
    expect(await member.api.ok('GET /api/bonus/check/minimum')).toEqual({ minimum: 5, status: true });
    expect(await member.api.ok('GET /api/bonus/check/active')).toMatchObject({
      status: true,
      type: 'limit',
      wagering: {
        code: 'TRIAL',
        bonusAmount: 150,
        turnoverNeeded: 5 * (150 + 150),
        turnoverDone: 0,
        turnoverLeft: 1_500,
        cancelCost: 150,
        isMet: false,
      },
    });
    const { expiresAt = '' } = (await wagering(member)) ?? {};
    const lasts = Date.parse(expiresAt) - Date.parse(userBonus?.received[0]?.updatedAt ?? '');
    expect(lasts).toBe(7 * DAY_MS);
  });

  it('gives no more than its cap', async () => {
    const member = await server.members.joinWith(1_500);
    await activate(member, 'TRIAL');
    expect((await member.wallet()).amount).toBe(2_500);
  });

  it('says NO_PROMOTION for a code that is none, or is for another currency', async () => {
    const member = await server.members.join();
    expect(await activateRefused(member, 'NOTHING')).toBe('NO_PROMOTION');
    expect(await activateRefused(member, 'KIP')).toBe('NO_PROMOTION');
  });

  it('says BONUS_ALREADY_ACTIVE for the same, BONUS_REMAINING for another', async () => {
    const member = await server.members.joinWith(150);
    await activate(member, 'TRIAL');
    expect(await activateRefused(member, 'TRIAL')).toBe('BONUS_ALREADY_ACTIVE');
    expect(await activateRefused(member, 'OTHER')).toBe('BONUS_REMAINING');
    expect((await member.wallet()).amount).toBe(300);
  });

  it('says BONUS_FULL once the quota is given, to all members together', async () => {
    const members = await Promise.all([0, 0, 0].map((baht) => server.members.joinWith(baht)));
    const [first, second, third] = members as [TestMember, TestMember, TestMember];
    await activate(first, 'FEW');
    await activate(second, 'FEW');
    expect(await activateRefused(third, 'FEW')).toBe('BONUS_FULL');
  });

  describe('says BONUS_CONDITION', () => {
    it('without a deposit, and for one that is too small', async () => {
      const member = await server.members.join();
      expect(await activateRefused(member, 'TRIAL')).toBe('BONUS_CONDITION');
      await member.deposit(99.99);
      expect(await activateRefused(member, 'TRIAL')).toBe('BONUS_CONDITION');
      await member.deposit(100);
      await activate(member, 'TRIAL');
    });

    it('for a deposit that a bonus was given on', async () => {
      const member = await server.members.joinWith(150);
      await member.deposit(120);
      await activate(member, 'OTHER');
      await clear(member);
      expect(await activateRefused(member, 'TRIAL')).toBe('BONUS_CONDITION');
      expect((await member.wallet()).amount).toBe(270);
      await member.deposit(110);
      await activate(member, 'TRIAL');
      expect((await member.wallet()).amount).toBe(270 + 110 + 110);
    });

    it('when money was withdrawn since, or is on its way out', async () => {
      const member = await server.members.joinWith(300);
      await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 100 } });
      expect(await activateRefused(member, 'EASY')).toBe('BONUS_CONDITION');
      const { id } = await server.whenDone(async () => {
        const [theirs] = await server.world.payoutsTo(member.registration.bankAccountNo);
        return theirs ?? expect.unreachable('the bank has no payout');
      });
      await server.world.control('POST', `/payouts/${id}`, { result: 'done' });
      await server.workOff();
      expect((await member.wallet()).transit).toBe(0);
      expect(await activateRefused(member, 'TRIAL')).toBe('BONUS_CONDITION');
      await activate(member, 'EASY');
    });

    it('while a game does not say what the member has there', async () => {
      const member = await server.members.joinWith(300, { game: true });
      await move(member, 'WALLET', 'PG', 100);
      await server.world.fault('provider', 'http_500');
      expect(await activateRefused(member, 'TRIAL')).toBe('CREDIT_UNKNOWN');
      await server.world.heal();
      await activate(member, 'TRIAL');
      expect(await wagering(member)).toMatchObject({ cancelCost: 300 });
    });
  });
});

describe('what is played', () => {
  it('counts, once, by what the game counts for', async () => {
    const member = await playerWithBonus();
    await play(member, 10, 10, 7);
    await turnoverBecomes(member, 70);
    await play(member, 0.55, 0);
    await turnoverBecomes(member, 70.55);
    expect(await wagering(member)).toMatchObject({ turnoverNeeded: 2_000, turnoverLeft: 1_929.45 });
  });

  it('does not count from before the bonus, whenever it is reported', async () => {
    const member = await server.members.joinWith(200, { game: true });
    await move(member, 'WALLET', 'PG', 200);
    await play(member, 10, 10, 5);
    await activate(member, 'OTHER');
    await play(member, 10, 10, 2);
    await turnoverBecomes(member, 20);
    expect(await playedAtPg(member)).toBe(7_000n);
  });

  it('does not count at games that the rule leaves out', async () => {
    const member = await server.members.joinWith(0, { game: true });
    await activate(member, 'LIVE');
    await move(member, 'WALLET', 'PG', 100);
    await play(member, 10, 10, 5);
    await server.pass(MINUTE_MS);
    expect(await playedAtPg(member)).toBe(5_000n);
    expect(await wagering(member)).toMatchObject({ turnoverDone: 0, turnoverNeeded: 500 });
  });
});

/** Returns the member's recorded turnover at PG in minor units. */
const playedAtPg = async (member: TestMember): Promise<bigint | undefined> => {
  const row = await server.database.queries
    .selectFrom('turnover_total')
    .innerJoin('member', 'member.id', 'turnover_total.member_id')
    .select('turnover')
    .where('username', '=', member.registration.username)
    .executeTakeFirst();
  return row?.turnover;
};

describe('ending a bonus', () => {
  it('answers BONUS_CLEAR and costs nothing once the conditions are met', async () => {
    const member = await server.members.joinWith(0, { game: true });
    await activate(member, 'EASY');
    await move(member, 'WALLET', 'PG', 100);
    await play(member, 50, 60, 2);
    await turnoverBecomes(member, 100);
    expect(await wagering(member)).toMatchObject({ isMet: true, cancelCost: 0 });
    expect(await clear(member)).toEqual({ message: 'BONUS_CLEAR', cost: 0 });
    expect(await stateOf('EASY')).toEqual({ state: 'cleared', cost: 0n });
    expect(await member.api.refused('GET /api/bonus/clear')).toBe('NO_DATA');
    await move(member, 'PG', 'WALLET', 120);
    expect((await member.wallet()).amount).toBe(120);
  });

  it('takes back what stands above the member’s own money, deposits since included', async () => {
    const member = await server.members.joinWith(150);
    await activate(member, 'TRIAL');
    await member.deposit(50);
    expect(await wagering(member)).toMatchObject({ cancelCost: 150 });
    expect(await clear(member)).toEqual({ message: 'BONUS_CLEAR', cost: 150 });
    expect((await member.wallet()).amount).toBe(200);
    expect(await member.statement(1)).toMatchObject([
      { statementType: 'finish_bonus', amount: 150, status: 'SUCCESS', bonus: { description: 'ทดสอบ' } },
    ]);
    expect(await member.api.ok('GET /api/bonus/check/active')).toMatchObject({ status: false });
    expect((await bonusOf(member, 'TRIAL'))?.userBonus?.isActive).toBe(false);
  });

  it('takes the share that the rule says, rounded down', async () => {
    const member = await server.members.joinWith(100);
    await activate(member, 'HALF');
    expect(await clear(member)).toMatchObject({ cost: 40 });
    expect((await member.wallet()).amount).toBe(140.01);
  });

  it('takes winnings too, and nothing from who has lost', async () => {
    const winner = await playerWithBonus();
    await play(winner, 10, 110);
    await winner.api.ok('POST /api/wallet/collect');
    expect(await clear(winner)).toMatchObject({ cost: 300 });
    expect((await winner.wallet()).amount).toBe(200);

    const loser = await playerWithBonus();
    await play(loser, 300, 0);
    await loser.api.ok('POST /api/wallet/collect');
    expect(await clear(loser)).toMatchObject({ cost: 0 });
    expect((await loser.wallet()).amount).toBe(100);
  });

  it('says BONUS_CONDITION while credit is in a game or under way', async () => {
    const member = await playerWithBonus();
    expect(await member.api.refused('GET /api/bonus/clear')).toBe('BONUS_CONDITION');
    await server.world.fault('provider', 'timeout_after_commit');
    const pending = await member.api.ok('POST /api/wallet/transfer', {
      body: { from: 'PG', to: 'WALLET', amount: 400 },
    });
    expect(pending.status).toBe('PENDING');
    expect(await member.api.refused('GET /api/bonus/clear')).toBe('BONUS_CONDITION');
    await server.world.heal();
    await server.pass(2 * MINUTE_MS);
    expect((await member.wallet()).amount).toBe(400);
    expect(await clear(member)).toMatchObject({ cost: 200 });
  });

  it('happens by itself when all credit is used up', async () => {
    const member = await playerWithBonus();
    await play(member, 395, 0);
    await endsByItself(member);
    expect(await stateOf('OTHER')).toEqual({ state: 'failed', cost: 0n });
    await move(member, 'PG', 'WALLET', 5);
    expect((await member.wallet()).amount).toBe(5);
  });

  it('does not happen while a deposit since is left', async () => {
    const member = await playerWithBonus();
    await member.deposit(100);
    await play(member, 400, 0);
    await turnoverBecomes(member, 400);
    // The losses cause a check of the bonus. The next check is an hour later.
    await server.whenDone(async () => {
      const { check_at, activated_at } = await server.database.queries
        .selectFrom('user_bonus')
        .innerJoin('member', 'member.id', 'member_id')
        .select(['check_at', 'activated_at'])
        .where('username', '=', member.registration.username)
        .executeTakeFirstOrThrow();
      expect(check_at.getTime() - activated_at.getTime()).toBeGreaterThan(60 * 60_000);
    });
    expect(await wagering(member)).toMatchObject({ turnoverDone: 400 });
  });
});

describe('withdrawing while a bonus is active', () => {
  it('says BONUS_CONDITION until the conditions are met', async () => {
    const member = await server.members.joinWith(150);
    await activate(member, 'TRIAL');
    expect(await member.api.refused('POST /api/wallet/withdraw', { body: { amount: 100 } })).toBe(
      'BONUS_CONDITION',
    );
    expect(await member.api.refused('POST /api/wallet/withdrawAll', { body: { amount: 300 } })).toBe(
      'BONUS_CONDITION',
    );
  });

  it('is all or nothing then, and ends the bonus', async () => {
    const member = await server.members.joinWith(0, { game: true });
    await activate(member, 'EASY');
    await move(member, 'WALLET', 'PG', 100);
    await play(member, 50, 60, 2);
    await turnoverBecomes(member, 100);
    await move(member, 'PG', 'WALLET', 120);
    expect(await member.api.refused('POST /api/wallet/withdraw', { body: { amount: 120 } })).toBe(
      'BONUS_CONDITION',
    );
    expect(await member.api.refused('POST /api/wallet/withdrawAll', { body: { amount: 110 } })).toBe(
      'KEY_INVALID',
    );
    expect((await member.api.ok('GET /api/bonus/check/active')).status).toBe(true);
    const headers = { 'idempotency-key': 'everything' };
    const request = { body: { amount: 120 }, headers };
    const withdrawn = await member.api.ok('POST /api/wallet/withdrawAll', request);
    expect((await member.api.ok('GET /api/bonus/check/active')).status).toBe(false);
    expect(await stateOf('EASY')).toEqual({ state: 'cleared', cost: 0n });
    // A repeated request returns its first result, whatever bonus is active by then.
    await member.deposit(100);
    await server.workOff();
    expect((await member.wallet()).transit).toBe(120);
    expect(await member.api.ok('POST /api/wallet/withdrawAll', request)).toMatchObject({
      _id: withdrawn._id,
      amount: 120,
    });
  });
});
