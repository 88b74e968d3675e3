import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from '../../content/schema.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { endOf } from '../../testing/api.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { inWhole } from '../../testing/forms.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HUNDRED = 100;
/** Timeout for many calls on a busy machine. */
const LONG_MS = 60_000;
/** 10% of a deposit of 500, and 0.2% of 300 staked. */
const WORTH = 50.6;

const clock = new TestClock();
let server: TestServer;
let other: TestServer;
let made = 0;

function rules(content: Content): void {
  Object.assign(content.invite, { active: true, collect: 'day' });
  Object.assign(content.invite.deposits, { count: 1, percent: 10 });
  content.invite.play.percent = 0.2;
  content.bonuses = [bonusRule({ code: 'GIFT', ...gift('50.00') })];
}

beforeAll(async () => {
  const { open } = await sharedPostgres();
  const common = {
    open,
    clock,
    content: rules,
  };
  server = await startTestServer(common);
  other = await startTestServer(common);
});
afterAll(() => Promise.all([server.stop(), other.stop()]));

/** Registers a member with unique names, by the inviter's link if one is given. */
async function join(inviter?: TestMember): Promise<TestMember> {
  made += 1;
  const letters = String(made).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '');
  const names = { name: `เพื่อน ใจดี${letters}`, bankAccountName: `FRIEND ${letters}` };
  if (!inviter) return server.members.join(names);
  return server.members.register({ ...names, inviteCode: `PR${await idOf(inviter)}` });
}

const idOf = async (member: TestMember) => (await member.api.ok('GET /api/account/profile')).profile._id;
const collect = (member: TestMember) => member.api.ok('GET /api/invite/bonus');
const refused = (member: TestMember) => member.api.refused('GET /api/invite/bonus');
const collectable = async (member: TestMember) => (await member.api.ok('GET /api/wallet')).inviteAmount;
const lines = (member: TestMember) => member.api.ok('POST /api/invite', { body: { page: 1, limit: 10 } });

async function play(member: TestMember, bet: number): Promise<void> {
  const username = await member.activate();
  await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: bet } });
  await server.world.control('POST', '/play', { provider: 'PG', username, bet, win: bet });
}

/** Has a friend's turnover read and its earnings computed. */
async function workedOut(friend: TestMember, turnover: number): Promise<void> {
  await server.pass(MINUTE_MS);
  const row = await server.database.queries
    .selectFrom('invite_friend')
    .select(['turnover', 'due'])
    .where('friend_id', '=', await idOf(friend))
    .executeTakeFirst();
  expect(row).toEqual({ turnover: BigInt(turnover * 100), due: false });
}

/** Creates a member with a friend who has deposited 500 and staked 300. */
async function inviterWithEarnings(): Promise<TestMember> {
  const inviter = await join();
  const friend = await join(inviter);
  await friend.deposit(500);
  await play(friend, 300);
  await server.pass(MINUTE_MS);
  expect(await collectable(inviter)).toBe(WORTH);
  return inviter;
}

describe('an invitation', () => {
  it('is refused when it is nobody’s: INVALID_USER_INFO', async () => {
    for (const inviteCode of ['PR', 'PRnobodyatall', 'nobody', await idOf(await join())]) {
      const body = server.members.registration({ inviteCode });
      expect(await server.api.refused('POST /api/account/validate', { body })).toBe('INVALID_USER_INFO');
      expect(await server.api.refused('POST /api/account', { body })).toBe('INVALID_USER_INFO');
    }
  });

  it('stays with the friend’s profile', async () => {
    const inviter = await join();
    const friend = await join(inviter);
    const { profile } = await friend.api.ok('GET /api/account/profile');
    expect(profile.inviteCode).toBe(`PR${await idOf(inviter)}`);
  });
});

