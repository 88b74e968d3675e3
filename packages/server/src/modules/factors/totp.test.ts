import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { addTotp, PasskeySite, totpCode } from '../../testing/member-factors.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inWhole } from '../../testing/forms.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

const clock = new TestClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

const join = async () => {
  const member = await server.members.join();
  return { member, ...(await addTotp(member, clock.now())) };
};
/** Logs in, a step of the app later: a code is valid once. */
const logIn = async (
  { registration }: Pick<TestMember, 'registration'>,
  code?: string,
  headers: Record<string, string> = {},
) => {
  const { username, password } = registration;
  const body = { username, password, ...(code !== undefined && { code }) };
  return endOf(await server.api.call('POST /api/login', { body, headers }));
};
const nextCode = (secret: string): string => {
  clock.forward(STEP_MS);
  return totpCode(secret, clock.now());
};
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('an authenticator app', () => {
  it('is named by the site and the phone, and asked for at log-in', async () => {
    const { member, secret, uri } = await join();
    expect(new URL(uri).protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri)).toContain(member.registration.username);
    expect(await logIn(member)).toBe('CODE_REQUIRED');
    const code = nextCode(secret);
    expect(await logIn(member, another(code))).toBe('CODE_INVALID');
    expect(await logIn(member, code)).toBe('OK');
    expect(await logIn(member, code), 'a code is valid once').toBe('CODE_INVALID');
  });

  it('is asked for only after the right password', async () => {
    const { member } = await join();
    const registration = { ...member.registration, password: 'not it' };
    expect(await logIn({ registration })).toBe('WRONG_CREDENTIAL');
    expect(await logIn({ registration }, '123456')).toBe('WRONG_CREDENTIAL');
  });

  it('takes a code in Thai digits, with a blank in the middle', async () => {
    const { member, secret } = await join();
    const thai = nextCode(secret).replaceAll(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)));
    expect(await logIn(member, `${thai.slice(0, 3)} ${thai.slice(3)}`)).toBe('OK');
  });

  it('is in force once a code has confirmed it', async () => {
    const member = await server.members.join();
    const { api } = member;
    expect(await api.refused('PUT /api/account/totp', { body: { code: '123456' } })).toBe('NO_DATA');
    const { secret } = await api.ok('POST /api/account/totp');
    const code = totpCode(secret, clock.now());
    expect(await api.refused('PUT /api/account/totp', { body: { code: another(code) } })).toBe(
      'CODE_INVALID',
    );
    expect(await logIn(member)).toBe('OK');
    expect((await api.ok('GET /api/account/factors')).hasTotp).toBe(false);
    await api.ok('PUT /api/account/totp', { body: { code } });
    expect((await api.ok('GET /api/account/factors')).hasTotp).toBe(true);
    expect(await logIn(member)).toBe('CODE_REQUIRED');
  });

  it('is replaced only by the code of the new one, and keeps the recovery codes', async () => {
    const { member, secret } = await join();
    const next = await member.api.ok('POST /api/account/totp');
    expect(await logIn(member, nextCode(secret))).toBe('OK');
    const code = totpCode(next.secret, clock.now());
    expect(await member.api.ok('PUT /api/account/totp', { body: { code } })).toEqual({ recoveryCodes: [] });
    expect(await logIn(member, nextCode(secret))).toBe('CODE_INVALID');
    expect(await logIn(member, totpCode(next.secret, clock.now()))).toBe('OK');
  });

  it('can be removed', async () => {
    const { member } = await join();
    await member.api.ok('DELETE /api/account/totp');
    expect(await logIn(member)).toBe('OK');
    expect(await member.api.refused('DELETE /api/account/totp')).toBe('NO_DATA');
    const left = await member.api.ok('GET /api/account/factors');
    expect(left).toEqual({ passkeys: [], hasTotp: false, recoveryCodesLeft: 0 });
  });

  it('is stored sealed, its codes as hashes', async () => {
    const { secret, recoveryCodes } = await join();
    const { queries } = server.database;
    const stored = JSON.stringify(
      [
        await queries.selectFrom('member_totp').selectAll().execute(),
        await queries.selectFrom('member_recovery_code').selectAll().execute(),
      ].map((rows) => rows.map((row) => Object.values(row).map(String))),
    );
    for (const kept of [secret, ...recoveryCodes]) expect(stored).not.toContain(kept);
  });
});

describe('recovery codes', () => {
  it('are ten, come with the first factor, and log in once each', async () => {
    const { member, recoveryCodes } = await join();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    const tries = await Promise.all([logIn(member, first), logIn(member, first)]);
    expect(tries.toSorted()).toEqual(['CODE_INVALID', 'OK']);
    expect(await logIn(member, ` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe('OK');
    expect((await member.api.ok('GET /api/account/factors')).recoveryCodesLeft).toBe(8);
  });

  it('come with a passkey, and go with the last factor', inWhole, async () => {
    const site = new PasskeySite(server);
    const member = await server.members.join();
    const { recoveryCodes, id } = await site.add(member);
    expect(recoveryCodes).toHaveLength(10);
    expect((await site.add(member)).recoveryCodes).toEqual([]);
    await addTotp(member, clock.now());
    await member.api.ok('DELETE /api/account/passkeys/:passkeyId', { params: { passkeyId: id } });
    await member.api.ok('DELETE /api/account/totp');
    expect((await member.api.ok('GET /api/account/factors')).recoveryCodesLeft).toBe(10);
    const [{ _id: passkeyId } = { _id: '' }] = (await member.api.ok('GET /api/account/factors')).passkeys;
    await member.api.ok('DELETE /api/account/passkeys/:passkeyId', { params: { passkeyId } });
    expect((await member.api.ok('GET /api/account/factors')).recoveryCodesLeft).toBe(0);
  });

  it('are replaced as a whole', inWhole, async () => {
    const { member, recoveryCodes } = await join();
    const [old = ''] = recoveryCodes;
    const fresh = await member.api.ok('POST /api/account/recovery-codes');
    expect(fresh.recoveryCodes).toHaveLength(10);
    expect(await logIn(member, old)).toBe('CODE_INVALID');
    expect(await logIn(member, fresh.recoveryCodes[0])).toBe('OK');
    const { api } = await server.members.join();
    expect(await api.refused('POST /api/account/recovery-codes')).toBe('NO_DATA');
  });
});

describe('changes of factors', () => {
  it('each need a fresh proof', async () => {
    const { member, secret } = await join();
    await new PasskeySite(server).add(member);
    const [{ _id: passkeyId } = { _id: '' }] = (await member.api.ok('GET /api/account/factors')).passkeys;
    clock.forward(15 * MINUTE_MS);
    const params = { passkeyId };
    const body = { name: 'x', answer: {} };
    const { api } = member;
    const refusals = [
      await api.refused('POST /api/account/passkeys/challenge'),
      await api.refused('POST /api/account/passkeys', { body }),
      await api.refused('DELETE /api/account/passkeys/:passkeyId', { params }),
      await api.refused('POST /api/account/totp'),
      await api.refused('PUT /api/account/totp', { body: { code: '123456' } }),
      await api.refused('DELETE /api/account/totp'),
      await api.refused('POST /api/account/recovery-codes'),
    ];
    expect(new Set(refusals)).toEqual(new Set(['STEP_UP_REQUIRED']));
    await api.ok('POST /api/step-up', { body: { code: totpCode(secret, clock.now()) } });
    await api.ok('POST /api/account/recovery-codes');
  });
});
