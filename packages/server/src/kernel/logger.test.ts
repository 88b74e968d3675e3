import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInMemory } from '../testing/log-in-memory.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../testing/test-server.ts';
import { createLogger } from './logger.ts';

describe('the log', () => {
  it.each([
    'password',
    'oldPassword',
    'newPassword',
    'token',
    'otpToken',
    'otpCode',
    'authorization',
    'cookie',
    'link',
    'secret',
  ])('never holds a %s, wherever it stands', (field) => {
    const { stream, text } = logInMemory();
    const log = createLogger('info', stream);
    const secret = { [field]: 'hush-hush' };
    log.info(secret, 'top');
    log.info({ body: secret, list: [secret] }, 'second');
    log.info({ request: { body: secret } }, 'third');
    log.child({ request: secret }).info('child');
    log.info({ err: Object.assign(new Error('failed'), secret) }, 'error');
    expect(text()).not.toContain('hush-hush');
    expect(text().match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(6);
  });

  it('is JSON lines at its level, with the rest of what was said', () => {
    const { stream, lines } = logInMemory();
    const log = createLogger('warn', stream);
    log.info('not this');
    log.warn({ amount: 5, password: 'x' }, 'this');
    expect(lines()).toEqual([
      { level: 40, time: expect.any(Number), amount: 5, password: '[redacted]', msg: 'this' },
    ]);
  });
});

describe('the log of a server at work', () => {
  const log = logInMemory();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ logger: createLogger('trace', log.stream) });
  });
  afterAll(() => server.stop());

  it('holds nothing secret, through a journey with faults', async () => {
    const member = await server.members.register();
    await member.payQr(500);
    await member.activate();
    const { username, password: gamePassword } = await member.credentials();
    const { link } = await member.api.ok('GET /api/autoLogin/pg/:username', { params: { username } });
    const wrong = { username: member.registration.username, password: 'a-wrong-password' };
    await member.api.refused('POST /api/login', { body: wrong });
    await member.api.send('POST', '/api/login', { ...wrong, password: { nested: 'a-wrong-password' } });
    await member.api.send('GET', `/api/autoLogin/pg/${gamePassword}`);
    await member.api.send('GET', `/api/nothing?token=${member.token}`);
    for (const kind of ['http_500', 'timeout_after_commit'] as const) {
      await server.world.fault('provider', kind);
      await member.api.call('GET /api/autoLogin/pg/:username', { params: { username } });
      await member.api.call('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 5 } });
      await server.pass(LEFT_MS);
      await server.world.heal();
    }
    const phone = server.members.nextPhone();
    const { otpToken } = await server.api.ok('POST /api/otp/send', { body: { phoneNumber: phone } });
    const otpCode = await server.world.otpCode(phone);
    await server.api.ok('POST /api/otp/verify', { body: { otpToken, otpCode } });
    // Causes an internal error, which is logged in full.
    await server.database.queries
      .updateTable('game_account')
      .set({ sealed_password: Buffer.of(1, 2, 3) })
      .execute();
    await member.api.call('GET /api/wallet/account/:slotCode', { params: { slotCode: 'PG' } });

    await server.pass(LEFT_MS);
    const text = log.text();
    const secrets = {
      token: member.token,
      password: member.registration.password,
      gamePassword,
      link,
      launchToken: new URL(link).searchParams.get('token'),
      otpToken,
      wrongPassword: 'a-wrong-password',
    };
    for (const [name, secret] of Object.entries(secrets))
      expect(text.includes(String(secret)), name).toBe(false);
    expect(text).not.toMatch(new RegExp(`(?<!\\d)${otpCode}(?!\\d)`));

    expect(log.lines()).toContainEqual(
      expect.objectContaining({
        msg: 'answered',
        method: 'GET',
        route: '/api/autoLogin/pg/:username',
        status: 200,
        durationMs: expect.any(Number),
        memberId: expect.any(String),
        requestId: expect.any(String),
      }),
    );
    expect(log.lines()).toContainEqual(expect.objectContaining({ msg: 'unexpected failure', level: 50 }));
  });
});
