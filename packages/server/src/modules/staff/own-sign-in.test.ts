import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsError, readSettings } from '../../kernel/settings.ts';
import { OidcProvider } from '../../testing/oidc-provider.ts';
import { StaffBrowser, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let provider: OidcProvider;
let server: TestServer;
let manager: StaffBrowser;
let now: Date | undefined;
const EMAIL = 'cashier0@staff.example';

beforeAll(async () => {
  provider = await OidcProvider.start();
  server = await startTestServer({
    settings: {
      consolePort: 0,
      staffSecondFactor: true,
      staffOidc: {
        issuer: provider.issuer,
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        acr: ['urn:two'],
      },
    },
    clock: { now: () => now ?? new Date() },
  });
  await staffOf(server, 'cashier');
  manager = new StaffBrowser(server.staff!.url);
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const visit = (address: string, cookie = '') =>
  fetch(address, { redirect: 'manual', headers: cookie ? { cookie } : {} });
const begin = async () => {
  const reply = await visit(`${server.staff!.url}/staff/api/oidc/begin`);
  const [cookie = ''] = reply.headers.getSetCookie();
  return {
    address: reply.headers.get('location') ?? '',
    cookie: cookie.split(';', 1)[0] ?? '',
    full: cookie,
  };
};
/** Signs a person in as the provider describes them. @returns where the browser ends, and its session */
const signIn = async (claims: Record<string, unknown>, change: (back: URL) => void = () => undefined) => {
  provider.claims = { email: EMAIL, email_verified: true, amr: ['pwd', 'otp'], ...claims };
  const { address, cookie } = await begin();
  const back = provider.authorize(address);
  change(back);
  const reply = await visit(back.href, cookie);
  const session = reply.headers.getSetCookie().find((one) => one.startsWith('krapao_staff='));
  const browser = new StaffBrowser(server.staff!.url);
  browser.cookie = /=([^;]+)/.exec(session ?? '')?.[1];
  return { location: reply.headers.get('location'), browser, back, cookie };
};

describe('the operator’s own sign-in', () => {
  it('is told to the console', async () => {
    expect((await manager.call('GET /staff/api/ways')).body).toEqual({ provider: '/staff/api/oidc/begin' });
  });

  it('opens a session for a staff member with a second factor there', async () => {
    const { location, browser } = await signIn({});
    expect(location).toBe('/');
    const { body } = await browser.call('GET /staff/api/session');
    expect(body).toMatchObject({ staff: { email: EMAIL, roles: ['cashier'] }, mustSetUpFactor: false });
    expect((await browser.call('GET /staff/api/payouts')).status).toBe(200);
  });

  it.each([
    ['an address that is no staff member’s', { email: 'stranger@staff.example' }, 'WRONG_CREDENTIAL'],
    ['an address that the provider has not verified', { email_verified: false }, 'WRONG_CREDENTIAL'],
    ['no address', { email: undefined }, 'WRONG_CREDENTIAL'],
    ['a password alone', { amr: ['pwd'] }, 'CODE_REQUIRED'],
    ['another level', { amr: undefined, acr: 'urn:one' }, 'CODE_REQUIRED'],
    ['another sign-in’s answer', { nonce: 'x' }, 'WRONG_CREDENTIAL'],
  ])('refuses %s', async (_what, claims, code) => {
    const { location, browser } = await signIn(claims);
    expect(location).toBe(`/?error=${code}`);
    expect(browser.cookie).toBeUndefined();
  });

  it('takes the level that the settings name', async () => {
    expect((await signIn({ amr: undefined, acr: 'urn:two' })).location).toBe('/');
  });

  it('refuses another state, a code used before, another issuer, and a browser that did not begin', async () => {
    const other = await signIn({}, (back) => back.searchParams.set('state', 'x'));
    expect(other.location).toBe('/?error=WRONG_CREDENTIAL');
    const { back, cookie } = await signIn({});
    expect((await visit(back.href, cookie)).headers.get('location')).toBe('/?error=WRONG_CREDENTIAL');
    provider.isLying = true;
    expect((await signIn({})).location).toBe('/?error=WRONG_CREDENTIAL');
    provider.isLying = false;
    const { address } = await begin();
    const alone = await visit(provider.authorize(address).href);
    expect(alone.headers.get('location')).toBe('/?error=WRONG_CREDENTIAL');
  });

  it('refuses one that took too long', async () => {
    provider.claims = { email: EMAIL, email_verified: true, amr: ['mfa'] };
    const { address, cookie, full } = await begin();
    expect(full).toMatch(/HttpOnly/);
    now = new Date(Date.now() + 10 * 60_000 + 1);
    const reply = await visit(provider.authorize(address).href, cookie);
    expect(reply.headers.get('location')).toBe('/?error=WRONG_CREDENTIAL');
    now = undefined;
  });

  it('is not there without the setting', async () => {
    const plain = await startTestServer({ settings: { consolePort: 0 } });
    const browser = new StaffBrowser(plain.staff!.url);
    expect((await browser.call('GET /staff/api/ways')).body).toEqual({ provider: null });
    expect((await visit(`${plain.staff!.url}/staff/api/oidc/begin`)).status).toBe(404);
    await plain.stop();
  });

  it('names a setting that is missing, or an issuer without TLS', () => {
    const read = (more: Record<string, string>) => () => readSettings({ STAFF_OIDC_CLIENT_ID: 'c', ...more });
    expect(read({})).toThrow(new SettingsError('STAFF_OIDC_ISSUER, STAFF_OIDC_CLIENT_SECRET: missing'));
    const all = { STAFF_OIDC_CLIENT_SECRET: 's', STAFF_OIDC_ISSUER: 'http://login.example' };
    expect(read(all)).toThrow(new SettingsError('STAFF_OIDC_ISSUER: must begin with https://'));
  });
});
