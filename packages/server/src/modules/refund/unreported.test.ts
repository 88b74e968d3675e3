/** @module-tag whole */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf, periodOf } from '../../kernel/bangkok-time.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** A refund while one provider has not reported that day's play. */

const SILENT = 'USUN';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    content(content) {
      Object.assign(content.refund, { active: true, period: 'day', percent: 10, settleHours: 1 });
      content.refund.minLoss.BAHT = '1.00';
    },
  });
});
afterAll(() => server.stop());

const move = (member: TestMember, from: string, to: string, amount: number) =>
  member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });

async function play(member: TestMember, provider: string, bet: number, win: number): Promise<void> {
  const { username } = await member.credentials(provider);
  await server.world.control('POST', '/play', { provider, username, bet, win });
}

/** Creates a member who has lost 400 at PG, with the loss recorded. */
async function loser(): Promise<TestMember> {
  const member = await server.members.joinWith(1_000, { game: true });
  await move(member, 'WALLET', 'PG', 500);
  await play(member, 'PG', 400, 0);
  await server.pass(MINUTE_MS);
  expect((await playDays(member)).map(({ win_loss }) => win_loss)).toEqual([-40_000n]);
  return member;
}

const playDays = (member: TestMember) =>
  server.database.queries
    .selectFrom('play_day')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['win_loss', 'day'])
    .where('username', '=', member.registration.username)
    .execute();

it('waits for the report of every game where the member had credit: CREDIT_UNKNOWN', async () => {
  await server.toNextDay();
  const [both, one] = [await loser(), await loser()];
  await both.activate(SILENT);
  await move(both, 'WALLET', SILENT, 100);
  await server.world.fault(`provider:${SILENT}`, 'http_500');
  const midnight = periodOf('day', new Date()).to;
  await play(both, SILENT, 100, 350);
  await server.pass(midnight.getTime() + 12 * HOUR_MS - Date.now());

  expect(await one.api.ok('GET /api/refund/check')).toMatchObject({ result: true });
  await one.api.ok('GET /api/refund/receive');
  expect(await both.api.ok('GET /api/refund/check')).toMatchObject({ result: false, refundAmount: 40 });
  expect(await both.api.refused('GET /api/refund/receive')).toBe('CREDIT_UNKNOWN');

  await server.world.heal();
  await server.pass(MINUTE_MS);
  expect(await both.api.ok('GET /api/refund/check')).toMatchObject({ result: true, refundAmount: 15 });
  expect(dayOf(new Date())).not.toBe(dayOf(new Date(midnight.getTime() - 1)));
  await both.api.ok('GET /api/refund/receive');
});
