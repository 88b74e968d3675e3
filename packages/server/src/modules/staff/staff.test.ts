import { PERMISSIONS, ROLE_PERMISSIONS, ROLES, type Permission } from '@krapao/contract/staff/permissions';
import { staffRoutes } from '@krapao/contract/staff/routes';
import type { StaffRouteSpec } from '@krapao/contract/staff/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTP } from 'otpauth';
import type { Actor } from '../staff-audit/service.ts';
import { inWhole } from '../../testing/forms.ts';
import { wideLimits } from '../../testing/limits.ts';
import { STAFF_PASSWORD, StaffBrowser, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SHELL: Actor = {
  id: undefined,
  name: 'shell',
  roles: [],
  sessionId: undefined,
  address: '',
  requestId: 'test',
};

let now = new Date('2026-03-01T03:00:00Z');
const clock = { now: () => now };
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000));

let server: TestServer;
let required: TestServer;
const specs: StaffRouteSpec[] = Object.values(staffRoutes);

beforeAll(async () => {
  [server, required] = await Promise.all([
    startTestServer({ settings: { consolePort: 0 }, clock }),
    startTestServer({ settings: { consolePort: 0, staffSecondFactor: true }, clock }),
  ]);
});
afterAll(() => Promise.all([server.stop(), required.stop()]));

const browserAt = (at: TestServer): StaffBrowser => new StaffBrowser(at.staff?.url ?? '');
const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: now.getTime() });

/** Adds a person by the operator's command. Returns the token of their one-time link. */
const add = (at: TestServer, email: string, role = 'owner'): Promise<string> => {
  if (!at.staff) throw new Error('no console');
  return at.staff.console.accounts.add({ email, name: 'Somchai', roles: [role] }, SHELL);
};

describe('sign-in of staff', () => {
  it('answers who it is with the permissions of the roles, and sets a cookie that scripts cannot read', async () => {
    const [browser] = await staffOf(server, 'cashier');
    const { status, body } = await browser!.call('GET /staff/api/session');
    expect(status).toBe(200);
    expect(body.staff.roles).toEqual(['cashier']);
    expect(new Set(body.staff.permissions)).toEqual(new Set(ROLE_PERMISSIONS.cashier));
    const again = await browser!.signIn('cashier0@staff.example');
    expect(again.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
  });

  it('opens a session by a one-time link, which works once and for a day', async () => {
    const token = await add(server, 'first@staff.example');
    const browser = browserAt(server);
    const set = (password: string, of = token) =>
      browser.call('POST /staff/api/links', { token: of, password });
    expect((await set('short')).code).toBe('PASSWORD_WEAK');
    expect((await set('x-first-of-all')).code).toBe('PASSWORD_WEAK');
    expect((await set('Password123')).code).toBe('PASSWORD_WEAK');
    expect((await set(STAFF_PASSWORD)).status).toBe(200);
    expect((await set(STAFF_PASSWORD)).code).toBe('LINK_INVALID');
    expect((await browser.signIn('First@Staff.example ')).status).toBe(200);
    const late = await add(server, 'late@staff.example');
    later(24 * 60);
    expect((await set(STAFF_PASSWORD, late)).code).toBe('LINK_INVALID');
  });

  it('says the same to an unknown address and to a wrong password', async () => {
    await add(server, 'silent@staff.example');
    const browser = browserAt(server);
    for (const email of ['nobody@staff.example', 'silent@staff.example']) {
      const { status, code } = await browser.signIn(email, { password: 'wrong password' });
      expect([status, code]).toEqual([401, 'WRONG_CREDENTIAL']);
    }
    expect(browser.cookie).toBeUndefined();
  });

  it('ends a session after 30 idle minutes, after 12 hours, and at sign-out', async () => {
    const [idle, busy, leaving] = await staffOf(server, 'risk', 'finance', 'support');
    later(31);
    expect((await idle!.call('GET /staff/api/session')).code).toBe('UNAUTHORIZED');
    await busy!.signIn('finance1@staff.example');
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect((await busy!.call('GET /staff/api/session')).status).toBe(200);
      later(20);
    }
    expect((await busy!.call('GET /staff/api/session')).code).toBe('UNAUTHORIZED');
    await leaving!.signIn('support2@staff.example');
    const { cookie } = leaving!;
    expect((await leaving!.call('DELETE /staff/api/session')).status).toBe(200);
    leaving!.cookie = cookie;
    expect((await leaving!.call('GET /staff/api/session')).code).toBe('UNAUTHORIZED');
  });

  it('never takes over a token that the browser had before', async () => {
    const [browser] = await staffOf(server, 'auditor');
    const planted = 'x'.repeat(43);
    browser!.cookie = planted;
    await browser!.signIn('auditor0@staff.example');
    expect(browser!.cookie).not.toBe(planted);
  });

  it('refuses a write from another site', async () => {
    const [browser] = await staffOf(server, 'content');
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    const writes = specs.filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(20);
    for (const { method, path } of writes) {
      const key = `${method} ${path.replace(':id', '0190b0a8-0000-7000-8000-000000000000')}`;
      for (const headers of foreign) {
        const { code } = await browser!.call(key, method === 'DELETE' ? undefined : {}, headers);
        expect(code, key).toBe('ORIGIN_INVALID');
      }
    }
    const own = server.staff?.url ?? '';
    const { status } = await browser!.call('DELETE /staff/api/session', undefined, { origin: own });
    expect(status).toBe(200);
  });

  it('limits wrong passwords, and a right one in between counts for none', async () => {
    const tight = await startTestServer({
      settings: {
        consolePort: 0,
        limits: wideLimits({ STAFF_TRIES_PER_PERSON_AND_ADDRESS: 3 }),
      },
    });
    try {
      const [browser] = await staffOf(tight, 'manager');
      const email = 'manager0@staff.example';
      for (let tries = 0; tries < 2; tries += 1) {
        expect((await browser!.signIn(email, { password: 'guess' })).code).toBe('WRONG_CREDENTIAL');
        expect((await browser!.signIn(email)).status).toBe(200);
      }
      expect((await browser!.signIn(email, { password: 'guess' })).code).toBe('WRONG_CREDENTIAL');
      expect((await browser!.signIn(email)).code).toBe('REQUEST_LIMIT');
    } finally {
      await tight.stop();
    }
  });
});

