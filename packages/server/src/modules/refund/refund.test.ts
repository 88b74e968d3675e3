import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../content/schema.ts';
import { dayOf, periodOf } from '../../kernel/bangkok-time.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { endOf } from '../../testing/api.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { inWhole } from '../../testing/forms.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HUNDRED = 100;
/** Many calls, on a machine under other load. */
const LONG_MS = 120_000;

let server: TestServer;
let other: TestServer;
let loser: TestMember;
let hurried: TestMember;
let smallLoser: TestMember;
let winner: TestMember;
let onBonus: TestMember;
let playedOn: string;

function rules(content: Content): void {
  Object.assign(content.refund, { active: true, period: 'day', percent: 5.25, settleHours: 1 });
  content.refund.minLoss.BAHT = '100.00';
  content.bonuses = [bonusRule({ code: 'GIFT', ...gift('50.00') })];
}

/** Goes to a time after the midnight in Bangkok that ends the day of play. Then PG's report is read. */
async function nextDay(hours: number): Promise<void> {
  const midnight = periodOf('day', new Date(`${playedOn}T12:00:00+07:00`)).to;
  await server.pass(midnight.getTime() + hours * HOUR_MS - Date.now());
}

/** Creates a member who deposited and played at PG, with the play recorded. */
async function memberWho(bet: number, win: number): Promise<TestMember> {
  const member = await server.members.joinWith(1_000, { game: true });
  await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 900 } });
  const { username } = await member.credentials();
  await server.world.control('POST', '/play', { provider: 'PG', username, bet, win });
  const { profile } = await member.api.ok('GET /api/account/profile');
  await server.pass(MINUTE_MS);
  const rows = await server.database.queries
    .selectFrom('play_day')
    .select('win_loss')
    .where('member_id', '=', profile._id)
    .execute();
  expect(rows).toEqual([{ win_loss: BigInt((win - bet) * 100) }]);
  return member;
}

const check = (member: TestMember) => member.api.ok('GET /api/refund/check');
const receive = (member: TestMember) => member.api.ok('GET /api/refund/receive');
const refused = (member: TestMember) => member.api.refused('GET /api/refund/receive');
const log = (member: TestMember, page = 1) =>
  member.api.ok('POST /api/refund', { body: { page, limit: 10 } });

beforeAll(async () => {
  const { open } = await sharedPostgres();
  const common = { open, content: rules };
  server = await startTestServer(common);
  other = await startTestServer(common);
  // The minutes of the members' play are of one day.
  await server.toNextDay();
  playedOn = dayOf(new Date());
  loser = await memberWho(400, 0);
  hurried = await memberWho(300, 100);
  smallLoser = await memberWho(99, 0);
  winner = await memberWho(10, 200);
  onBonus = await memberWho(200, 0);
}, LONG_MS);
afterAll(() => Promise.all([server.stop(), other.stop()]));

