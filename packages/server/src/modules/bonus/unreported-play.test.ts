import { afterEach, beforeEach, expect, it } from 'vitest';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import type { TestMember } from '../../testing/members.ts';
import { startWithSilentProvider } from '../../testing/silent-provider.ts';
import { TestClock } from '../../testing/test-clock.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** Bonuses of members whose credit was at a provider that reports no play. */

const HOUR_MS = 60 * 60_000;

let server: TestServer;
let clock: TestClock;

beforeEach(async () => {
  clock = new TestClock();
  server = await startWithSilentProvider({
    clock,
    content(content) {
      content.bonuses = [bonusRule({ code: 'GIFT', ...gift('400.00') })];
    },
  });
});
afterEach(() => server.stop());

const move = (member: TestMember, from: string, to: string, amount: number) =>
  member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });

/** Creates a member whose bonus of 400 was at BETFLIX, and came home whole. */
async function backHome(): Promise<TestMember> {
  const member = await server.members.join();
  await member.activate('BETFLIX');
  await member.api.ok('GET /api/bonus/activate/:code', { params: { code: 'GIFT' } });
  await move(member, 'WALLET', 'BETFLIX', 400);
  await move(member, 'BETFLIX', 'WALLET', 400);
  return member;
}

it('can be cancelled a day after the credit came home', async () => {
  const member = await backHome();
  clock.forward(23 * HOUR_MS);
  expect(await member.api.refused('GET /api/bonus/clear')).toBe('BONUS_CONDITION');
  clock.forward(2 * HOUR_MS);
  await member.api.ok('GET /api/bonus/clear');
  expect((await member.wallet()).amount).toBe(0);
});

it('stays while credit lies at the provider, however long', async () => {
  const member = await backHome();
  await move(member, 'WALLET', 'BETFLIX', 100);
  clock.forward(48 * HOUR_MS);
  expect(await member.api.refused('GET /api/bonus/clear')).toBe('BONUS_CONDITION');
  await move(member, 'BETFLIX', 'WALLET', 100);
  await member.api.ok('GET /api/bonus/clear');
});
