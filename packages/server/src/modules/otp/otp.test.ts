import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { fromElsewhere, wideLimits } from '../../testing/limits.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const PER_DAY = 3;

describe('one-time codes', () => {
  const clock = new TestClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ clock, settings: { otpPerPhoneDay: PER_DAY } });
  });
  afterAll(() => server.stop());

  const send = (phoneNumber: string) => server.api.ok('POST /api/otp/send', { body: { phoneNumber } });
  const sendRefused = (phoneNumber: string) =>
    server.api.refused('POST /api/otp/send', { body: { phoneNumber } });
  const verifyRefused = (otpToken: string, otpCode: string) =>
    server.api.refused('POST /api/otp/verify', { body: { otpToken, otpCode } });
  const inbox = (phone: string) => server.world.smsTo(phone);
  /** A code of the same length that is not the one sent. */
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('sends a code with its reference, and takes the code', async () => {
    const phone = server.members.nextPhone();
    const { otpRef, otpToken, code } = await send(phone);
    expect(code).toBe('OK');
    const [message] = await inbox(phone);
    const otpCode = await server.world.otpCode(phone);
    expect(otpCode).toMatch(/^\d{6}$/);
    expect(message?.text).toContain(otpRef);
    const reply = await server.api.ok('POST /api/otp/verify', { body: { otpToken, otpCode } });
    expect(reply).toEqual({ code: 'OTP_CODE_VALID', message: 'OTP_CODE_VALID' });
  });

  it.each([
    ['th', 'รหัสยืนยัน'],
    ['la', 'ລະຫັດຢືນຢັນ'],
    ['en', 'your code is'],
  ])('writes in the player’s language: %s', async (language, words) => {
    const phoneNumber = server.members.nextPhone();
    const headers = { cookie: `lang=${language}` };
    await server.api.ok('POST /api/otp/send', { body: { phoneNumber }, headers });
    const [message] = await inbox(phoneNumber);
    expect(message?.text).toContain(words);
  });

  it('keeps no code in clear', async () => {
    const phone = server.members.nextPhone();
    await send(phone);
    const code = await server.world.otpCode(phone);
    const row = await server.database.queries
      .selectFrom('otp')
      .selectAll()
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    expect(Object.values(row).map(String).join(' ')).not.toContain(code);
    expect(row.code_hash).toHaveLength(32);
  });

  it('sends one a minute to a phone', async () => {
    const phone = server.members.nextPhone();
    await send(phone);
    expect(await sendRefused(phone)).toBe('REQUEST_LIMIT_1MIN');
    clock.forward(MINUTE_MS - 1);
    expect(await sendRefused(phone)).toBe('REQUEST_LIMIT_1MIN');
    await send(server.members.nextPhone());
    clock.forward(1);
    await send(phone);
  });

  it('sends so many a day to a phone', async () => {
    const phone = server.members.nextPhone();
    for (let sent = 0; sent < PER_DAY; sent += 1) {
      await send(phone);
      clock.forward(MINUTE_MS);
    }
    expect(await sendRefused(phone)).toBe('REQUEST_LIMIT');
    expect(await inbox(phone)).toHaveLength(PER_DAY);
    clock.forward(24 * 60 * MINUTE_MS - PER_DAY * MINUTE_MS);
    await send(phone);
  });

  it('sends one message for many presses at once', async () => {
    const phoneNumber = server.members.nextPhone();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.api.call('POST /api/otp/send', { body: { phoneNumber } })),
    );
    const ends = answers.map(endOf);
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(ends.filter((end) => end === 'REQUEST_LIMIT_1MIN')).toHaveLength(9);
    expect(await inbox(phoneNumber)).toHaveLength(1);
  });

  it('stops after five wrong codes, the right one included', async () => {
    const phone = server.members.nextPhone();
    const { otpToken } = await send(phone);
    const code = await server.world.otpCode(phone);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await verifyRefused(otpToken, another(code))).toBe('OTP_CODE_INVALID');
    expect(await verifyRefused(otpToken, code)).toBe('OTP_BLOCK');
  });

  it('counts attempts that come at once', async () => {
    const phone = server.members.nextPhone();
    const { otpToken } = await send(phone);
    const code = await server.world.otpCode(phone);
    const ends = await Promise.all(Array.from({ length: 20 }, () => verifyRefused(otpToken, another(code))));
    expect(ends.filter((end) => end === 'OTP_CODE_INVALID')).toHaveLength(5);
    expect(ends.filter((end) => end === 'OTP_BLOCK')).toHaveLength(15);
  });

  it('takes the right code at the fifth attempt', async () => {
    const phone = server.members.nextPhone();
    const { otpToken } = await send(phone);
    const otpCode = await server.world.otpCode(phone);
    for (let attempt = 0; attempt < 4; attempt += 1) await verifyRefused(otpToken, another(otpCode));
    await server.api.ok('POST /api/otp/verify', { body: { otpToken, otpCode } });
  });

  it('forgets a code after five minutes', async () => {
    const phone = server.members.nextPhone();
    const { otpToken } = await send(phone);
    const code = await server.world.otpCode(phone);
    clock.forward(5 * MINUTE_MS - 1);
    expect(await verifyRefused(otpToken, another(code))).toBe('OTP_CODE_INVALID');
    clock.forward(1);
    expect(await verifyRefused(otpToken, code)).toBe('OTP_EXPIRED');
  });

  it('takes a code once', async () => {
    const phone = server.members.nextPhone();
    const { otpToken } = await send(phone);
    const otpCode = await server.world.otpCode(phone);
    await server.api.ok('POST /api/otp/verify', { body: { otpToken, otpCode } });
    expect(await verifyRefused(otpToken, otpCode)).toBe('OTP_VERIFIED');
  });

  it('does not take one phone’s code for another', async () => {
    const [mine, theirs] = [server.members.nextPhone(), server.members.nextPhone()];
    const { otpToken } = await send(mine);
    await send(theirs);
    const code = await server.world.otpCode(theirs);
    if (code !== (await server.world.otpCode(mine)))
      expect(await verifyRefused(otpToken, code)).toBe('OTP_CODE_INVALID');
  });

  it.each([
    ['OTP_NOT_EXIST', 'A'.repeat(43), '123456'],
    ['OTP_TOKEN_INVALID', 'short', '123456'],
    ['OTP_TOKEN_INVALID', `${'A'.repeat(42)}!`, '123456'],
    ['KEY_INVALID', '', '123456'],
    ['KEY_INVALID', 'A'.repeat(43), '12345678901'],
  ])('answers %s to what is no token of ours: %s, %s', async (code, otpToken, otpCode) => {
    expect(await verifyRefused(otpToken, otpCode)).toBe(code);
  });

  it.each(['081234567', '08123456789', '08123456a8', '๐๘๑๒๓๔๕๖๗', '+6681234567', ' '])(
    'refuses what is no phone: %s',
    async (phoneNumber) => {
      const expected = phoneNumber.trim() === '' ? 'KEY_INVALID' : 'PHONE_NUMBER_REQUIRE_10_DIGIT';
      expect(await sendRefused(phoneNumber)).toBe(expected);
    },
  );

  it('sends nothing to a phone that has just answered its code, for half an hour', async () => {
    const phone = server.members.nextPhone();
    await server.members.verifyPhone(phone);
    expect(await send(phone)).toEqual({ otpRef: '', otpToken: '', code: 'OTP_VERIFIED' });
    clock.forward(30 * MINUTE_MS - 1);
    expect(await send(phone)).toMatchObject({ code: 'OTP_VERIFIED' });
    expect(await inbox(phone)).toHaveLength(1);
    clock.forward(1);
    expect(await send(phone)).toMatchObject({ code: 'OK' });
  });

  it.each(['http_500', 'timeout_before_commit'] as const)(
    'says so when the SMS service is down (%s), and lets the player try again at once',
    async (kind) => {
      const phone = server.members.nextPhone();
      await server.world.fault('sms', kind);
      expect(await sendRefused(phone)).toBe('OTP_SEND_FAIL');
      await server.world.heal();
      await send(phone);
      expect(await sendRefused(phone)).toBe('REQUEST_LIMIT_1MIN');
    },
  );
});