describe('a refund', () => {
  it('is for a day that is over', async () => {
    expect(await check(loser)).toMatchObject({ result: false, refundAmount: 0 });
    expect(await refused(loser)).toBe('NO_REFUND');
  });

  it('waits until the providers’ last reports are in: REFUND_CONDITION', async () => {
    await nextDay(0.9);
    expect(await check(loser)).toMatchObject({ result: false, refundAmount: 21 });
    expect(await refused(loser)).toBe('REFUND_CONDITION');
  });

  it('is nothing for who has not played: NO_REFUND', async () => {
    await nextDay(12);
    const member = await server.members.joinWith(500);
    expect(await check(member)).toMatchObject({ result: false, bonus: false, refundAmount: 0 });
    expect(await refused(member)).toBe('NO_REFUND');
    expect(await log(member)).toEqual({ refunds: [], total: 0 });
  });

  it('is nothing for who won: REFUND_MINIMUM', async () => {
    expect(await check(winner)).toMatchObject({ result: false, refundAmount: 0 });
    expect(await refused(winner)).toBe('REFUND_MINIMUM');
  });

  it('asks for a net loss of some size: REFUND_CONDITION', async () => {
    expect(await check(smallLoser)).toMatchObject({ result: false, refundAmount: 0 });
    expect(await refused(smallLoser)).toBe('REFUND_CONDITION');
  });

  it('is closed when the rule is off: REFUND_INACTIVE', async () => {
    const content = await server.content.get();
    await server.content.save({ ...content, refund: { ...content.refund, active: false } });
    try {
      expect(await check(loser)).toMatchObject({ result: false, refundAmount: 0 });
      expect(await refused(loser)).toBe('REFUND_INACTIVE');
      expect(await loser.api.ok('GET /api/refund/banners')).toEqual({ banners: [] });
    } finally {
      await server.content.save(content);
    }
  });

  it('waits for the end of a bonus: BONUS_REMAINING', async () => {
    await onBonus.api.ok('GET /api/bonus/activate/:code', { params: { code: 'GIFT' } });
    expect(await check(onBonus)).toMatchObject({ result: false, bonus: true, refundAmount: 10.5 });
    expect(await refused(onBonus)).toBe('BONUS_REMAINING');
    await onBonus.api.ok('POST /api/wallet/collect');
    await onBonus.api.ok('GET /api/bonus/clear');
    expect(await check(onBonus)).toMatchObject({ result: true, bonus: false, refundAmount: 10.5 });
    expect(await receive(onBonus)).toEqual({ message: 'REFUND_SUCCESS' });
  });

  it('comes into the wallet once, is listed and named in the statement: REFUND_SUCCESS', async () => {
    const date = playedOn.split('-').reverse().join('/');
    const before = await hurried.wallet();
    expect(await check(hurried)).toMatchObject({
      result: true,
      bonus: false,
      refundAmount: 10.5,
      refundSuccess: 5.25,
      refundFail: 94.75,
      // A period of one day is shown as one date.
      info: expect.stringMatching(new RegExp(`^(?!.*${date}.*${date}).*${date}`)),
    });
    expect(await receive(hurried)).toEqual({ message: 'REFUND_SUCCESS' });
    expect(await hurried.wallet()).toEqual({ ...before, amount: before.amount + 10.5 });
    expect(await log(hurried)).toEqual({
      total: 1,
      refunds: [{ _id: expect.any(String), refundAmount: 10.5, createdAt: expect.any(String) }],
    });
    expect(await log(hurried, 2)).toEqual({ total: 1, refunds: [] });
    const [movement] = await hurried.statement(1);
    expect(movement).toMatchObject({ statementType: 'bonus', amount: 10.5, status: 'SUCCESS' });
    expect(movement?.refund?.description).toContain(date);

    expect(await check(hurried)).toMatchObject({ result: false, refundAmount: 0 });
    expect(await refused(hurried)).toBe('NO_REFUND');
    expect((await hurried.wallet()).amount).toBe(before.amount + 10.5);
  });

  it('is never claimed and not credited, so nothing is there to be added: NO_REFUND', async () => {
    expect(await hurried.api.refused('GET /api/refund/addWallet')).toBe('NO_REFUND');
    expect(await loser.api.refused('GET /api/refund/addWallet')).toBe('NO_REFUND');
  });

  it(
    'has the effect of one when a hundred presses come at once, to two processes',
    { ...inWhole, timeout: LONG_MS },
    async () => {
      const before = await loser.wallet();
      const elsewhere = other.members.of(loser.registration, loser.token);
      const ends = await Promise.all(
        Array.from({ length: HUNDRED }, async (_, n) =>
          endOf(await (n % 2 ? loser : elsewhere).api.call('GET /api/refund/receive')),
        ),
      );
      expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
      expect(ends.filter((end) => end === 'NO_REFUND')).toHaveLength(HUNDRED - 1);
      expect(await loser.wallet()).toEqual({ ...before, amount: before.amount + 21 });
      expect((await log(loser)).total).toBe(1);
    },
  );

  it('does not come for a period that a later one has followed', async () => {
    await nextDay(36);
    expect(await refused(smallLoser)).toBe('NO_REFUND');
  });

  it('shows its banners in the player’s language, with pictures that are there', async () => {
    const { banners } = await loser.api.ok('GET /api/refund/banners', { headers: { cookie: 'lang=en' } });
    expect(banners).toEqual([
      { image: '/content/refund-banner.svg', html: expect.stringContaining('losses back') },
    ]);
    const picture = await fetch(server.url + (banners[0]?.image ?? ''));
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    await picture.arrayBuffer();
  });
});