describe('collecting', () => {
  it('gives nothing to who invited nobody: NO_INVITE_BONUS', async () => {
    const member = await join();
    expect(await member.api.ok('GET /api/wallet')).toMatchObject({
      inviteAmount: 0,
      inviteSuccess: 10,
      inviteFail: 90,
    });
    expect(await refused(member)).toBe('NO_INVITE_BONUS');
    expect(await lines(member)).toEqual({ invites: [], total: 0 });
  });

  it('waits until a friend has played: NO_INVITEE_PLAY_INFO', async () => {
    const inviter = await join();
    const friend = await join(inviter);
    expect(await refused(inviter)).toBe('NO_INVITEE_PLAY_INFO');
    await friend.deposit(500);
    await play(friend, 199);
    await workedOut(friend, 199);
    expect(await collectable(inviter)).toBe(0);
    expect(await refused(inviter)).toBe('NO_INVITEE_PLAY_INFO');
  });

  it('credits once what friends have earned, lists and names it: INVITE_BONUS_SUCCESS', async () => {
    const inviter = await inviterWithEarnings();
    expect(await collect(inviter)).toEqual({ message: 'INVITE_BONUS_SUCCESS', amount: WORTH });
    expect(await inviter.wallet()).toEqual({ amount: WORTH, transit: 0 });
    const { invites, total } = await lines(inviter);
    expect(total).toBe(2);
    expect(invites.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([0.6, 50]);
    for (const { from } of invites) expect(from.name).toBe('เพื่อน จ.');

    const english = { body: { page: 1, limit: 1 }, headers: { cookie: 'lang=en' } };
    const [movement] = (await inviter.api.ok('POST /api/statement', english)).statements;
    expect(movement).toMatchObject({
      statementType: 'bonus',
      amount: WORTH,
      status: 'SUCCESS',
      invite: { description: 'Friend bonus' },
    });
  });

  it(
    'is for once a day: INVITE_COLLECT',
    async () => {
      const inviter = await inviterWithEarnings();
      await collect(inviter);
      const next = await join(inviter);
      await next.deposit(500);
      await play(next, 300);
      await server.pass(MINUTE_MS);
      expect((await lines(inviter)).total).toBe(4);
      expect(await collectable(inviter)).toBe(0);
      expect(await refused(inviter)).toBe('INVITE_COLLECT');
      expect((await inviter.wallet()).amount).toBe(WORTH);

      clock.forward(DAY_MS);
      expect(await collect(inviter)).toEqual({ message: 'INVITE_BONUS_SUCCESS', amount: WORTH });
      clock.forward(DAY_MS);
      expect(await refused(inviter)).toBe('NO_INVITE_BONUS');
    },
    LONG_MS,
  );

  it('is closed when the rule is off, and keeps what was earned: INVITE_INACTIVE', async () => {
    const inviter = await inviterWithEarnings();
    const content = await server.content.get();
    await server.content.save({ ...content, invite: { ...content.invite, active: false } });
    try {
      expect(await collectable(inviter)).toBe(0);
      expect(await refused(inviter)).toBe('INVITE_INACTIVE');
      expect(await inviter.api.ok('GET /api/invite/banners')).toEqual({ banners: [] });
    } finally {
      await server.content.save(content);
    }
    expect(await collectable(inviter)).toBe(WORTH);
  });

  it('waits for the end of a bonus: BONUS_REMAINING', async () => {
    const inviter = await inviterWithEarnings();
    await inviter.api.ok('GET /api/bonus/activate/:code', { params: { code: 'GIFT' } });
    expect(await refused(inviter)).toBe('BONUS_REMAINING');
    await inviter.api.ok('GET /api/bonus/clear');
    expect(await collect(inviter)).toEqual({ message: 'INVITE_BONUS_SUCCESS', amount: WORTH });
  });

  it('leaves everything as it was when the credit fails: INVITE_BONUS_FAIL', async () => {
    const inviter = await inviterWithEarnings();
    const { queries } = server.database;
    const { id } = await queries
      .selectFrom('ledger_account')
      .select('id')
      .where('code', '=', `member:${await idOf(inviter)}:wallet`)
      .executeTakeFirstOrThrow();
    // The database refuses this member's credits for a while, as with a full disk.
    await sql
      .raw(
        `alter table ledger_transfer add constraint full_disk check (credit_account <> ${id} or kind <> 'bonus') not valid`,
      )
      .execute(queries);
    try {
      expect(await refused(inviter)).toBe('INVITE_BONUS_FAIL');
      expect(await collectable(inviter)).toBe(WORTH);
    } finally {
      await sql.raw('alter table ledger_transfer drop constraint full_disk').execute(queries);
    }
    expect((await inviter.wallet()).amount).toBe(0);
    expect(await collect(inviter)).toEqual({ message: 'INVITE_BONUS_SUCCESS', amount: WORTH });
  });

  it(
    'has the effect of one when a hundred presses come at once, to two processes',
    { ...inWhole, timeout: LONG_MS },
    async () => {
      const inviter = await inviterWithEarnings();
      const elsewhere = other.members.of(inviter.registration, inviter.token);
      const ends = await Promise.all(
        Array.from({ length: HUNDRED }, async (_, n) =>
          endOf(await (n % 2 ? inviter : elsewhere).api.call('GET /api/invite/bonus')),
        ),
      );
      expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
      expect(ends.filter((end) => end === 'INVITE_COLLECT')).toHaveLength(HUNDRED - 1);
      expect(await inviter.wallet()).toEqual({ amount: WORTH, transit: 0 });
    },
  );

  it('gives nothing for a second account of one’s own', async () => {
    const inviter = await join();
    const { name, bankAccountName } = inviter.registration;
    const inviteCode = `PR${await idOf(inviter)}`;
    const own = await server.members.register({ name, bankAccountName, inviteCode });
    await own.deposit(500);
    await play(own, 300);
    await workedOut(own, 300);
    expect(await collectable(inviter)).toBe(0);
    expect(await refused(inviter)).toBe('NO_INVITE_BONUS');
  });
});

it('shows its banners in the player’s language, with pictures that are there', async () => {
  const member = await join();
  const { banners } = await member.api.ok('GET /api/invite/banners', { headers: { cookie: 'lang=la' } });
  expect(banners).toEqual([{ image: '/content/invite-banner.svg', html: expect.stringContaining('ຊວນໝູ່') }]);
  const picture = await fetch(server.url + (banners[0]?.image ?? ''));
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  await picture.arrayBuffer();
});
