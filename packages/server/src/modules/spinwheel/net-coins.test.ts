import type { ResponseBody } from '@krapao/contract/routes';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../content/schema.ts';
import type { TestMember } from '../../testing/members.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { putIn, takeOut, type NetDeposits } from './net-deposits.ts';

/** Coins for net deposits or for stakes. Money that is deposited and withdrawn in circles earns none. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const coinsOf = async (member: TestMember) => (await member.api.ok('GET /api/account/profile')).profile.coin;
const spin = (member: TestMember): Promise<ResponseBody<'POST /api/spinwheel/spin'>> =>
  member.api.ok('POST /api/spinwheel/spin', { body: {} });

/** Withdraws an amount, and makes the bank decide. */
async function withdraw(
  member: TestMember,
  amount: number,
  result: 'done' | 'refused' = 'done',
): Promise<void> {
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount } });
  const { id } = await server.whenDone(async () => {
    const payouts = await server.world.payoutsTo(member.registration.bankAccountNo);
    const theirs = payouts.find(({ state }) => state === 'accepted');
    return theirs ?? expect.unreachable('the bank has no payout');
  });
  await server.world.control('POST', `/payouts/${id}`, { result });
  await server.workOff();
  expect((await member.wallet()).transit).toBe(0);
}

describe('coins for deposits', () => {
  it('are not earned again by the same 500, in and out five times', async () => {
    const member = await server.members.joinWith(500);
    expect(await coinsOf(member)).toBe(1);
    await spin(member);
    for (let round = 0; round < 5; round += 1) {
      await withdraw(member, 500);
      await member.deposit(500);
      expect(await coinsOf(member)).toBe(0);
    }
    await member.deposit(500);
    expect(await coinsOf(member)).toBe(1);
  }, 60_000);

  it('are not earned while a withdrawal is under way, and are if the bank refuses it', async () => {
    const member = await server.members.joinWith(500);
    expect(await coinsOf(member)).toBe(1);
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 500 } });
    await server.workOff();
    await member.deposit(500);
    expect(await coinsOf(member)).toBe(1);
    const { id } = await server.whenDone(async () => {
      const [theirs] = await server.world.payoutsTo(member.registration.bankAccountNo);
      return theirs ?? expect.unreachable('the bank has no payout');
    });
    await server.world.control('POST', `/payouts/${id}`, { result: 'refused' });
    await server.workOff();
    expect((await member.wallet()).amount).toBe(1_000);
    await member.deposit(100);
    expect(await coinsOf(member)).toBe(2);
  });

  it('stay with who earned them and withdraws: they are never below 0', async () => {
    const member = await server.members.joinWith(1_000);
    expect(await coinsOf(member)).toBe(2);
    await spin(member);
    await withdraw(member, 1_000);
    expect(await coinsOf(member)).toBe(1);
    await spin(member);
    expect(await coinsOf(member)).toBe(0);
  });
});

describe('coins for stakes', () => {
  const withStakes = async (work: () => Promise<void>): Promise<void> => {
    const content = await server.content.get();
    const changed: Content = structuredClone(content);
    const { from, mostPerDay } = changed.spinwheel.coins;
    changed.spinwheel.coins = { from, mostPerDay, stake: { BAHT: '100.00', LAK: '1000.00' } };
    await server.content.save(changed);
    try {
      await work();
    } finally {
      await server.content.save(content);
    }
  };

  it('are earned by what is staked and by no deposit, a day’s stakes added up', async () => {
    await withStakes(async () => {
      const member = await server.members.joinWith(1_000, { game: true });
      expect(await coinsOf(member)).toBe(0);
      await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 1_000 } });
      const { username } = await member.credentials();
      const play = (rounds: number) =>
        server.world.control('POST', '/play', { provider: 'PG', username, bet: 30, win: 30, rounds });
      await play(4);
      await server.pass(MINUTE_MS);
      expect(await coinsOf(member)).toBe(1);
      await play(3);
      await server.pass(MINUTE_MS);
      expect(await coinsOf(member)).toBe(2);
      await spin(member);
      await play(100);
      // The limit is five a day, and one of them is spent.
      await server.pass(MINUTE_MS);
      expect(await coinsOf(member)).toBe(4);
      expect((await member.api.ok('GET /api/wallet')).profile.coin).toBe(4);
    });
  });
});

describe('net deposits', () => {
  const step = fc.record({ kind: fc.constantFrom('in', 'out'), amount: fc.bigInt(1n, 100_000n) } as const);

  it('count what is in beyond the most there ever was, and a withdrawal that comes back as if it never was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state: NetDeposits = { net: 0n, highest: 0n };
        let counted = 0n;
        for (const { kind, amount } of steps) {
          if (kind === 'in') {
            const { fresh, ...next } = putIn(state, amount);
            expect(fresh).toBeLessThanOrEqual(amount);
            state = next;
            counted += fresh;
          } else {
            const { takenOff, ...next } = takeOut(state, amount);
            const { fresh, ...back } = putIn(next, takenOff);
            expect(fresh).toBe(0n);
            expect(back).toEqual(state);
            state = next;
          }
          expect(state.net).toBeGreaterThanOrEqual(0n);
          expect(counted).toBe(state.highest);
        }
      }),
    );
  });
});
