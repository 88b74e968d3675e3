import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Content } from '../../content/schema.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Game credit that the server cannot read because a provider is disabled, removed or silent. */

type Change = (content: Content) => void;

const BONUSES = [
  bonusRule({ code: 'GIFT', ...gift('400.00') }),
  bonusRule({ code: 'OTHER', maxReceived: 100, ...gift('50.00') }),
];
const inProviders =
  (change: (providers: Content['providers']) => Content['providers']): Change =>
  (content) => {
    content.providers = change(content.providers);
  };
const withoutPg = inProviders((providers) => providers.filter(({ code }) => code !== 'PG'));
const pgSwitchedOff = inProviders((providers) =>
  providers.map((provider) => (provider.code === 'PG' ? { ...provider, enabled: false } : provider)),
);

/** Owns the counterparties that all servers of a test share. It checks no bonus. */
let first: TestServer;
let shared: Awaited<ReturnType<typeof sharedPostgres>>;
let servers: TestServer[];

const start = async (change: Change = () => {}): Promise<TestServer> => {
  const server = await startTestServer({
    open: shared.open,
    settings: servers.length > 0 ? { sandboxUrl: first.world.url } : {},
    content(content) {
      content.bonuses = BONUSES;
      change(content);
    },
  });
  servers.push(server);
  return server;
};

beforeEach(async () => {
  servers = [];
  shared = await sharedPostgres();
  first = await start();
});
afterEach(async () => {
  for (const server of servers.toReversed()) await server.stop();
});

/** Returns the same member at another server with the same database. */
const at = (server: TestServer, { registration, token }: TestMember): TestMember =>
  server.members.of(registration, token);

const activate = (member: TestMember, code: string) =>
  member.api.ok('GET /api/bonus/activate/:code', { params: { code } });
const activateRefused = (member: TestMember, code: string) =>
  member.api.refused('GET /api/bonus/activate/:code', { params: { code } });
const move = (member: TestMember, from: string, to: string, amount: number) =>
  member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });

/** Creates a member with an open bonus and all of its 400 at PG. */
async function playerWithBonus(): Promise<TestMember> {
  const member = await first.members.joinWith(0, { game: true });
  await activate(member, 'GIFT');
  await move(member, 'WALLET', 'PG', 400);
  return member;
}

const bonus = () => first.database.queries.selectFrom('user_bonus').selectAll().executeTakeFirstOrThrow();

/** Has the newest server check the bonus now. @returns the bonus afterwards */
async function looked(changes: { expires_at?: Date } = {}) {
  const due = new Date(Date.now() - 1_000);
  await first.database.queries
    .updateTable('user_bonus')
    .set({ check_at: due, ...changes })
    .execute();
  await servers.at(-1)!.workOff();
  const row = await bonus();
  // A check first schedules another one a minute later, and at its end the actual next one.
  const wait = row.check_at.getTime() - Date.now();
  if (row.ended_at === null) expect(wait > 65_000 || (wait > 0 && wait < 55_000)).toBe(true);
  return row;
}

describe('a provider that is switched off', () => {
  it('does not make a bonus fail: its credit is still seen', async () => {
    const member = await playerWithBonus();
    const later = await start(pgSwitchedOff);
    expect(await looked()).toMatchObject({ state: 'active', ended_at: null });
    const there = at(later, member);
    expect(await there.api.refused('GET /api/bonus/clear')).toBe('BONUS_CONDITION');
    expect(await activateRefused(there, 'OTHER')).toBe('BONUS_REMAINING');
  });

  it('takes no more credit in, and gives back what is there', async () => {
    const member = await first.members.joinWith(500, { game: true });
    await move(member, 'WALLET', 'PG', 300);
    const there = at(await start(pgSwitchedOff), member);
    expect(
      await there.api.refused('POST /api/wallet/transfer', {
        body: { from: 'WALLET', to: 'PG', amount: 100 },
      }),
    ).toBe('NO_GAME');
    await move(there, 'PG', 'WALLET', 100);
    const { results } = await there.api.ok('POST /api/wallet/collect');
    expect(results).toEqual([{ code: 'PG', status: 'SUCCESS', amount: 200, message: 'OK' }]);
    expect((await there.wallet()).amount).toBe(500);
  });

  it('is shown to who has credit there, and to nobody else', async () => {
    const [owner, other] = await Promise.all([
      first.members.joinWith(500, { game: true }),
      first.members.join(),
    ]);
    await move(owner, 'WALLET', 'PG', 300);
    const server = await start(pgSwitchedOff);
    const slotsOf = async (member: TestMember) => (await at(server, member).api.ok('GET /api/wallet')).slots;
    expect((await slotsOf(owner)).at(-1)).toMatchObject({ code: 'PG', isActive: true, amount: 300 });
    expect((await slotsOf(other)).map(({ code }) => code)).not.toContain('PG');
  });
});