describe('one-time codes, guessed and asked for by strangers', () => {
  const clock = new TestClock();
  const MISSES = 7;
  const PER_ADDRESS = 3;
  const SENT_PER_ADDRESS = 20;
  let server: TestServer;

  beforeAll(async () => {
    const limits = wideLimits({
      OTP_MISSES_PER_PHONE: MISSES,
      OTPS_PER_PHONE_AND_ADDRESS: PER_ADDRESS,
      OTPS_PER_ADDRESS: SENT_PER_ADDRESS,
    });
    server = await startTestServer({ clock, settings: { limits, otpPerPhoneDay: 8 } });
  });
  afterAll(() => server.stop());

  type Headers = Record<string, string>;
  const aDevice = () => ({ 'x-device-id': crypto.randomUUID() });
  const send = (phoneNumber: string, headers: Headers) =>
    server.api.call('POST /api/otp/send', { body: { phoneNumber }, headers });
  /** The headers of a browser in which a member has logged in. */
  const markedBrowser = async () => {
    const { registration } = await server.members.join();
    const device = aDevice();
    const { username, password } = registration;
    const { deviceMark } = await server.api.ok('POST /api/login', {
      body: { username, password },
      headers: device,
    });
    return { ...device, 'x-device-mark': deviceMark ?? '' };
  };
  const tokenOf = async (phone: string, headers: Headers) => {
    const { otpToken } = (await send(phone, headers)).body as { otpToken: string };
    return { otpToken, otpCode: await server.world.otpCode(phone) };
  };
  const verify = (body: { otpToken: string; otpCode: string }, headers: Headers) =>
    server.api.call('POST /api/otp/verify', { body, headers }).then(endOf);
  const register = (phone: string, headers: Headers) =>
    server.api
      .call('POST /api/account', { body: server.members.registration({ username: phone }), headers })
      .then(endOf);
  const prove = async (phone: string, headers: Headers) => {
    expect(await verify(await tokenOf(phone, headers), headers)).toBe('OK');
  };

  it('a newer one ends those before it', async () => {
    const phone = server.members.nextPhone();
    const here = fromElsewhere();
    const first = await tokenOf(phone, here);
    clock.forward(MINUTE_MS);
    const second = await tokenOf(phone, here);
    expect(await verify(first, here)).toBe('OTP_EXPIRED');
    expect(await verify(second, here)).toBe('OK');
  });

  it('one code proves a phone once, however often it comes at the same time', async () => {
    const phone = server.members.nextPhone();
    const here = fromElsewhere();
    const right = await tokenOf(phone, here);
    const ends = await Promise.all(Array.from({ length: 5 }, () => verify(right, here)));
    expect(ends.toSorted()).toEqual(['OK', ...Array<string>(4).fill('OTP_VERIFIED')]);
  });

  it('what the phone proved is good in the browser that typed the code, wherever that goes', async () => {
    const phone = server.members.nextPhone();
    const [here, own] = [fromElsewhere(), aDevice()];
    await prove(phone, { ...here, ...own });
    for (const stranger of [fromElsewhere(), here, { ...here, ...aDevice() }]) {
      expect(await register(phone, stranger)).toBe('UNVERIFIED_OTP');
    }
    expect(await register(phone, { ...fromElsewhere(), ...own })).toBe('OK');
  });

  it('of a client that does not say which browser it is, at its address', async () => {
    const phone = server.members.nextPhone();
    const here = fromElsewhere();
    await prove(phone, here);
    expect(await register(phone, fromElsewhere())).toBe('UNVERIFIED_OTP');
    expect(await register(phone, here)).toBe('OK');
  });

  it('a stranger is not told that the phone needs no code', async () => {
    const phone = server.members.nextPhone();
    const own = { ...fromElsewhere(), ...aDevice() };
    await prove(phone, own);
    clock.forward(MINUTE_MS);
    expect((await send(phone, own)).body).toMatchObject({ code: 'OTP_VERIFIED' });
    expect((await send(phone, fromElsewhere())).body).toMatchObject({ code: 'OK' });
  });

  it('many wrong ones block the phone there, not elsewhere, and say for how long', async () => {
    const phone = server.members.nextPhone();
    const there = fromElsewhere();
    for (let missed = 0; missed < MISSES;) {
      const { otpToken, otpCode } = await tokenOf(phone, there);
      const wrong = String((Number(otpCode) + 1) % 1_000_000).padStart(6, '0');
      for (let n = 0; n < 5 && missed < MISSES; n += 1, missed += 1)
        expect(await verify({ otpToken, otpCode: wrong }, there)).toBe('OTP_CODE_INVALID');
      clock.forward(MINUTE_MS);
    }
    const refused = await send(phone, there);
    expect(endOf(refused)).toBe('OTP_BLOCK');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    await prove(phone, fromElsewhere());
  });

  it('one address gets a part of what a phone has for a day', async () => {
    const phone = server.members.nextPhone();
    const there = fromElsewhere();
    for (let n = 0; n < PER_ADDRESS; n += 1) {
      expect(endOf(await send(phone, there))).toBe('OK');
      clock.forward(MINUTE_MS);
    }
    expect(endOf(await send(phone, there))).toBe('REQUEST_LIMIT');
    expect(endOf(await send(phone, fromElsewhere()))).toBe('OK');
  });

  it('many addresses together leave a part of a phone’s codes to browsers in which a member has logged in', async () => {
    const phone = server.members.nextPhone();
    const marked = await markedBrowser();
    const [most, kept] = [8, 2];
    for (let n = 0; n < most - kept; n += 1) {
      expect(endOf(await send(phone, fromElsewhere()))).toBe('OK');
      clock.forward(MINUTE_MS);
    }
    const refused = await send(phone, fromElsewhere());
    expect(endOf(refused)).toBe('REQUEST_LIMIT');
    // The first of those six frees the next place.
    expect(Number(refused.headers.get('retry-after'))).toBe(24 * 3_600 - (most - kept) * 60);
    for (let n = 0; n < kept; n += 1) {
      expect(endOf(await send(phone, { ...fromElsewhere(), ...marked }))).toBe('OK');
      clock.forward(MINUTE_MS);
    }
    expect(endOf(await send(phone, { ...fromElsewhere(), ...marked }))).toBe('REQUEST_LIMIT');
  });

  it('input that is none takes nothing from an address', async () => {
    const there = fromElsewhere();
    for (let n = 0; n < 2 * SENT_PER_ADDRESS; n += 1) {
      expect(endOf(await server.api.send('POST', '/api/otp/send', {}, there))).toBe('KEY_MISSING');
      expect(endOf(await send('12', there))).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
    }
    for (let n = 0; n < SENT_PER_ADDRESS; n += 1)
      expect(endOf(await send(server.members.nextPhone(), there))).toBe('OK');
    const refused = await send(server.members.nextPhone(), there);
    expect(endOf(refused)).toBe('REQUEST_LIMIT');
    const marked = await markedBrowser();
    expect(endOf(await send(server.members.nextPhone(), { ...there, ...marked }))).toBe('OK');
  });

  it('takes the answer of a process that did not bind it yet', async () => {
    const phone = server.members.nextPhone();
    await prove(phone, { ...fromElsewhere(), ...aDevice() });
    await server.database.queries
      .updateTable('verified_phone')
      .set({ device_hash: null, address_hash: null })
      .where('phone', '=', phone)
      .execute();
    expect(await register(phone, fromElsewhere())).toBe('OK');
  });
});