describe('the second factor', () => {
  it('is set up first where it is required, and then asked for', async () => {
    const token = await add(required, 'owner@staff.example');
    const browser = browserAt(required);
    await browser.call('POST /staff/api/links', { token, password: STAFF_PASSWORD });
    const { body } = await browser.signIn('owner@staff.example');
    expect(body.mustSetUpFactor).toBe(true);
    expect((await browser.call('GET /staff/api/approvals')).code).toBe('SECOND_FACTOR_REQUIRED');

    expect((await browser.call('PUT /staff/api/totp', { code: '123456' })).code).toBe('NO_DATA');
    expect((await browser.call('POST /staff/api/totp', { password: 'wrong' })).code).toBe('WRONG_CREDENTIAL');
    const begun = await browser.call('POST /staff/api/totp', { password: STAFF_PASSWORD });
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Krapao:owner%40staff.example\?/);
    const { secret } = begun.body;
    expect((await browser.call('PUT /staff/api/totp', { code: '000000' })).code).toBe('CODE_INVALID');
    const confirmed = await browser.call('PUT /staff/api/totp', { code: codeOf(secret) });
    const { recoveryCodes } = confirmed.body;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await browser.call('GET /staff/api/approvals')).status).toBe(200);

    const other = browserAt(required);
    const signIn = (code?: string) => other.signIn('owner@staff.example', code === undefined ? {} : { code });
    expect((await signIn()).code).toBe('CODE_REQUIRED');
    // The code that confirmed the app is used up.
    expect((await signIn(codeOf(secret))).code).toBe('CODE_INVALID');
    later(1);
    expect((await signIn(codeOf(secret))).status).toBe(200);
    expect((await signIn(codeOf(secret))).code).toBe('CODE_INVALID');
    expect((await signIn(recoveryCodes[3])).status).toBe(200);
    expect((await signIn(recoveryCodes[3])).code).toBe('CODE_INVALID');
  });

  it('lets one of many concurrent sign-ins with one code through', async () => {
    const token = await add(required, 'racer@staff.example');
    const browser = browserAt(required);
    await browser.call('POST /staff/api/links', { token, password: STAFF_PASSWORD });
    await browser.signIn('racer@staff.example');
    const { body } = await browser.call('POST /staff/api/totp', { password: STAFF_PASSWORD });
    await browser.call('PUT /staff/api/totp', { code: codeOf(body.secret) });
    later(1);
    const code = codeOf(body.secret);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => browserAt(required).signIn('racer@staff.example', { code })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the staff of the demo', () => {
  it('do not get in without the sandbox, where their password is public', async () => {
    const real = await startTestServer({
      settings: { consolePort: 0, sandboxUrl: undefined, staffSecondFactor: true },
    });
    await real.staff!.console.addDemoStaff();
    const browser = browserAt(real);
    const reply = await browser.signIn('owner@demo.example', { password: 'krapao-demo' });
    expect(reply.code).toBe('WRONG_CREDENTIAL');
    await real.stop();
  });

  it('are added once, and not where there are staff', async () => {
    await staffOf(server, 'support');
    await server.staff!.console.addDemoStaff();
    const reply = await browserAt(server).signIn('owner@demo.example', { password: 'krapao-demo' });
    expect(reply.code).toBe('WRONG_CREDENTIAL');
  });
});

