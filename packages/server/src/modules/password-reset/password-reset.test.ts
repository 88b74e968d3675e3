import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { fromElsewhere, strictLimits, wideLimits } from '../../testing/limits.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'a new pass-word';

const clock = new TestClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    clock,
    settings: { payoutDelayHours: 24 },
    content: ({ payouts }) => {
      payouts.BAHT.rules.accessChanged.withinHours = 0;
    },
  });
});
afterEach(() => server.world.heal());
afterAll(() => server.stop());

type Headers = Record<string, string>;
const aBrowser = (): Headers => ({ 'x-device-id': crypto.randomUUID() });
const inbox = (phone: string) => server.world.smsTo(phone);
/** A code of the same length that is not the one sent. */
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const ask = (phone: string, headers: Headers = {}) =>
  server.api.call('POST /api/password/reset', { body: { phone }, headers });
/** Returns the newest code of a phone, once so many messages were sent to it. */
const codeAfter = async (phone: string, messages: number): Promise<string> => {
  await server.workOff();
  expect(await inbox(phone)).toHaveLength(messages);
  return server.world.otpCode(phone);
};
/** Asks for a code and returns it. */
const codeFor = async (phone: string, headers: Headers = {}): Promise<string> => {
  const before = (await inbox(phone)).length;
  expect(endOf(await ask(phone, headers))).toBe('OK');
  return codeAfter(phone, before + 1);
};
const confirm = (phone: string, code: string, headers: Headers = {}, password = NEW_PASSWORD) =>
  server.api
    .call('POST /api/password/reset/confirm', { body: { phone, code, password }, headers })
    .then(endOf);
const logIn = (username: string, password: string, headers: Headers = {}) =>
  server.api.call('POST /api/login', { body: { username, password }, headers }).then(endOf);
const phoneOf = ({ registration }: TestMember) => registration.username;

describe('a forgotten password', () => {
  it('is replaced by a code to the phone, and every session and browser ends', async () => {
    const member = await server.members.join();
    const phone = phoneOf(member);
    const browser = aBrowser();
    expect(await logIn(phone, member.registration.password, browser)).toBe('OK');
    // The notice of a new device.
    await server.workOff();
    expect(await inbox(phone)).toHaveLength(1);
    const code = await codeFor(phone);
    expect((await inbox(phone))[0]?.text).toContain(code);
    expect(await confirm(phone, code)).toBe('OK');

    expect(endOf(await member.api.call('GET /api/account/profile'))).toBe('INVALID_USER_1');
    expect(await logIn(phone, member.registration.password)).toBe('WRONG_CREDENTIAL');
    const known = await server.database.queries
      .selectFrom('member_device')
      .innerJoin('member', 'member.id', 'member_device.member_id')
      .select('device_hash')
      .where('username', '=', phone)
      .execute();
    expect(known).toEqual([]);
    // The reset's code, and its notice.
    await server.workOff();
    expect(await inbox(phone)).toHaveLength(3);
    expect((await inbox(phone))[0]?.text).toContain('รหัสผ่านของคุณถูกเปลี่ยนแล้ว');
    expect(await logIn(phone, NEW_PASSWORD)).toBe('OK');
  });

  it('is replaced once by a code, also when it is sent many times at once', async () => {
    const phone = phoneOf(await server.members.join());
    const code = await codeFor(phone);
    const ends = await Promise.all(Array.from({ length: 4 }, () => confirm(phone, code)));
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(ends.filter((end) => end === 'OTP_NOT_EXIST')).toHaveLength(3);
    expect(await confirm(phone, code)).toBe('OTP_NOT_EXIST');
  });

  it('delays payouts where the operator wants a delay, as a change of the password does', async () => {
    const member = await server.members.joinWith(500);
    const phone = phoneOf(member);
    expect(await confirm(phone, await codeFor(phone))).toBe('OK');
    const token = await server.members.logIn({ username: phone, password: NEW_PASSWORD });
    const { api } = server.members.of(member.registration, token);
    // Every browser was forgotten.
    const payout = { body: { amount: 300 } };
    expect(await api.refused('POST /api/wallet/withdraw', payout)).toBe('STEP_UP_REQUIRED');
    await api.ok('POST /api/step-up', { body: { password: NEW_PASSWORD } });
    const { _id } = await api.ok('POST /api/wallet/withdraw', payout);
    const params = { transferId: _id };
    expect(await api.ok('GET /api/statement/item/:transferId', { params })).toMatchObject({
      status: 'PENDING',
      note: 'DELAYED_PAYOUT',
    });
    expect(await server.world.payoutsTo(member.registration.bankAccountNo)).toEqual([]);
  });

  it('does not unfreeze a frozen member', async () => {
    const member = await server.members.join();
    const phone = phoneOf(member);
    await server.database.queries
      .updateTable('member')
      .set({ disabled_at: new Date() })
      .where('username', '=', phone)
      .execute();
    expect(await confirm(phone, await codeFor(phone))).toBe('OK');
    expect(await logIn(phone, NEW_PASSWORD)).toBe('INACTIVE_USER');
  });

  it('is written about in the player’s language', async () => {
    const phone = phoneOf(await server.members.join());
    const code = await codeFor(phone, { cookie: 'lang=en' });
    expect((await inbox(phone))[0]?.text).toContain('your code is');
    expect(await confirm(phone, code, { cookie: 'lang=en' })).toBe('OK');
    await server.workOff();
    expect(await inbox(phone)).toHaveLength(2);
    expect((await inbox(phone))[0]?.text).toContain('your password was changed');
  });

  it('is asked for, however the phone is written', async () => {
    const phone = phoneOf(await server.members.join());
    const written = `+66 ${phone.slice(1)}`;
    const code = await codeFor(phone);
    expect(await confirm(written, code)).toBe('OK');
  });

  it('waits no longer at the log-in for the tries before it', async () => {
    const strict = await startTestServer({ clock, settings: { limits: strictLimits() } });
    const { username } = (await strict.members.join()).registration;
    const tryIt = (password: string) =>
      strict.api.call('POST /api/login', { body: { username, password } }).then(endOf);
    for (let n = 0; n < 5; n += 1) expect(await tryIt('forgotten')).toBe('WRONG_CREDENTIAL');
    expect(await tryIt('forgotten')).toBe('REQUEST_LIMIT');
    await strict.api.ok('POST /api/password/reset', { body: { phone: username } });
    await strict.workOff();
    expect(await strict.world.smsTo(username)).toHaveLength(1);
    const body = { phone: username, code: await strict.world.otpCode(username), password: NEW_PASSWORD };
    await strict.api.ok('POST /api/password/reset/confirm', { body });
    expect(await tryIt(NEW_PASSWORD)).toBe('OK');
    await strict.stop();
  });
});

