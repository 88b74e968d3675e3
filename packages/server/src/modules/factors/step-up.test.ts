import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { addTotp, aBrowser, inBrowser, PasskeySite, totpCode } from '../../testing/member-factors.ts';
import { wideLimits } from '../../testing/limits.ts';
import type { TestMember } from '../../testing/members.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';
import { DatabaseClock } from '../../testing/database-clock.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inWhole } from '../../testing/forms.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Above the operator's amount. */
const MUCH = 25_000;

let clock: DatabaseClock;
let server: TestServer;
let site: PasskeySite;

beforeAll(async () => {
  const database = await postgresDatabase();
  clock = await DatabaseClock.install(database);
  server = await startTestServer({
    open: async () => database,
    clock,
    content: ({ protection }) => {
      // The members of tests share their names, and one is excluded.
      protection.matchExcludedNames = 'off';
    },
    settings: { limits: wideLimits({ PASSWORDS_PER_MEMBER: 3 }) },
  });
  site = new PasskeySite(server);
});
afterAll(() => server.stop());

const joinWith = async (baht: number) => {
  const member = await server.members.joinWith(baht);
  return { member, password: member.registration.password };
};
const withdraw = async ({ api }: TestMember, amount: number, key: string = crypto.randomUUID()) =>
  endOf(
    await api.call('POST /api/wallet/withdraw', { body: { amount }, headers: { 'idempotency-key': key } }),
  );
const prove = async ({ api }: TestMember, body: Record<string, unknown>) =>
  endOf(await api.call('POST /api/step-up', { body }));