describe('a provider that is not connected', () => {
  it('keeps a bonus open whose credit may be there', async () => {
    const member = await playerWithBonus();
    const there = at(await start(withoutPg), member);
    expect(await looked()).toMatchObject({ state: 'active', ended_at: null });
    expect(await there.api.refused('GET /api/bonus/clear')).toBe('CREDIT_UNKNOWN');
    expect(await looked({ expires_at: new Date(Date.now() - 1_000) })).toMatchObject({
      state: 'failing',
      ended_at: null,
    });
    expect(await there.api.refused('POST /api/wallet/withdrawAll', { body: { amount: 400 } })).toBe(
      'BONUS_CONDITION',
    );
  });

  it('lets nobody take a bonus who may have credit there', async () => {
    const member = await first.members.joinWith(300, { game: true });
    await move(member, 'WALLET', 'PG', 100);
    const there = at(await start(withoutPg), member);
    expect(await activateRefused(there, 'OTHER')).toBe('CREDIT_UNKNOWN');
    const promotion = { params: { code: 'KRAPAO-GIFT-50' } };
    expect(await there.api.refused('GET /api/promotion/activate/:code', promotion)).toBe('CREDIT_UNKNOWN');
    expect((await there.wallet()).amount).toBe(200);
  });

  it('does not matter to who brought everything back before', async () => {
    const member = await first.members.joinWith(300, { game: true });
    await move(member, 'WALLET', 'PG', 100);
    await move(member, 'PG', 'WALLET', 100);
    const there = at(await start(withoutPg), member);
    await activate(there, 'OTHER');
    expect(await there.api.ok('GET /api/bonus/clear')).toMatchObject({ cost: 50 });
  });

  it('matters where a win was brought back in part, and the rest has not been reported', async () => {
    const member = await first.members.joinWith(300, { game: true });
    await move(member, 'WALLET', 'PG', 100);
    const { username } = await member.credentials();
    await first.world.control('POST', '/play', { provider: 'PG', username, bet: 10, win: 210, rounds: 1 });
    await move(member, 'PG', 'WALLET', 100);
    const there = at(await start(withoutPg), member);
    expect(await activateRefused(there, 'OTHER')).toBe('CREDIT_UNKNOWN');
  });

  it('is named when credit that was there is called back', async () => {
    const member = await first.members.joinWith(300, { game: true });
    await move(member, 'WALLET', 'PG', 100);
    const there = at(await start(withoutPg), member);
    const { results } = await there.api.ok('POST /api/wallet/collect');
    expect(results).toEqual([{ code: 'PG', status: 'FAILED', amount: 0, message: 'TRANSFER_FAIL' }]);
  });
});

describe('a provider that does not say', () => {
  it('keeps a bonus open, and says so to the member, until it answers', async () => {
    const member = await playerWithBonus();
    const there = at(await start(), member);
    await first.world.fault('provider:PG', 'http_500');
    expect(await looked({ expires_at: new Date(Date.now() - 1_000) })).toMatchObject({
      state: 'failing',
      ended_at: null,
    });
    expect(await there.api.refused('GET /api/bonus/clear')).toBe('CREDIT_UNKNOWN');
    await first.world.heal();
    expect(await there.api.refused('GET /api/bonus/clear')).toBe('BONUS_CONDITION');
    await move(there, 'PG', 'WALLET', 400);
    expect(await there.api.ok('GET /api/bonus/clear')).toMatchObject({ cost: 400 });
  });
});