describe('a code for a new password', () => {
  it('is no code of a registration, and the reverse', async () => {
    const member = await server.members.register();
    const phone = phoneOf(member);
    const registered = await server.world.otpCode(phone);
    expect(await confirm(phone, registered)).toBe('OTP_NOT_EXIST');
    // A live code for each purpose, both for the same phone.
    clock.forward(30 * MINUTE_MS);
    const { otpToken } = await server.api.ok('POST /api/otp/send', { body: { phoneNumber: phone } });
    const forRegistration = await server.world.otpCode(phone);
    const forPassword = await codeFor(phone);
    expect(
      endOf(await server.api.call('POST /api/otp/verify', { body: { otpToken, otpCode: forPassword } })),
    ).toBe('OTP_CODE_INVALID');
    expect(await confirm(phone, forRegistration)).toBe('OTP_CODE_INVALID');
    expect(await confirm(phone, forPassword)).toBe('OK');
  });

  it('allows five attempts, concurrent ones included', async () => {
    const phone = phoneOf(await server.members.join());
    const code = await codeFor(phone);
    const ends = await Promise.all(Array.from({ length: 12 }, () => confirm(phone, another(code))));
    expect(ends.filter((end) => end === 'OTP_CODE_INVALID')).toHaveLength(5);
    expect(ends.filter((end) => end === 'OTP_BLOCK')).toHaveLength(7);
    expect(await confirm(phone, code)).toBe('OTP_BLOCK');
  });

  it('lasts five minutes, and only the newest counts', async () => {
    const phone = phoneOf(await server.members.join());
    const first = await codeFor(phone);
    clock.forward(MINUTE_MS);
    const second = await codeFor(phone);
    if (first !== second) expect(await confirm(phone, first)).toBe('OTP_CODE_INVALID');
    clock.forward(5 * MINUTE_MS);
    expect(await confirm(phone, second)).toBe('OTP_EXPIRED');
  });

  it('belongs to the browser that asked: others neither answer it nor use it up', async () => {
    const phone = phoneOf(await server.members.join());
    const own = aBrowser();
    const code = await codeFor(phone, own);
    for (const strange of [aBrowser(), fromElsewhere(), { ...fromElsewhere(), ...aBrowser() }]) {
      for (let n = 0; n < 5; n += 1) expect(await confirm(phone, code, strange)).toBe('OTP_NOT_EXIST');
    }
    expect(await confirm(phone, code, { ...fromElsewhere(), ...own })).toBe('OK');
  });

  it('is ended in every browser by the first that sets a password', async () => {
    const phone = phoneOf(await server.members.join());
    const [one, two] = [aBrowser(), aBrowser()];
    const first = await codeFor(phone, one);
    clock.forward(MINUTE_MS);
    const second = await codeFor(phone, two);
    expect(await confirm(phone, second, two)).toBe('OK');
    expect(await confirm(phone, first, one)).toBe('OTP_EXPIRED');
  });

  it('is refused without a guess where the password is too short', async () => {
    const phone = phoneOf(await server.members.join());
    const code = await codeFor(phone);
    for (let n = 0; n < 6; n += 1) expect(await confirm(phone, code, {}, '12345')).toBe('INVALID_USER_INFO');
    expect(await confirm(phone, code, {}, '123456')).toBe('OK');
  });

  it.each([
    ['081234567', 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
    ['0212345678', 'INVALID_USER_INFO'],
  ])('is not for what is no mobile phone: %s', async (phone, code) => {
    expect(endOf(await ask(phone))).toBe(code);
    expect(await confirm(phone, '123456')).toBe(code);
  });
});

describe('a phone that nobody has', () => {
  it('gets the same answers as a member’s, and no message', async () => {
    const known = phoneOf(await server.members.join());
    const unknown = server.members.nextPhone();
    const said = async (phone: string) => {
      const body = JSON.stringify({ phone });
      const headers = { 'content-type': 'application/json', [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE };
      const answer = await fetch(`${server.url}/api/password/reset`, { method: 'POST', headers, body });
      const named = [...answer.headers].filter(([name]) => !/^(date|x-request-id|server-timing)$/.test(name));
      return { status: answer.status, headers: named, text: await answer.text() };
    };
    expect(await said(unknown)).toEqual(await said(known));
    // Again within a minute, wrong codes, and one too many.
    for (const phone of [known, unknown]) expect(endOf(await ask(phone))).toBe('REQUEST_LIMIT_1MIN');
    const sent = await codeAfter(known, 1);
    const ends = async (phone: string) => {
      const all = [];
      for (let n = 0; n < 6; n += 1) all.push(await confirm(phone, another(sent)));
      return all;
    };
    const expected = [...Array.from({ length: 5 }, () => 'OTP_CODE_INVALID'), 'OTP_BLOCK'];
    expect(await ends(known)).toEqual(expected);
    expect(await ends(unknown)).toEqual(expected);
    expect(await inbox(unknown)).toEqual([]);
  });

  it('gets the same answer while the SMS service is down', async () => {
    const known = phoneOf(await server.members.join());
    await server.world.fault('sms', 'http_500');
    for (const phone of [known, server.members.nextPhone()]) {
      expect(endOf(await ask(phone))).toBe('OK');
      expect(endOf(await ask(phone))).toBe('REQUEST_LIMIT_1MIN');
    }
  });
});

describe('codes for a new password, asked for without end', () => {
  it('are limited by phone and place like those of a registration, with true waits', async () => {
    const limits = wideLimits({ OTPS_PER_PHONE_AND_ADDRESS: 2, OTP_MISSES_PER_PHONE: 3 });
    const own = await startTestServer({ clock, settings: { limits, otpPerPhoneDay: 4 } });
    const reset = (phone: string, headers: Headers = {}) =>
      own.api.call('POST /api/password/reset', { body: { phone }, headers });
    const phone = own.members.nextPhone();
    for (let n = 0; n < 2; n += 1) {
      expect(endOf(await reset(phone))).toBe('OK');
      clock.forward(MINUTE_MS);
    }
    expect(endOf(await reset(phone))).toBe('REQUEST_LIMIT');
    // From elsewhere the phone has one more: a quarter is for browsers in which a member has logged in.
    const there = fromElsewhere();
    expect(endOf(await reset(phone, there))).toBe('OK');
    const early = await reset(phone, there);
    expect([endOf(early), early.headers.get('retry-after')]).toEqual(['REQUEST_LIMIT_1MIN', '60']);
    clock.forward(MINUTE_MS);
    const late = await reset(phone, there);
    expect(endOf(late)).toBe('REQUEST_LIMIT');
    expect(Number(late.headers.get('retry-after'))).toBe(24 * 60 * 60 - 3 * 60);

    const other = own.members.nextPhone();
    expect(endOf(await reset(other))).toBe('OK');
    for (let n = 0; n < 3; n += 1) {
      const body = { phone: other, code: 'x', password: NEW_PASSWORD };
      expect(endOf(await own.api.call('POST /api/password/reset/confirm', { body }))).toBe(
        'OTP_CODE_INVALID',
      );
    }
    clock.forward(MINUTE_MS);
    expect(endOf(await reset(other))).toBe('OTP_BLOCK');
    await own.stop();
  });
});
