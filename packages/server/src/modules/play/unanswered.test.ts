import { games } from '@krapao/contract/games';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, type Answer } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const CHECK = 'GET /api/protection/reality-check';
const ANSWER = 'POST /api/protection/reality-check/answer';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A member with money at home and in a game, who has played for some minutes, as a provider tells late. */
const played = async (minutes: number, on = server): Promise<TestMember> => {
  const member = await on.members.joinWith(500, { game: true });
  await member.activate('JOKER2');
  await move(member, 'WALLET', 'PG', 200);
  const { profile } = await member.api.ok('GET /api/account/profile');
  await sql`
    select note_play(array_agg(${profile._id}::text), array_agg('PG'::text), array_agg(now() - n * interval '5 minutes'),
        array_agg(0::bigint), array_agg(0::bigint))
      from generate_series(1, ${minutes / 5}::int) n`.execute(on.database.queries);
  return member;
};
const move = (
  { api }: TestMember,
  from: string,
  to: string,
  amount: number,
  key: string = crypto.randomUUID(),
) =>
  api.call('POST /api/wallet/transfer', { body: { from, to, amount }, headers: { 'idempotency-key': key } });
const launch = async (member: TestMember): Promise<Answer> => {
  const { username } = await member.credentials();
  return member.api.call('GET /api/autoLogin/pg/:username', { params: { username } });
};
const answer = async ({ api }: TestMember) => {
  const { no, minutes, staked, won } = await api.ok(CHECK);
  await api.ok(ANSWER, { body: { no, minutes, staked, won } });
};

describe('a reality check that waits for its answer', () => {
  it.each<[string, (member: TestMember) => Promise<Answer>, string]>([
    ['a launch', launch, 'OK'],
    ['credit into a game', (member) => move(member, 'WALLET', 'PG', 10), 'OK'],
    ['credit from game to game', (member) => move(member, 'PG', 'JOKER2', 10), 'OK'],
    [
      'all credit into a game',
      ({ api }) => api.call('POST /api/wallet/transferAll', { body: { to: 'PG' } }),
      'OK',
    ],
  ])('stops until then: %s', async (_name, play, end) => {
    const member = await played(60);
    const before = await member.wallet();
    expect(endOf(await play(member))).toBe('REALITY_CHECK_DUE');
    expect(await member.wallet()).toEqual(before);
    await answer(member);
    expect(endOf(await play(member))).toBe(end);
  });

  it('stops every launch until then', async () => {
    const member = await played(60);
    const params = { username: 'another', password: 'guess' };
    const ends = async () => {
      const launches = Object.keys(games) as (keyof typeof games)[];
      return Promise.all(launches.map((key) => member.api.call(key, { params }).then(endOf)));
    };
    expect(new Set(await ends())).toEqual(new Set(['REALITY_CHECK_DUE']));
    await answer(member);
    expect(await ends()).not.toContain('REALITY_CHECK_DUE');
  });

  it.each<[string, (member: TestMember) => Promise<Answer>]>([
    ['credit home', (member) => move(member, 'PG', 'WALLET', 10)],
    ['all credit home', ({ api }) => api.call('POST /api/wallet/collect')],
    ['a withdrawal', ({ api }) => api.call('POST /api/wallet/withdraw', { body: { amount: 200 } })],
    ['the statement', ({ api }) => api.call('POST /api/statement', { body: { page: 1, limit: 10 } })],
    ['home', ({ api }) => api.call('GET /api/wallet')],
    [
      'a log-in',
      ({ api, registration: { username, password } }) =>
        api.call('POST /api/login', { body: { username, password } }),
    ],
    [
      'a deposit',
      ({ api }) =>
        api.call('POST /api/qrcode/:provider', { params: { provider: 'KBANK' }, body: { amount: 20 } }),
    ],
  ])('lets pass: %s', async (_name, call) => {
    expect(endOf(await call(await played(60)))).toBe('OK');
  });

  it('stops nothing before it is due', async () => {
    const member = await played(55);
    expect(endOf(await move(member, 'WALLET', 'PG', 10))).toBe('OK');
  });

  it('stops as often as the member chose', async () => {
    const member = await played(20);
    expect(endOf(await move(member, 'WALLET', 'PG', 10))).toBe('OK');
    await member.api.ok('PUT /api/protection/reality-check', { body: { minutes: 15 } });
    expect(endOf(await move(member, 'WALLET', 'PG', 10))).toBe('REALITY_CHECK_DUE');
  });

  it('reports a transfer from before it was due as it stands', async () => {
    const member = await played(20);
    const key = crypto.randomUUID();
    const first = await move(member, 'WALLET', 'PG', 10, key);
    await member.api.ok('PUT /api/protection/reality-check', { body: { minutes: 15 } });
    expect(await move(member, 'WALLET', 'PG', 10, key)).toMatchObject({ status: 200, body: first.body });
    expect((await member.wallet()).amount).toBe(290);
  });

  it('is not passed by under the key of credit that came home', async () => {
    const member = await played(60);
    const key = crypto.randomUUID();
    expect(endOf(await move(member, 'PG', 'WALLET', 10, key))).toBe('OK');
    const before = await member.wallet();
    expect(endOf(await move(member, 'PG', 'JOKER2', 10, key))).toBe('REALITY_CHECK_DUE');
    expect(await member.wallet()).toEqual(before);
  });

  it('comes second to a break', async () => {
    const member = await played(60);
    const { username } = await member.credentials();
    await member.api.ok('POST /api/protection/break', { body: { hours: 24 } });
    const launched = await member.api.call('GET /api/autoLogin/pg/:username', { params: { username } });
    expect(endOf(launched)).toBe('ON_BREAK');
    expect(endOf(await move(member, 'WALLET', 'PG', 10))).toBe('ON_BREAK');
  });

  it('stops nothing where the operator has switched it off', async () => {
    const off = await startTestServer({
      content: ({ protection }) => {
        protection.realityCheckStops = 'off';
      },
    });
    const member = await played(60, off);
    expect((await member.api.ok(CHECK)).isDue).toBe(true);
    expect(endOf(await launch(member))).toBe('OK');
    await off.stop();
  });
});
