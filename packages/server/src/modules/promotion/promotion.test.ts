import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { bonusRule, gift, promotionRule } from '../../testing/bonus-rules.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HOUR_MS = 60 * 60_000;

/** Noon in Bangkok. */
const DAY = (days: number): string =>
  new Date(Date.now() + days * 24 * HOUR_MS + 7 * HOUR_MS).toISOString().slice(0, 10);

let server: TestServer;
const clock = new TestClock();

beforeAll(async () => {
  server = await startTestServer({
    clock,
    content(content) {
      content.bonuses = [bonusRule({ ...gift('20.00') })];
      content.promotions = [
        promotionRule({ ...gift('50.00') }),
        promotionRule({ code: 'ON-DEPOSIT' }),
        promotionRule({ code: 'FOR-TWO-ONLY', quota: 2, ...gift('50.00') }),
        promotionRule({ code: 'NOT-BEGUN', from: DAY(2), ...gift('50.00') }),
        promotionRule({ code: 'OVER-ALREADY', to: DAY(-2), ...gift('50.00') }),
        promotionRule({ code: 'OPEN-TODAY', from: DAY(0), to: DAY(0), ...gift('50.00') }),
        promotionRule({ code: 'FOR-KIP-ONLY', currency: 'LAK', ...gift('50.00') }),
      ];
    },
  });
});
afterAll(() => server.stop());

const find = 'GET /api/promotion/find/:code';
const activate = 'GET /api/promotion/activate/:code';
const current = async (member: TestMember) =>
  (await member.api.ok('GET /api/promotion/current', { headers: { 'accept-language': 'en' } })).promotion;
const clear = (member: TestMember) => member.api.ok('GET /api/bonus/clear');
const named = (code: string) => ({ params: { code } });

describe('a promotion', () => {
  it('is found by its code and taken', async () => {
    const member = await server.members.join();
    expect(
      await member.api.ok(find, { ...named('TRIAL-2026'), headers: { 'accept-language': 'en' } }),
    ).toEqual({
      percentFail: 100,
      description: 'A trial',
      terms: {
        gives: { kind: 'fixed', amount: 50 },
        minDeposit: 0,
        turnoverTimes: 5,
        games: [{ category: 'slot', percent: 100 }],
        endsBelow: 5,
        validDays: 7,
      },
    });
    expect(await current(member)).toBeNull();
    expect(await member.api.ok(activate, named('TRIAL-2026'))).toEqual({ message: 'OK' });
    expect((await member.wallet()).amount).toBe(50);
    expect(await current(member)).toEqual({
      code: 'TRIAL-2026',
      description: 'A trial',
      percentFail: 100,
      activatedAt: clock.now().toISOString(),
    });
    expect(await member.api.ok('GET /api/bonus/check/active')).toMatchObject({
      status: true,
      type: 'promotion',
      wagering: { code: 'TRIAL-2026', turnoverNeeded: 250 },
    });
    expect(await member.statement(1)).toMatchObject([
      { statementType: 'bonus', amount: 50, promotion: { description: 'ทดสอบ' } },
    ]);
  });

  it('is PROMOTION_RECEIVED the second time, while it is active and after', async () => {
    const member = await server.members.join();
    await member.api.ok(activate, named('TRIAL-2026'));
    for (const call of [find, activate] as const) {
      expect(await member.api.refused(call, named('TRIAL-2026'))).toBe('PROMOTION_RECEIVED');
    }
    await clear(member);
    expect((await member.wallet()).amount).toBe(0);
    for (const call of [find, activate] as const) {
      expect(await member.api.refused(call, named('TRIAL-2026'))).toBe('PROMOTION_RECEIVED');
    }
  });

  it('is taken once, however often it is pressed at once', async () => {
    const member = await server.members.join();
    const ends = await Promise.all(
      Array.from({ length: 30 }, () => member.api.call(activate, named('TRIAL-2026'))),
    );
    expect(ends.map(endOf).toSorted()).toEqual(['OK', ...Array<string>(29).fill('PROMOTION_RECEIVED')]);
    expect((await member.wallet()).amount).toBe(50);
  });

  it('waits for another bonus to end: BONUS_REMAINING', async () => {
    const member = await server.members.join();
    await member.api.ok('GET /api/bonus/activate/:code', named('TRIAL'));
    expect(await member.api.refused(activate, named('TRIAL-2026'))).toBe('BONUS_REMAINING');
    await clear(member);
    await member.api.ok(activate, named('TRIAL-2026'));
    expect(await member.api.refused('GET /api/bonus/activate/:code', named('TRIAL'))).toBe('BONUS_REMAINING');
  });

  it('is BONUS_FULL once its quota is given', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => server.members.join()));
    const ends = await Promise.all(members.map(({ api }) => api.call(activate, named('FOR-TWO-ONLY'))));
    expect(ends.map(endOf).toSorted()).toEqual([...Array<string>(4).fill('BONUS_FULL'), 'OK', 'OK']);
  });

  it('is BONUS_CONDITION without the deposit it is given on', async () => {
    const member = await server.members.join();
    expect(await member.api.refused(activate, named('ON-DEPOSIT'))).toBe('BONUS_CONDITION');
    await member.deposit(200);
    await member.api.ok(activate, named('ON-DEPOSIT'));
    expect((await member.wallet()).amount).toBe(400);
  });

  it('is NO_PROMOTION before and after its time, and for another currency', async () => {
    const member = await server.members.join();
    for (const code of ['NOT-BEGUN', 'OVER-ALREADY', 'FOR-KIP-ONLY', 'NEVER-WAS']) {
      expect(await member.api.refused(find, named(code))).toBe('NO_PROMOTION');
      expect(await member.api.refused(activate, named(code))).toBe('NO_PROMOTION');
    }
    await member.api.ok(find, named('OPEN-TODAY'));
  });
});

