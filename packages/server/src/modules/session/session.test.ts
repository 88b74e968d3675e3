import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../testing/api.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

describe('sessions', () => {
  const clock = new TestClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.stop());

  const sessionOf = (token: string) => createHash('sha256').update(token).digest();

  /** Returns the refusal of a token. Home's session is found together with home's data. */
  const refusalOf = async (api: Api): Promise<string> => {
    const code = await api.refused('GET /api/wallet');
    expect(await api.refused('GET /api/account/sessions')).toBe(code);
    return code;
  };

  it('gives a token that opens the member’s calls', async () => {
    const member = await server.members.join();
    expect(member.token).toMatch(/^[\w-]{43}$/);
    const { profile } = await member.api.ok('GET /api/account/profile');
    expect(profile.username).toBe(member.registration.username);
  });

  it('keeps no token, only its hash', async () => {
    const { token } = await server.members.join();
    const rows = await server.database.queries.selectFrom('session').selectAll().execute();
    expect(inspect(rows)).not.toContain(token);
    expect(rows.some((row) => row.token_hash.equals(sessionOf(token)))).toBe(true);
  });

  it('answers an unknown phone and a wrong password alike', async () => {
    const { username, password } = (await server.members.join()).registration;
    const wrong = await server.api.call('POST /api/login', { body: { username, password: `${password}x` } });
    const unknown = await server.api.call('POST /api/login', {
      body: { username: server.members.nextPhone(), password },
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    for (const { body } of [wrong, unknown])
      expect(body).toEqual({ message: 'WRONG_CREDENTIAL', requestId: expect.any(String) });
  });

  it('takes the password as it was typed', async () => {
    const { username } = (await server.members.register({ password: ' spaced out ' })).registration;
    const logIn = (password: string) =>
      server.api.refused('POST /api/login', { body: { username, password } });
    expect(await logIn('spaced out')).toBe('WRONG_CREDENTIAL');
    expect(await logIn(' SPACED OUT ')).toBe('WRONG_CREDENTIAL');
    expect(await server.members.logIn({ username, password: ' spaced out ' })).toBeTruthy();
  });

  it('ends one session at logout and leaves the others', async () => {
    const { registration, api, token } = await server.members.join();
    const other = new Api(server.url, await server.members.logIn(registration));
    await api.ok('POST /api/logout');
    expect(await refusalOf(new Api(server.url, token))).toBe('INVALID_USER_1');
    await other.ok('GET /api/wallet');
  });

  it.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['no token', { authorization: 'Bearer ' }],
    ['a token of other characters', { authorization: 'Bearer a b' }],
    ['a token too long', { authorization: `Bearer ${'a'.repeat(201)}` }],
  ])('asks for a log-in: %s', async (_name, headers) => {
    expect(await server.api.refused('GET /api/wallet', { headers })).toBe('UNAUTHORIZED');
  });

  it('says INVALID_USER_1 to a token nobody was given', async () => {
    const stranger = new Api(server.url, 'A'.repeat(43));
    expect(await refusalOf(stranger)).toBe('INVALID_USER_1');
  });

  it('says INVALID_USER_2 when the member behind a token is gone', async () => {
    const { token, api } = await server.members.join();
    await server.database.transaction(async (tx) => {
      // As after a partial restore. The foreign key that normally prevents this is dropped.
      await sql`alter table session drop constraint session_member_id_fkey`.execute(tx);
      await tx
        .updateTable('session')
        .set({ member_id: 'gone' })
        .where('token_hash', '=', sessionOf(token))
        .execute();
    });
    expect(await refusalOf(api)).toBe('INVALID_USER_2');
  });

  it('says INVALID_USER_3 to tokens from before a change of password', async () => {
    const { registration, api } = await server.members.join();
    await server.database.queries
      .updateTable('member')
      .set({ password_changed_at: sql<Date>`now()` })
      .where('username', '=', registration.username)
      .execute();
    expect(await refusalOf(api)).toBe('INVALID_USER_3');
    const fresh = new Api(server.url, await server.members.logIn(registration));
    await fresh.ok('GET /api/wallet');
  });

  it('says INVALID_USER_4 to a disabled member, and lets nobody log in as one', async () => {
    const { registration, api } = await server.members.join();
    const disable = (disabled_at: Date | null) =>
      server.database.queries
        .updateTable('member')
        .set({ disabled_at })
        .where('username', '=', registration.username)
        .execute();
    await disable(new Date());
    expect(await refusalOf(api)).toBe('INVALID_USER_4');
    const { username, password } = registration;
    const logIn = (typed: string) =>
      server.api.refused('POST /api/login', { body: { username, password: typed } });
    expect(await logIn(password)).toBe('INACTIVE_USER');
    // A caller without the password learns nothing about the account.
    expect(await logIn('something else')).toBe('WRONG_CREDENTIAL');
    await disable(null);
    await api.ok('GET /api/wallet');
  });

  it('ends a session after its days', async () => {
    const { api } = await server.members.join();
    clock.forward(30 * DAY_MS - 1);
    await api.ok('GET /api/wallet');
    clock.forward(1);
    expect(await refusalOf(api)).toBe('EXPIRED_AUTH_TOKEN');
  });

  it('keeps when a session was last used, to a minute', async () => {
    const { api, token } = await server.members.join();
    const lastSeen = async () => {
      const { last_seen_at } = await server.database.queries
        .selectFrom('session')
        .select('last_seen_at')
        .where('token_hash', '=', sessionOf(token))
        .executeTakeFirstOrThrow();
      return last_seen_at.getTime();
    };
    for (const key of ['GET /api/wallet', 'GET /api/account/sessions'] as const) {
      clock.forward(MINUTE_MS + 1);
      await api.ok(key);
      expect(await lastSeen()).toBe(clock.now().getTime());
      clock.forward(MINUTE_MS);
      await api.ok(key);
      expect(await lastSeen()).toBe(clock.now().getTime() - MINUTE_MS);
    }
  });

  it('does not count a clock that is behind the database’s as a change of password', async () => {
    const slow = await startTestServer({ clock: { now: () => new Date(Date.now() - 5_000) } });
    const { api } = await slow.members.join();
    await api.ok('GET /api/wallet');
    await slow.stop();
  });
});
