import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const PG = { slotCode: 'PG' };

describe('game accounts', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const activate = (member: TestMember) =>
    member.api.call('GET /api/wallet/activate/:slotCode', { params: PG }).then(endOf);
  const reset = (member: TestMember) =>
    member.api.call('GET /api/wallet/resetpassword/:slotCode', { params: PG }).then(endOf);
  const launch = (member: TestMember, username: string, headers = {}) =>
    member.api.ok('GET /api/autoLogin/pg/:username', { params: { username }, headers });
  const slot = async (member: TestMember) => (await member.api.ok('GET /api/wallet')).slots[0];
  const letResetAgain = () =>
    server.database.queries
      .updateTable('game_account')
      .set({ password_reset_at: sql<Date>`now() - interval '61 seconds'` })
      .execute();
  /** Logs in at the provider's own login page. */
  const opensDoor = async ({ username, password }: { username: string; password: string }) => {
    const response = await fetch(`${server.world.url}/site/PG/login`, {
      method: 'POST',
      body: new URLSearchParams({ username, password, lang: 'en' }),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return response.status < 400;
  };

  it('opens an account once, with a name and a password that work at the provider', async () => {
    const member = await server.members.join();
    expect((await slot(member))?.isActive).toBe(false);
    expect(await activate(member)).toBe('OK');
    expect(await activate(member)).toBe('SLOT_ALREADY_ACTIVE');
    expect((await slot(member))?.isActive).toBe(true);
    const credentials = await member.credentials();
    expect(credentials).toEqual({
      username: expect.stringMatching(/^kp[2-9a-z]{8}$/),
      password: expect.stringMatching(/^[2-9A-Za-z]{12}$/),
      event: null,
    });
    expect(await opensDoor(credentials)).toBe(true);
    expect(await opensDoor({ ...credentials, password: 'wrong' })).toBe(false);
  });

  it('opens one account when asked many times at once', async () => {
    const member = await server.members.join();
    const ends = await Promise.all(Array.from({ length: 10 }, () => activate(member)));
    expect(ends).toContain('OK');
    expect(ends.filter((end) => end !== 'OK' && end !== 'SLOT_ALREADY_ACTIVE')).toEqual([]);
    const rows = await server.database.queries.selectFrom('game_account').selectAll().execute();
    const { username } = await member.credentials();
    expect(rows.filter((row) => row.username === username)).toHaveLength(1);
    expect(await opensDoor(await member.credentials())).toBe(true);
  });

  it.each(['http_500', 'timeout_before_commit', 'timeout_after_commit'] as const)(
    'says so when the provider does not answer (%s), and opens the same account later',
    async (kind) => {
      const member = await server.members.join();
      await server.world.fault('provider', kind);
      expect(await activate(member)).toBe('SLOT_ACTIVATE_FAIL');
      expect(await member.api.refused('GET /api/wallet/account/:slotCode', { params: PG })).toBe(
        'SLOT_NO_ACCOUNT',
      );
      await server.workOff();
      expect((await slot(member))?.isDown).toBe(true);
      await server.world.heal();
      expect(await activate(member)).toBe('OK');
      expect((await slot(member))?.isDown).toBe(false);
      expect(await opensDoor(await member.credentials())).toBe(true);
    },
  );

  it('keeps passwords sealed, each to its row', async () => {
    const member = await server.members.join();
    await member.activate();
    const { password } = await member.credentials();
    const rows = await server.database.queries.selectFrom('game_account').selectAll().execute();
    for (const { sealed_password } of rows) expect(sealed_password.includes(password)).toBe(false);

    const other = await server.members.join();
    await other.activate();
    const { username } = await other.credentials();
    const stolen = rows.find((row) => row.username !== username)?.sealed_password ?? Buffer.of();
    await server.database.queries
      .updateTable('game_account')
      .set({ sealed_password: stolen })
      .where('username', '=', username)
      .execute();
    const answer = await other.api.call('GET /api/wallet/account/:slotCode', { params: PG });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ message: 'INTERNAL_SERVER_ERROR' });
  });

  it('gives no account to who has none', async () => {
    const member = await server.members.join();
    expect(await member.api.refused('GET /api/wallet/account/:slotCode', { params: PG })).toBe(
      'SLOT_NO_ACCOUNT',
    );
    expect(await reset(member)).toBe('SLOT_NO_ACCOUNT');
    const request = { params: { username: 'kpanyone' } };
    expect(await member.api.refused('GET /api/autoLogin/pg/:username', request)).toBe('SLOT_NO_ACCOUNT');
  });

  it.each(['NOSUCH', 'WALLET', 'pg', '__proto__'])('knows no game %s', async (slotCode) => {
    const member = await server.members.join();
    const params = { slotCode };
    expect(await member.api.refused('GET /api/wallet/activate/:slotCode', { params })).toBe('NO_GAME');
    expect(await member.api.refused('GET /api/wallet/account/:slotCode', { params })).toBe('NO_GAME');
    expect(await member.api.refused('GET /api/wallet/resetpassword/:slotCode', { params })).toBe('NO_GAME');
  });

  it('opens the game with a link that shows the player and works once', async () => {
    const member = await server.members.join();
    const username = await member.activate();
    const { link } = await launch(member, username, { 'accept-language': 'en' });
    expect(new URL(link).origin).toBe(server.world.url);
    const opened = await fetch(link);
    expect(opened.status).toBe(200);
    const page = await opened.text();
    expect(page).toContain(username);
    expect(page).toMatch(/<html[^>]* lang="en"/);
    const again = await fetch(link);
    await again.arrayBuffer();
    expect(again.status).toBe(410);
  });

  it('opens no game as somebody else', async () => {
    const [member, other] = [await server.members.join(), await server.members.join()];
    await member.activate();
    const params = { username: await other.activate() };
    expect(await member.api.refused('GET /api/autoLogin/pg/:username', { params })).toBe('SLOT_NO_ACCOUNT');
  });

  it('says NO_GAME when the provider does not answer a launch', async () => {
    const member = await server.members.join();
    const username = await member.activate();
    await server.world.fault('provider', 'http_500');
    expect(await member.api.refused('GET /api/autoLogin/pg/:username', { params: { username } })).toBe(
      'NO_GAME',
    );
    await server.world.heal();
  });

  it('gives a fresh password, once a minute', async () => {
    const member = await server.members.join();
    await member.activate();
    const before = await member.credentials();
    expect(await reset(member)).toBe('OK');
    const after = await member.credentials();
    expect(after.username).toBe(before.username);
    expect(after.password).not.toBe(before.password);
    expect(await opensDoor(after)).toBe(true);
    expect(await opensDoor(before)).toBe(false);
    expect(await reset(member)).toBe('REQUEST_LIMIT_1MIN');
    await letResetAgain();
    expect(await reset(member)).toBe('OK');
  });

  it('gives one fresh password when asked many times at once', async () => {
    const member = await server.members.join();
    await member.activate();
    const ends = await Promise.all(Array.from({ length: 10 }, () => reset(member)));
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(await opensDoor(await member.credentials())).toBe(true);
  });

  it('says so when the provider does not confirm a password, and the next try mends it', async () => {
    const member = await server.members.join();
    await member.activate();
    await server.world.fault('provider', 'timeout_after_commit');
    expect(await reset(member)).toBe('SLOT_RESET_PASSWORD_FAIL');
    await server.world.heal();
    await letResetAgain();
    expect(await reset(member)).toBe('OK');
    expect(await opensDoor(await member.credentials())).toBe(true);
  });

  it('shows what the provider says of the balance when refreshed', async () => {
    const member = await server.members.joinWith(100, { game: true });
    await member.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } });
    expect((await slot(member))?.amount).toBe(100);
    const { username } = await member.credentials();
    await server.world.control('POST', '/play', { provider: 'PG', username, bet: 10, win: 3.5, rounds: 2 });
    const { slots } = await member.api.ok('GET /api/wallet/refresh/slot');
    expect(slots[0]).toMatchObject({ code: 'PG', amount: 87, isDown: false, transit: 0 });
    expect(await slot(member)).toEqual(slots[0]);

    await server.world.fault('provider', 'http_500');
    const down = await member.api.ok('GET /api/wallet/refresh/slot');
    expect(down.slots[0]).toMatchObject({ amount: 87 });
    await server.workOff();
    expect((await slot(member))?.isDown).toBe(true);
    await server.world.heal();
    const up = await member.api.ok('GET /api/wallet/refresh/slot');
    expect(up.slots[0]).toMatchObject({ amount: 87, isDown: false });
  });

  it('offers nothing of a provider that is switched off', async () => {
    const member = await server.members.join();
    const content = await server.content.get();
    await server.content.save({
      ...content,
      providers: content.providers.map((provider) => ({ ...provider, enabled: false })),
    });
    expect((await member.api.ok('GET /api/wallet')).slots).toEqual([]);
    expect(await activate(member)).toBe('NO_GAME');
    await server.content.save(content);
    expect(await activate(member)).toBe('OK');
  });
});
