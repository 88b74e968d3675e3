import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHELL, STAFF_PASSWORD, staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let now = new Date('2026-03-01T03:00:00Z');
let person: StaffBrowser;
let secret: string;
let recoveryCodes: string[];

const password = STAFF_PASSWORD;
const codeOf = (of: string): string => new TOTP({ secret: of }).generate({ timestamp: now.getTime() });
const later = (): void => void (now = new Date(now.getTime() + 60_000));
const begin = (more: object = {}, path = 'totp') =>
  person.call(`POST /staff/api/${path}`, { password, ...more });

beforeAll(async () => {
  server = await startTestServer({
    settings: { consolePort: 0, staffSecondFactor: true },
    clock: { now: () => now },
  });
  [person] = (await staffOf(server, 'cashier')) as [StaffBrowser];
  ({ secret } = (await begin()).body);
  ({ recoveryCodes } = (await person.call('PUT /staff/api/totp', { code: codeOf(secret) })).body);
});
afterAll(() => server.stop());

describe('a person with an authenticator app', () => {
  it.each(['totp', 'passkeys/challenge'])('proves it before another factor: %s', async (path) => {
    later();
    expect((await begin({}, path)).code).toBe('CODE_REQUIRED');
    expect((await begin({ code: '000000' }, path)).code).toBe('CODE_INVALID');
    expect((await begin({ password: 'wrong', code: codeOf(secret) }, path)).code).toBe('WRONG_CREDENTIAL');
    expect((await begin({ code: codeOf(secret) }, path)).status).toBe(200);
    // Each code works once.
    expect((await begin({ code: codeOf(secret) }, path)).code).toBe('CODE_INVALID');
  });

  it('proves it before a passkey is forgotten', async () => {
    const forget = (more: object) => person.call('DELETE /staff/api/passkeys/none', { password, ...more });
    later();
    expect((await forget({})).code).toBe('CODE_REQUIRED');
    expect((await forget({ code: '000000' })).code).toBe('CODE_INVALID');
    expect((await forget({ code: codeOf(secret) })).code).toBe('NO_DATA');
  });

  it('proves it by a recovery code when the phone is lost, and exchanges the app', async () => {
    later();
    const begun = await begin({ code: recoveryCodes[0] });
    expect(begun.status).toBe(200);
    expect((await begin({ code: recoveryCodes[0] })).code).toBe('CODE_INVALID');
    const code = codeOf(begun.body.secret);
    expect((await person.call('PUT /staff/api/totp', { code })).status).toBe(200);
    later();
    const signIn = (of: string) => person.signIn('cashier0@staff.example', { code: codeOf(of) });
    expect((await signIn(secret)).code).toBe('CODE_INVALID');
    expect((await signIn(begun.body.secret)).status).toBe(200);
  });

  it('who lost it with the recovery codes begins anew by a command and its link', async () => {
    const email = 'cashier0@staff.example';
    const token = await server.staff!.console.accounts.reset(email, SHELL, { factors: true });
    expect((await person.call('GET /staff/api/session')).code).toBe('UNAUTHORIZED');
    // The old password alone opens nothing.
    expect((await person.signIn(email)).code).toBe('WRONG_CREDENTIAL');
    const changed = 'another long password';
    expect((await person.call('POST /staff/api/links', { token, password: changed })).status).toBe(200);
    expect((await person.signIn(email, { password: changed })).body.mustSetUpFactor).toBe(true);
    expect((await begin({ password: changed })).status).toBe(200);
  });

  it('leaves each refused try on record', async () => {
    const rows = await server.database.queries
      .selectFrom('staff_audit')
      .select(['subject', 'reason'])
      .where('action', '=', 'call')
      .execute();
    const tries = rows.map(({ subject, reason }) => `${subject} ${reason}`);
    expect(tries).toContain('POST /staff/api/totp CODE_INVALID');
    expect(tries).toContain('POST /staff/api/passkeys/challenge WRONG_CREDENTIAL');
  });
});
