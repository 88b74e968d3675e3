import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { strictLimits } from '../../testing/limits.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const inThai = (digits: string): string =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(0xe50 + Number(digit)));

describe('numbers as people type them', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const send = (phoneNumber: string) =>
    server.api.call('POST /api/otp/send', { body: { phoneNumber } }).then(endOf);

  it('are one phone, however it is written', async () => {
    const registration = server.members.registration();
    const { username, bankAccountNo, password } = registration;
    const national = username.slice(1);
    const { otpToken } = await server.api.ok('POST /api/otp/send', {
      body: { phoneNumber: `+66${national}` },
    });
    const otpCode = inThai(await server.world.otpCode(username));
    await server.api.ok('POST /api/otp/verify', { body: { otpToken, otpCode } });
    // The phone is verified already, so no other message is sent.
    const again = await server.api.ok('POST /api/otp/send', { body: { phoneNumber: inThai(username) } });
    expect(again.code).toBe('OTP_VERIFIED');

    const accountNo = inThai(bankAccountNo);
    const typed = {
      username: `66${national}`,
      bankAccountNo: `${accountNo.slice(0, 3)}-${accountNo.slice(3)}`,
    };
    await server.api.ok('POST /api/account', { body: { ...registration, ...typed } });
    const member = await server.database.queries
      .selectFrom('member')
      .select(['username', 'bank_account_no'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    expect(member).toEqual({ username, bank_account_no: bankAccountNo });

    for (const written of [
      username,
      `+66 ${national}`,
      `66${national}`,
      `0066${national}`,
      inThai(username),
    ]) {
      const token = await server.members.logIn({ username: written, password });
      expect(token).toMatch(/^[\w-]{43}$/);
      const body = { username: written };
      expect(endOf(await server.api.call('POST /api/account/validate', { body }))).toBe('EXISTING_USER');
    }
    const { bankCode, currency } = registration;
    const taken = { bankCode, currency, bankAccountNo: inThai(bankAccountNo) };
    expect(endOf(await server.api.call('POST /api/account/validate', { body: taken }))).toBe('EXISTING_BANK');
  });

  it.each(['1234567890', '0000000000', '0212345678'])(
    'get no message where none arrives: %s',
    async (phone) => {
      expect(await send(phone)).toBe('INVALID_USER_INFO');
      await expect(server.world.otpCode(phone)).rejects.toThrow();
    },
  );

  it('are refused where they are of another country', async () => {
    expect(await send('+8562055512345')).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
  });
});

it('are tried together at a log-in, however they are written', async () => {
  const server = await startTestServer({ settings: { limits: strictLimits() } });
  const phone = server.members.nextPhone();
  const tries = [phone, `+66${phone.slice(1)}`, inThai(phone), `66${phone.slice(1)}`, phone, inThai(phone)];
  const ends = [];
  for (const username of tries) {
    ends.push(endOf(await server.api.call('POST /api/login', { body: { username, password: 'not it' } })));
  }
  expect(ends).toEqual([...Array(5).fill('WRONG_CREDENTIAL'), 'REQUEST_LIMIT']);
  await server.stop();
});

describe('Lao numbers as people type them', () => {
  it.each(['+856 20 5551 2345', '8562055512345', '2055512345', '໐໒໐໕໕໕໑໒໓໔໕'])('%s', async (phoneNumber) => {
    const server = await startTestServer({ settings: { laos: true } });
    await server.api.ok('POST /api/otp/send', { body: { phoneNumber } });
    expect(await server.world.otpCode('02055512345')).toMatch(/^\d+$/);
    await server.stop();
  });
});
