import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from './support/api.ts';
import { runAudit } from './support/audit.ts';
import { deposit, move, register, registerPlayer, walletAmount, wholeStatement } from './support/member.ts';
import type { Member } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { inWhole } from './support/forms.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const AT_ONCE = 100;
const COMES_WITHIN_MS = 20_000;
const LONG_MS = 60_000;

const ACTIVATE = 'GET /api/bonus/activate/:code';
const PROMOTION = 'GET /api/promotion/activate/:code';
const CLEAR = 'GET /api/bonus/clear';
const WITHDRAW_ALL = 'POST /api/wallet/withdrawAll';
const CODES = ['WELCOME', 'DAILY', 'WEEKEND'];

let stack: Stack;
let counterparties: Counterparties;

beforeAll(async () => {
  stack = await startStack({
    database: 'postgres',
    servers: 2,
    env: { RECONCILE_EVERY_MS: '250', TURNOVER_EVERY_MS: '300', LOG_LEVEL: 'warn' },
  });
  counterparties = new Counterparties(stack.sandbox.url);
});
afterAll(async () => {
  const audit = await runAudit(stack.env, '--grace-minutes', '0');
  await stack.stop();
  expect(audit).toMatchObject({ exitCode: 0 });
});

/** Makes calls at the same moment, every second one to the other server. */
const atOnce = <T>(call: (serverUrl: string, index: number) => Promise<T>, times = AT_ONCE): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => call(stack.servers[index % 2]?.url ?? '', index)));

function countOf(ends: readonly string[]): Record<string, number> {
  const count: Record<string, number> = {};
  for (const end of ends) count[end] = (count[end] ?? 0) + 1;
  return count;
}

const bonusesOf = async (member: Member): Promise<[string, number][]> =>
  (await wholeStatement(member.api))
    .filter(({ statementType }) => statementType === 'bonus' || statementType === 'finish_bonus')
    .map(({ statementType, amount }) => [statementType, amount]);

describe('a hundred presses at once, at two servers', () => {
  it(
    'give a bonus once, and take it back once',
    async () => {
      const member = await register(stack.url, counterparties);
      await deposit(member, counterparties, 200);
      const params = { code: 'WELCOME' };
      const taken = await atOnce(async (url) =>
        endOf(ACTIVATE, await member.api.at(url).send(ACTIVATE, { params })),
      );
      expect(countOf(taken)).toEqual({ OK: 1, BONUS_ALREADY_ACTIVE: AT_ONCE - 1 });
      expect(await walletAmount(member.api)).toBe(400);

      const cleared = await atOnce(async (url) => endOf(CLEAR, await member.api.at(url).send(CLEAR)));
      expect(countOf(cleared)).toEqual({ OK: 1, NO_DATA: AT_ONCE - 1 });
      expect(await bonusesOf(member)).toEqual([
        ['finish_bonus', 200],
        ['bonus', 200],
      ]);
      expect(await walletAmount(member.api)).toBe(200);
    },
    LONG_MS,
  );

  it(
    'give one of several bonuses on a deposit',
    async () => {
      const member = await register(stack.url, counterparties);
      await deposit(member, counterparties, 300);
      const taken = await atOnce(async (url, index) => {
        const params = { code: CODES[index % CODES.length] ?? '' };
        return endOf(ACTIVATE, await member.api.at(url).send(ACTIVATE, { params }));
      });
      expect(countOf(taken)['OK']).toBe(1);
      expect(await bonusesOf(member)).toHaveLength(1);
    },
    LONG_MS,
  );

  it(
    'give a promotion once a member',
    async () => {
      const member = await register(stack.url, counterparties);
      const params = { code: 'KRAPAO-GIFT-50' };
      const taken = await atOnce(async (url) =>
        endOf(PROMOTION, await member.api.at(url).send(PROMOTION, { params })),
      );
      expect(countOf(taken)).toEqual({ OK: 1, PROMOTION_RECEIVED: AT_ONCE - 1 });
      expect(await walletAmount(member.api)).toBe(50);
    },
    LONG_MS,
  );

  it(
    'withdraw the deposit or take a bonus on it, never both',
    async () => {
      const members = await Promise.all(Array.from({ length: 6 }, () => register(stack.url, counterparties)));
      for (const member of members) {
        await deposit(member, counterparties, 150);
        const headers = { 'idempotency-key': 'all' };
        const ends = await atOnce(async (url, index) => {
          const api = member.api.at(url);
          return index % 2
            ? endOf(ACTIVATE, await api.send(ACTIVATE, { params: { code: 'WELCOME' } }))
            : `out ${endOf(WITHDRAW_ALL, await api.send(WITHDRAW_ALL, { body: { amount: 150 }, headers }))}`;
        }, 20);
        const { OK: taken = 0, 'out OK': withdrawn = 0 } = countOf(ends);
        expect([taken > 0, withdrawn > 0].filter(Boolean)).toHaveLength(1);
        const { amount, transit } = (await member.api.ok('GET /api/wallet')).wallet;
        expect([amount, transit]).toEqual(taken ? [300, 0] : [0, 150]);
      }
    },
    LONG_MS,
  );
});

describe('what is played', inWhole, () => {
  it(
    'counts once, whichever server reads the report, and though one of them is killed',
    async () => {
      const player = await registerPlayer(stack.url, counterparties, 100);
      await player.api.ok(ACTIVATE, { params: { code: 'WELCOME' } });
      await move(player, 'in', 200);
      const play = (rounds: number) => counterparties.play(player.pgUsername, { bet: 1, win: 1, rounds });
      await play(700);
      const second = stack.servers[1];
      await second?.kill();
      await play(299);
      await second?.start();
      const wagering = async () => (await player.api.ok('GET /api/bonus/check/active')).wagering;
      await until('all of it counts', COMES_WITHIN_MS, async () => (await wagering())?.turnoverDone === 999);
      expect(await wagering()).toMatchObject({ turnoverNeeded: 1_000, turnoverLeft: 1, isMet: false });
      await play(1);
      await until('it is met', COMES_WITHIN_MS, async () => (await wagering())?.isMet);
      expect(await wagering()).toMatchObject({ turnoverDone: 1_000, turnoverLeft: 0 });

      await move(player, 'out', 200);
      const ends = await atOnce(async (url, index) => {
        const headers = { 'idempotency-key': `press-${index % 3}` };
        const reply = await player.api.at(url).send(WITHDRAW_ALL, { body: { amount: 200 }, headers });
        return endOf(WITHDRAW_ALL, reply);
      });
      expect(countOf(ends)['OK']).toBeGreaterThan(0);
      expect((await player.api.ok('GET /api/wallet')).wallet).toEqual({ amount: 0, transit: 200 });
      expect(await wagering()).toBeNull();
    },
    LONG_MS,
  );
});