describe('guessing codes', () => {
  it('is stopped after ten misses an hour, and learns nothing of a hit then', async () => {
    const member = await server.members.join();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        member.api.call(index % 2 ? find : activate, named(`GUESS-${index}`)),
      ),
    );
    expect(guesses.map(endOf).toSorted()).toEqual([
      ...Array<string>(10).fill('NO_PROMOTION'),
      ...Array<string>(20).fill('REQUEST_LIMIT'),
    ]);
    // The reported wait is the limit's own.
    const refused = guesses.filter((guess) => endOf(guess) === 'REQUEST_LIMIT');
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array<string>(20).fill('3600'));
    for (const code of ['TRIAL-2026', 'GUESS-AGAIN']) {
      expect(await member.api.refused(find, named(code))).toBe('REQUEST_LIMIT');
      expect(await member.api.refused(activate, named(code))).toBe('REQUEST_LIMIT');
    }
    const other = await server.members.join();
    await other.api.ok(find, named('TRIAL-2026'));

    clock.forward(HOUR_MS);
    await member.api.ok(activate, named('TRIAL-2026'));
  });

  it('is not what finding a code is: hits are not counted', async () => {
    const member = await server.members.join();
    for (let index = 0; index < 12; index += 1) await member.api.ok(find, named('TRIAL-2026'));
    expect(await member.api.refused(find, named('NEVER-WAS'))).toBe('NO_PROMOTION');
  });

  it('costs the database the same for a hit and a miss', async () => {
    const quiet = await startTestServer({
      content: (content) => {
        content.promotions = [promotionRule()];
      },
    });
    const member = await quiet.members.join();
    const statements = async (code: string): Promise<string[]> => {
      const seen: string[] = [];
      const executor = quiet.database.queries.getExecutor();
      const execute = executor.executeQuery.bind(executor);
      executor.executeQuery = (query) => {
        // A hit releases its reservation. This reveals no more than the answer does.
        if (!query.sql.includes('limit_count')) seen.push(query.sql);
        return execute(query);
      };
      await member.api.call(find, named(code));
      executor.executeQuery = execute;
      return seen;
    };
    // The first attempt inserts the row that later attempts update.
    await statements('TRIAL-2026');
    const [hit, miss] = [await statements('TRIAL-2026'), await statements('NEVER-WAS')];
    await quiet.stop();
    expect(hit.length).toBeGreaterThan(1);
    expect(miss).toEqual(hit);
  });
});