/** Adds a role of the operator, and a person who has it alone. Returns their signed-in browser. */
async function personWith(permissions: readonly Permission[], n: number): Promise<StaffBrowser> {
  const { queries } = server.database;
  const name = `Own role ${n}`;
  await queries
    .insertInto('staff_own_role')
    .values({ name, permissions: [...permissions] })
    .execute();
  const email = `own${n}@staff.example`;
  await server.staff!.console.accounts.addDemo([{ email, name, role: 'content' }], STAFF_PASSWORD);
  await queries
    .updateTable('staff_role')
    .set({ role: name })
    .where('staff_id', '=', (eb) => eb.selectFrom('staff').select('id').where('email', '=', email))
    .execute();
  const browser = browserAt(server);
  await browser.signIn(email);
  return browser;
}

describe('permissions', () => {
  interface Holder {
    name: string;
    permissions: readonly Permission[];
    browser: StaffBrowser;
  }
  /** Makes every call with each of them: who lacks its permission is refused, and nobody else. */
  const expectDecided = async (holders: readonly Holder[]) => {
    for (const { method, path, permission } of specs) {
      const key = `${method} ${path.replace(':id', '0190b0a8-0000-7000-8000-000000000000')}`;
      // It would end the sessions that the other calls need.
      if (permission === 'none' || key === 'DELETE /staff/api/session') continue;
      for (const { name, permissions, browser } of holders) {
        const { code } = await browser.call(key, bodyOf(method));
        const isForbidden = permission !== 'session' && !permissions.includes(permission);
        expect(code === 'FORBIDDEN', `${name} ${key}`).toBe(isForbidden);
      }
    }
  };
  const bodyOf = (method: string) => (method === 'POST' || method === 'PUT' ? {} : undefined);

  it('decide every call of the operator’s own roles, which have half of them each', async () => {
    const holders: Holder[] = [];
    for (const half of [0, 1]) {
      const permissions = PERMISSIONS.filter((_, index) => index % 2 === half);
      holders.push({ name: `own ${half}`, permissions, browser: await personWith(permissions, half) });
    }
    await expectDecided(holders);
  });

  it('decide every call of every built-in role', inWhole, async () => {
    const browsers = await staffOf(server, ...ROLES);
    await expectDecided(
      ROLES.map((name, index) => ({
        name,
        permissions: ROLE_PERMISSIONS[name],
        browser: browsers[index]!,
      })),
    );
  });

  it('are asked for: no call is open without a session', async () => {
    const guest = browserAt(server);
    for (const { method, path, permission } of specs) {
      const key = `${method} ${path.replace(':id', '0190b0a8-0000-7000-8000-000000000000')}`;
      if (permission !== 'none')
        expect((await guest.call(key, bodyOf(method))).code, key).toBe('UNAUTHORIZED');
    }
  });

  it('are read anew with each request, and a refused try is recorded', async () => {
    const [browser, auditor] = await staffOf(server, 'manager', 'auditor');
    expect((await browser!.call('GET /staff/api/audit')).status).toBe(200);
    await server.database.queries
      .updateTable('staff_role')
      .set({ role: 'content' })
      .where('role', '=', 'manager')
      .execute();
    expect((await browser!.call('GET /staff/api/audit')).code).toBe('FORBIDDEN');
    const { body } = await auditor!.call('GET /staff/api/audit?action=call');
    expect(body.items[0]).toMatchObject({
      subject: 'GET /staff/api/audit',
      outcome: 'refused',
      reason: 'FORBIDDEN',
      actor: { name: 'manager 0', roles: ['content'] },
    });
  });

  it('are no matter of the players’ port, which answers no staff call', async () => {
    for (const { method, path } of specs) {
      const body = method === 'POST' || method === 'PUT' ? '{}' : undefined;
      const headers: Record<string, string> =
        body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(server.url + path, { method, headers, ...(body && { body }) });
      expect(response.status, path).toBe(404);
    }
    expect((await fetch(`${server.staff?.url}/api/lookup/active`)).status).toBe(404);
  });
});