describe('a withdrawal', () => {
  it('asks for proof on a new device, until it is given there once', inWhole, async () => {
    const { member, password } = await joinWith(1_000);
    expect(await withdraw(member, 100), 'the first device is the member’s own').toBe('OK');
    const headers = aBrowser();
    const there = await inBrowser(server, member, { headers });
    expect(await withdraw(there, 100)).toBe('STEP_UP_REQUIRED');
    expect((await member.wallet()).amount).toBe(900);
    expect(await prove(there, { password: 'not it' })).toBe('WRONG_PASSWORD');
    expect(await withdraw(there, 100)).toBe('STEP_UP_REQUIRED');
    expect(await prove(there, { password })).toBe('OK');
    expect(await withdraw(there, 100)).toBe('OK');
    await clock.forward(HOUR_MS);
    expect(await withdraw(there, 100)).toBe('OK');
    expect(await withdraw(await inBrowser(server, member, { headers }), 100)).toBe('OK');
  });

  it('of everything, and of the held balance, asks too', inWhole, async () => {
    const { member, password } = await joinWith(500);
    const limit = { kind: 'deposit', period: 'month', amount: 600 } as const;
    await member.api.ok('PUT /api/protection/limits', { body: limit });
    const params = { provider: 'KBANK' } as const;
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 10 } });
    await server.world.control('POST', `/qr/${qrcodeId}/pay`, { amount: 400 });
    await server.workOff();
    expect((await member.api.ok('GET /api/protection')).held).toBe(300);
    const { api } = await inBrowser(server, member);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const all = () =>
      api.call('POST /api/wallet/withdrawAll', { body: { amount: 600 }, headers }).then(endOf);
    const held = () => api.call('POST /api/protection/held/withdraw').then(endOf);
    expect([await all(), await held()]).toEqual(['STEP_UP_REQUIRED', 'STEP_UP_REQUIRED']);
    await api.ok('POST /api/step-up', { body: { password } });
    expect([await all(), await held()]).toEqual(['OK', 'OK']);
  });

  it('above the operator’s amount asks for a fresh proof on every device', async () => {
    const { member, password } = await joinWith(4 * MUCH);
    expect(await withdraw(member, MUCH), 'the log-in was a moment ago').toBe('OK');
    await clock.forward(15 * MINUTE_MS);
    expect(await withdraw(member, MUCH)).toBe('STEP_UP_REQUIRED');
    await prove(member, { password });
    expect(await withdraw(member, MUCH)).toBe('OK');
  });

  it('asks once those of 24 hours without a proof would pass the amount together', async () => {
    const { member, password } = await joinWith(4 * MUCH);
    await clock.forward(15 * MINUTE_MS);
    expect(await withdraw(member, 12_000)).toBe('OK');
    expect(await withdraw(member, 8_000)).toBe('OK');
    expect(await withdraw(member, 100)).toBe('STEP_UP_REQUIRED');
    await clock.forward(23 * HOUR_MS);
    expect(await withdraw(member, 100)).toBe('STEP_UP_REQUIRED');
    await clock.forward(2 * HOUR_MS);
    expect(await withdraw(member, 20_000)).toBe('OK');
    await prove(member, { password });
    await clock.forward(15 * MINUTE_MS);
    expect(await withdraw(member, 20_000), 'what went before the proof is not counted').toBe('OK');
    expect(await withdraw(member, 100)).toBe('STEP_UP_REQUIRED');
  });

  it('is counted with those that are made at the same time in another session', async () => {
    const { member } = await joinWith(4 * MUCH);
    const other = await inBrowser(server, member, { headers: {} });
    await clock.forward(15 * MINUTE_MS);
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, n) => withdraw(n % 2 === 0 ? member : other, 6_000)),
    );
    expect(ends.filter((end) => end === 'OK')).toHaveLength(3);
    expect(new Set(ends)).toEqual(new Set(['OK', 'STEP_UP_REQUIRED']));
    expect((await member.wallet()).amount).toBe(4 * MUCH - 18_000);
  });

  it('that failed is not counted', async () => {
    const { member } = await joinWith(4 * MUCH);
    await clock.forward(15 * MINUTE_MS);
    await server.world.fault('bank', 'refused');
    expect(await withdraw(member, 15_000)).toBe('OK');
    await server.workOff();
    expect((await member.wallet()).amount).toBe(4 * MUCH);
    await server.world.heal();
    expect(await withdraw(member, 15_000)).toBe('OK');
  });

  it('that was made is reported as it stands, also when the proof has aged', async () => {
    const { member } = await joinWith(MUCH);
    const key = crypto.randomUUID();
    expect(await withdraw(member, MUCH, key)).toBe('OK');
    await clock.forward(HOUR_MS);
    expect(await withdraw(member, MUCH, key)).toBe('OK');
    expect((await member.wallet()).amount).toBe(0);
  });

  it('knows a client without a device id by its address', async () => {
    const { member } = await joinWith(500);
    const here = await inBrowser(server, member, { headers: {} });
    expect(await withdraw(here, 100)).toBe('OK');
    const elsewhere = await inBrowser(server, member, { headers: { 'x-forwarded-for': '203.0.113.77' } });
    expect(await withdraw(elsewhere, 100)).toBe('STEP_UP_REQUIRED');
  });

  it('asks on whichever browser comes next where the member has none that is known any more', async () => {
    const { member } = await joinWith(500);
    const { queries } = server.database;
    // As after half a year without a log-in, or a change of password before browsers were trusted.
    await queries.deleteFrom('member_device').execute();
    await queries.deleteFrom('session').execute();
    expect(await withdraw(await inBrowser(server, member), 100)).toBe('STEP_UP_REQUIRED');
  });

  it('asks again after all sessions have ended and every browser was forgotten', async () => {
    const { member } = await joinWith(500);
    await member.api.ok('DELETE /api/account/sessions');
    expect(await withdraw(await inBrowser(server, member, { headers: {} }), 100)).toBe('STEP_UP_REQUIRED');
  });
});

describe('changes of an account', () => {
  it('of name and bank account need a fresh proof', async () => {
    const { member, password } = await joinWith(0);
    const { bankCode, bankAccountName, bankAccountNo } = member.registration;
    const rename = () =>
      member.api.call('PUT /api/account/profile', {
        body: { name: 'คนใหม่', bankCode, bankAccountName, bankAccountNo },
      });
    const correct = () =>
      member.api.call('PUT /api/account/bankAccountName', {
        body: { bankCode, bankAccountName: 'SOMYING JAIDEE' },
      });
    await clock.forward(15 * MINUTE_MS);
    expect(endOf(await rename())).toBe('STEP_UP_REQUIRED');
    expect(endOf(await correct())).toBe('STEP_UP_REQUIRED');
    await prove(member, { password });
    expect(endOf(await rename())).toBe('OK');
    expect(endOf(await correct())).toBe('OK');
  });

  it('that loosen a limit need one, those that tighten none', async () => {
    const { member, password } = await joinWith(0);
    const limit = { kind: 'deposit', period: 'day' } as const;
    const set = (amount: number) =>
      member.api.call('PUT /api/protection/limits', { body: { ...limit, amount } }).then(endOf);
    const confirm = () => member.api.call('POST /api/protection/limits/confirm', { body: limit }).then(endOf);
    await clock.forward(HOUR_MS);
    expect(await set(500)).toBe('OK');
    expect(await set(900)).toBe('OK');
    await clock.forward(24 * HOUR_MS);
    expect(await confirm()).toBe('STEP_UP_REQUIRED');
    await prove(member, { password });
    expect(await confirm()).toBe('OK');
  });

  it('that end an exclusion need one', async () => {
    const { member } = await joinWith(0);
    await member.api.ok('POST /api/protection/exclusion', { body: { months: 6 } });
    await clock.forward(200 * 24 * HOUR_MS);
    const later = await inBrowser(server, member);
    const end = () => later.api.call('POST /api/protection/exclusion/end').then(endOf);
    expect(await end()).toBe('STEP_UP_REQUIRED');
    await prove(later, { password: member.registration.password });
    expect(await end()).toBe('OK');
  });
});