describe('the budget of messages', () => {
  it('holds for the whole installation, with a part of its own for browsers in which a member has logged in', async () => {
    const limits = wideLimits({ SMS_PER_HOUR: 4, SMS_TO_KNOWN_PER_HOUR: 1 });
    const server = await startTestServer({ settings: { limits } });
    const send = (headers: Record<string, string>) =>
      server.api.call('POST /api/otp/send', { body: { phoneNumber: server.members.nextPhone() }, headers });
    const { registration } = await server.members.join();
    const device = { 'x-device-id': crypto.randomUUID() };
    const { username, password } = registration;
    const { deviceMark = '' } = await server.api.ok('POST /api/login', {
      body: { username, password },
      headers: device,
    });
    // A message that is not sent is not counted.
    await server.world.fault('sms', 'http_500');
    expect(endOf(await send(fromElsewhere()))).toBe('OTP_SEND_FAIL');
    await server.world.heal();
    for (let n = 0; n < 4; n += 1) expect(endOf(await send(fromElsewhere()))).toBe('OK');
    const refused = await send(fromElsewhere());
    expect(endOf(refused)).toBe('REQUEST_LIMIT');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const marked = { ...device, 'x-device-mark': deviceMark };
    expect(endOf(await send({ ...fromElsewhere(), ...marked }))).toBe('OK');
    expect(endOf(await send({ ...fromElsewhere(), ...marked }))).toBe('REQUEST_LIMIT');
    await server.stop();
  });
});

describe('one-time codes in Laos', () => {
  it('knows the country’s numbers', async () => {
    const server = await startTestServer({ settings: { laos: true } });
    const send = (phoneNumber: string) =>
      server.api.call('POST /api/otp/send', { body: { phoneNumber } }).then(endOf);
    expect(await send('02055512345')).toBe('OK');
    expect(await send('0305551234')).toBe('OK');
    expect(await send('0812345678')).toBe('INVALID_USER_INFO');
    await server.stop();
  });
});
