import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { Api, endOf } from '../../testing/api.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isOverBefore } from '../../testing/lock-waits.ts';

const NEW_PASSWORD = 'a longer new one';

describe('changing the password', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('ends every other session, and this one goes on', async () => {
    const { api, registration } = await server.members.join();
    const elsewhere = new Api(server.url, await server.members.logIn(registration));
    const { password: oldPassword, username } = registration;
    await api.ok('PUT /api/account/changepwd', { body: { oldPassword, newPassword: NEW_PASSWORD } });
    await api.ok('GET /api/wallet');
    expect(await elsewhere.refused('GET /api/wallet')).toBe('INVALID_USER_3');
    expect(await api.ok('GET /api/account/sessions')).toHaveLength(1);
    expect(await server.api.refused('POST /api/login', { body: { username, password: oldPassword } })).toBe(
      'WRONG_CREDENTIAL',
    );
    await server.members.logIn({ username, password: NEW_PASSWORD });
  });

  it('opens no session to the old one while the change is being made', async () => {
    const { registration } = await server.members.join();
    const { username, password } = registration;
    let finish = () => {};
    const isAsked = new Promise<void>((resolve) => (finish = resolve));
    let change: Promise<void> = Promise.resolve();
    await new Promise<void>((isBegun) => {
      change = server.database.transaction(async (tx) => {
        await tx
          .updateTable('member')
          .set({ password_hash: 'another', password_changed_at: sql`now()` })
          .where('username', '=', username)
          .execute();
        isBegun();
        await isAsked;
      });
    });
    // The log-in reads the old hash. When it has compared it, the change of password holds the member's row.
    const login = server.api.call('POST /api/login', { body: { username, password } });
    await isOverBefore(server.database.queries, login).finally(finish);
    await change;
    expect(endOf(await login)).toBe('WRONG_CREDENTIAL');
  });

  it.each([
    ['the old one is wrong', { oldPassword: 'not it', newPassword: NEW_PASSWORD }, 'WRONG_PASSWORD'],
    ['the new one is too short', { oldPassword: 'not it', newPassword: '12345' }, 'INVALID_USER_INFO'],
    ['the old one is empty', { oldPassword: '', newPassword: NEW_PASSWORD }, 'KEY_INVALID'],
  ])('changes nothing when %s', async (_, body, code) => {
    const { api, registration } = await server.members.join();
    expect(await api.refused('PUT /api/account/changepwd', { body })).toBe(code);
    await server.members.logIn(registration);
  });

  it('lets one of many changes at once through', async () => {
    const { api, registration } = await server.members.join();
    const { password: oldPassword, username } = registration;
    const tries = Array.from({ length: 4 }, (_, index) => `${NEW_PASSWORD} ${index}`);
    const answers = await Promise.all(
      tries.map((newPassword) =>
        api.call('PUT /api/account/changepwd', { body: { oldPassword, newPassword } }),
      ),
    );
    const won = tries.filter((_, index) => answers[index]?.status === 200);
    expect(won).toHaveLength(1);
    await server.members.logIn({ username, password: won[0] ?? '' });
  });
});

describe('the places one is logged in', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const PHONE =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

  const logInFrom = async (
    { username, password }: { username: string; password: string },
    userAgent: string,
  ): Promise<Api> => {
    const body = { username, password };
    const { token } = await server.api.ok('POST /api/login', { body, headers: { 'user-agent': userAgent } });
    return new Api(server.url, token);
  };

  it('are listed by what the browsers say, and this one is marked', async () => {
    const { api, registration } = await server.members.join();
    const phone = await logInFrom(registration, PHONE);
    await logInFrom(registration, '<script>alert(1)</script>');
    const listed = await phone.ok('GET /api/account/sessions');
    expect(listed).toHaveLength(3);
    expect(listed.filter((session) => session.isCurrent)).toMatchObject([{ device: 'Chrome · Android' }]);
    expect(await api.ok('GET /api/account/sessions')).toHaveLength(3);
  });

  it('can be ended one by one, by nobody else', async () => {
    const { api, registration } = await server.members.join();
    const elsewhere = await logInFrom(registration, PHONE);
    const listed = await api.ok('GET /api/account/sessions');
    const params = { sessionId: listed.find((session) => !session.isCurrent)?._id ?? '' };
    const stranger = await server.members.join();
    await stranger.api.ok('DELETE /api/account/sessions/:sessionId', { params });
    await elsewhere.ok('GET /api/wallet');
    await api.ok('DELETE /api/account/sessions/:sessionId', { params });
    expect(await elsewhere.refused('GET /api/wallet')).toBe('INVALID_USER_1');
    await api.ok('DELETE /api/account/sessions/:sessionId', { params });
    await api.ok('GET /api/wallet');
    const endless = { params: { sessionId: '9'.repeat(19) } };
    expect(await api.refused('DELETE /api/account/sessions/:sessionId', endless)).toBe('KEY_INVALID');
  });

  it('can all be ended at once', async () => {
    const { api, registration } = await server.members.join();
    const elsewhere = await logInFrom(registration, PHONE);
    await api.ok('DELETE /api/account/sessions');
    expect(await elsewhere.refused('GET /api/wallet')).toBe('INVALID_USER_1');
    expect(await api.refused('GET /api/wallet')).toBe('INVALID_USER_1');
  });
});