describe('a proof', () => {
  it('is the password where there is no factor', async () => {
    const { member } = await joinWith(0);
    expect(await member.api.ok('GET /api/step-up')).toEqual({ ways: ['password'] });
    expect(await prove(member, {})).toBe('KEY_MISSING');
    expect(await prove(member, { code: '123456' })).toBe('CODE_INVALID');
    expect(await prove(member, { answer: {} })).toBe('PASSKEY_INVALID');
  });

  it('is a code where there is an app, and the password no longer', async () => {
    const { member, password } = await joinWith(500);
    const { secret, recoveryCodes } = await addTotp(member, clock.now());
    expect(await member.api.ok('GET /api/step-up')).toEqual({ ways: ['code'] });
    await clock.forward(HOUR_MS);
    const there = await inBrowser(server, member, { code: totpCode(secret, clock.now()) });
    expect(await withdraw(there, 100), 'the code at log-in was the proof').toBe('OK');
    expect(await prove(member, { password })).toBe('CODE_REQUIRED');
    await clock.forward(MINUTE_MS);
    expect(await prove(member, { code: totpCode(secret, clock.now()) })).toBe('OK');
    expect(await prove(member, { code: recoveryCodes[0] })).toBe('OK');
    expect(await prove(member, { code: recoveryCodes[0] })).toBe('CODE_INVALID');
  });

  it('is a passkey where there is one, and a recovery code where it is lost', inWhole, async () => {
    const { member, password } = await joinWith(500);
    const { passkey, recoveryCodes } = await site.add(member);
    const there = await inBrowser(server, member);
    expect(await there.api.ok('GET /api/step-up')).toEqual({ ways: ['passkey', 'code'] });
    expect(await prove(there, { password })).toBe('CODE_REQUIRED');
    expect(endOf(await site.prove(there, new SoftPasskey()))).toBe('PASSKEY_INVALID');
    expect(endOf(await site.prove(there, passkey))).toBe('OK');
    expect(await withdraw(there, 100)).toBe('OK');
    const third = await inBrowser(server, member);
    expect(await withdraw(third, 100)).toBe('STEP_UP_REQUIRED');
    expect(await prove(third, { code: recoveryCodes[0] })).toBe('OK');
    expect(await withdraw(third, 100)).toBe('OK');
  });

  it('by a passkey is good once', async () => {
    const { member } = await joinWith(0);
    const { passkey } = await site.add(member);
    const api = site.as(member);
    const { options } = await api.ok('POST /api/step-up/challenge');
    const answer = passkey.get({ challenge: String(options['challenge']), origin: site.origin });
    expect(endOf(await api.call('POST /api/step-up', { body: { answer } }))).toBe('OK');
    expect(endOf(await api.call('POST /api/step-up', { body: { answer } }))).toBe('PASSKEY_INVALID');
  });

  it('by a password is forgotten in other sessions when a factor comes', async () => {
    const { member, password } = await joinWith(MUCH);
    const there = await inBrowser(server, member);
    await prove(there, { password });
    await addTotp(member, clock.now());
    expect(await withdraw(there, MUCH)).toBe('STEP_UP_REQUIRED');
  });

  it('is given for one session', async () => {
    const { member, password } = await joinWith(500);
    const [one, two] = [await inBrowser(server, member), await inBrowser(server, member)];
    await prove(one, { password });
    expect(await withdraw(two, 100)).toBe('STEP_UP_REQUIRED');
  });

  it('cannot be guessed for long', async () => {
    const { member, password } = await joinWith(0);
    for (let tries = 1; tries <= 3; tries += 1)
      expect(await prove(member, { password: 'not it' })).toBe('WRONG_PASSWORD');
    expect(await prove(member, { password })).toBe('REQUEST_LIMIT');
  });
});
