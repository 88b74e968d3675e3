import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { wideLimits } from '../../testing/limits.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'a new pass-word';

const clock = new TestClock();
let server: TestServer;
let support: StaffBrowser;
let auditor: StaffBrowser;
let manager: StaffBrowser;

beforeAll(async () => {
  const limits = wideLimits({ OTPS_PER_PHONE_AND_MEMBER: 2 });
  server = await startTestServer({ clock, settings: { consolePort: 0, limits } });
  [support, auditor, manager] = (await staffOf(server, 'support', 'auditor', 'manager')) as [
    StaffBrowser,
    StaffBrowser,
    StaffBrowser,
  ];
});
afterEach(() => server.world.heal());
afterAll(() => server.stop());

const idOf = async ({ registration }: TestMember): Promise<string> => {
  const { id } = await server.database.queries
    .selectFrom('member')
    .select('id')
    .where('username', '=', registration.username)
    .executeTakeFirstOrThrow();
  return id;
};
const start = (id: string, by = support) =>
  by.call(`POST /staff/api/members/${id}/password-reset`, { reason: 'asked in the chat' });
const inbox = (phone: string) => server.world.smsTo(phone);
const confirm = (phone: string, code: string) =>
  server.api
    .call('POST /api/password/reset/confirm', { body: { phone, code, password: NEW_PASSWORD } })
    .then(endOf);
const actsOn = async (id: string) => {
  const { body } = await manager.call(`GET /staff/api/audit?subject=member%20${id}`);
  return body.items as { action: string; outcome: string; reason: string; after: unknown }[];
};
const codesOf = (phone: string) =>
  server.database.queries
    .selectFrom('otp')
    .select('ref')
    .where('phone', '=', phone)
    .where('purpose', '=', 'password')
    .execute();

describe('a password reset that staff start', () => {
  it('sends the member the code, shows it to nobody, and is recorded', async () => {
    const member = await server.members.join();
    const phone = member.registration.username;
    const id = await idOf(member);
    const reply = await start(id);
    expect([reply.status, reply.body]).toEqual([200, { status: true }]);
    expect(await inbox(phone)).toHaveLength(1);
    const acts = await actsOn(id);
    expect(acts).toMatchObject([
      { action: 'member.send_reset', outcome: 'done', reason: 'asked in the chat' },
    ]);
    const code = await server.world.otpCode(phone);
    expect(JSON.stringify(acts)).not.toContain(code);
    expect(await confirm(phone, code)).toBe('OK');
    expect(endOf(await member.api.call('GET /api/account/profile'))).toBe('INVALID_USER_1');
    expect(await server.members.logIn({ username: phone, password: NEW_PASSWORD })).toBeTruthy();
  });

  it('needs the permission, a reason and a member', async () => {
    const id = await idOf(await server.members.join());
    expect((await start(id, auditor)).code).toBe('FORBIDDEN');
    const without = await support.call(`POST /staff/api/members/${id}/password-reset`, {});
    expect(without.code).toBe('KEY_MISSING');
    expect((await start('nobodyhere00')).code).toBe('NO_DATA');
  });

  it('has limits of its own, with a true wait', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    expect((await start(id)).status).toBe(200);
    const early = await start(id);
    expect([early.code, early.headers.get('retry-after')]).toEqual(['REQUEST_LIMIT', '60']);
    clock.forward(MINUTE_MS);
    expect((await start(id)).status).toBe(200);
    clock.forward(MINUTE_MS);
    expect((await start(id)).code).toBe('REQUEST_LIMIT');
    expect(await inbox(member.registration.username)).toHaveLength(2);
    const acts = await actsOn(id);
    expect(acts.filter(({ action }) => action === 'member.send_reset')).toHaveLength(2);
  });

  it('says when the message was not sent, and can be started again at once', async () => {
    const member = await server.members.join();
    const id = await idOf(member);
    await server.world.fault('sms', 'http_500');
    expect((await start(id)).code).toBe('SMS_FAILED');
    expect(await codesOf(member.registration.username)).toEqual([]);
    await server.world.heal();
    expect((await start(id)).status).toBe(200);
  });

  it('tells strangers nothing about the phone once its code has ended', async () => {
    const member = await server.members.join();
    const phone = member.registration.username;
    await start(await idOf(member));
    clock.forward(5 * MINUTE_MS);
    expect(await confirm(phone, '123456')).toBe('OTP_NOT_EXIST');
  });
});
