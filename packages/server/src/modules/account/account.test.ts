import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../../testing/api.ts';
import { inWhole } from '../../testing/forms.ts';
import type { Registration } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MINUTE_MS = 60_000;

describe('registration', () => {
  const clock = new TestClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.stop());

  const register = (body: Registration) => server.api.call('POST /api/account', { body }).then(endOf);
  const validate = (body: Partial<Registration>) =>
    server.api.call('POST /api/account/validate', { body }).then(endOf);
  const memberCount = async () =>
    Number(
      (
        await server.database.queries
          .selectFrom('member')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );

  it('makes a member whose profile says what was typed', async () => {
    const member = await server.members.register();
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });

    const { profile, bankAccount } = await member.api.ok('GET /api/account/profile');
    const { password, ...rest } = member.registration;
    expect(profile).toMatchObject({ ...rest, coin: 0 });
    expect(profile._id).toMatch(/^[2-9a-z]{12}$/);
    expect(JSON.stringify({ profile, bankAccount })).not.toContain(password);
    expect(bankAccount).toEqual({
      bankAccountName: rest.bankAccountName,
      bankAccountNo: rest.bankAccountNo,
      bank: { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
    });
  });

  it('writes the account name in capitals, as the bank does', async () => {
    const member = await server.members.register({ bankAccountName: 'Somying Jaidee' });
    const { bankAccount } = await member.api.ok('GET /api/account/profile');
    expect(bankAccount.bankAccountName).toBe('SOMYING JAIDEE');
  });

  it('keeps the password as an argon2id hash only', async () => {
    const { registration } = await server.members.register();
    const row = await server.database.queries
      .selectFrom('member')
      .selectAll()
      .where('username', '=', registration.username)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(Object.values(row).map(String).join(' ')).not.toContain(registration.password);
  });

  it.each<[string, Partial<Registration>, string]>([
    ['a phone of nine digits', { username: '081234567' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
    ['a phone with a letter', { username: '08123456a8' }, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
    ['a short password', { password: '12345' }, 'INVALID_USER_INFO'],
    ['an unknown source', { sourceCode: 'NEWSPAPER' }, 'INVALID_USER_INFO'],
    ['a currency of another country', { currency: 'LAK' }, 'INVALID_USER_INFO'],
    ['an unknown bank', { bankCode: 'NOBANK' }, 'INVALID_BANK'],
    ['a gateway for a bank', { bankCode: 'PAYTIMZ' }, 'INVALID_BANK'],
    ['an account number of a wrong length', { bankAccountNo: '123456789' }, 'INVALID_BANK'],
    ['an account number with a dash', { bankAccountNo: '123-456789' }, 'INVALID_BANK'],
    [
      'a Thai account name at KTB',
      { bankCode: 'KTB', bankAccountName: 'สมหญิง ใจดี' },
      'BANK_ACCOUNT_NAME_ENG',
    ],
    ['a figure in the name at TMB', { bankCode: 'TMB', bankAccountName: 'SOM 2' }, 'BANK_ACCOUNT_NAME_ENG'],
    ['a mark in the name at BBL', { bankCode: 'BBL', bankAccountName: "O'NEIL" }, 'BANK_ACCOUNT_NAME_ENG'],
  ])('refuses %s, early and late', async (_name, changes, code) => {
    const given = server.members.registration(changes);
    const before = await memberCount();
    expect(await validate(given)).toBe(code);
    expect(await register(given)).toBe(code);
    expect(await memberCount()).toBe(before);
  });

  it.each(['name', 'username', 'password', 'bankCode', 'bankAccountName', 'bankAccountNo'] as const)(
    'asks for %s in the end, and lets it be empty before',
    async (key) => {
      const given = server.members.registration({ [key]: '' });
      expect(await validate(given)).toBe('OK');
      expect(await register(given)).toBe('KEY_MISSING');
      const { [key]: _left, ...without } = given;
      expect(await validate(without)).toBe('OK');
      expect(await register(without as Registration)).toBe('KEY_MISSING');
    },
  );

  it('lets the optional parts be left out', async () => {
    const { sourceCode: _s, inviteCode: _i, currency: _c, ...given } = server.members.registration();
    await server.members.verifyPhone(given.username);
    expect(await register(given)).toBe('OK');
  });

  it('validates nothing at all as well', async () => {
    expect(await validate({})).toBe('OK');
  });

  it.each(['KTB', 'TMB', 'BBL'])('takes an English name at %s, in any case', async (bankCode) => {
    const given = server.members.registration({ bankCode, bankAccountName: 'Somying Jaidee' });
    expect(await validate(given)).toBe('OK');
  });

  it('says which of phone and bank account is taken', async () => {
    const { registration } = await server.members.join();
    const { username, bankCode, bankAccountNo } = registration;
    const samePhone = server.members.registration({ username });
    const sameBank = server.members.registration({ bankCode, bankAccountNo });
    const elsewhere = server.members.registration({ bankCode: 'SCB', bankAccountNo });
    expect(await validate(samePhone)).toBe('EXISTING_USER');
    expect(await register(samePhone)).toBe('EXISTING_USER');
    expect(await validate(sameBank)).toBe('EXISTING_BANK');
    expect(await register(sameBank)).toBe('EXISTING_BANK');
    expect(await validate(elsewhere)).toBe('OK');
    expect(await validate({ username, bankCode: '', bankAccountNo: '' })).toBe('EXISTING_USER');
  });

  it('needs a phone that has answered its code, and uses the answer up', async () => {
    const given = server.members.registration();
    expect(await register(given)).toBe('UNVERIFIED_OTP');
    await server.members.verifyPhone(given.username);
    // A refused registration keeps the phone's verification for the next try.
    expect(await register({ ...given, bankCode: 'NOBANK' })).toBe('INVALID_BANK');
    expect(await register(given)).toBe('OK');
    const left = await server.database.queries
      .selectFrom('verified_phone')
      .selectAll()
      .where('phone', '=', given.username)
      .execute();
    expect(left).toEqual([]);
  });

  it('does not take an answer older than half an hour', async () => {
    const given = server.members.registration();
    await server.members.verifyPhone(given.username);
    clock.forward(30 * MINUTE_MS);
    expect(await register(given)).toBe('UNVERIFIED_OTP');
  });

  it('lets exactly one of twenty identical registrations through', async () => {
    const given = server.members.registration();
    await server.members.verifyPhone(given.username);
    const before = await memberCount();
    const ends = await Promise.all(Array.from({ length: 20 }, () => register(given)));
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(ends.filter((end) => end === 'EXISTING_USER')).toHaveLength(19);
    expect(await memberCount()).toBe(before + 1);
    await server.members.logIn(given);
  });

  it('lets exactly one of twenty phones have a bank account', inWhole, async () => {
    const { bankCode, bankAccountNo } = server.members.registration();
    const all = Array.from({ length: 20 }, () => server.members.registration({ bankCode, bankAccountNo }));
    await Promise.all(all.map(({ username }) => server.members.verifyPhone(username)));
    const ends = await Promise.all(all.map(register));
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(ends.filter((end) => end === 'EXISTING_BANK')).toHaveLength(19);
  });

  it('leaves nothing of a registration that failed', async () => {
    const accounts = async () =>
      (await server.database.queries.selectFrom('ledger_account').select('id').execute()).length;
    const { bankCode, bankAccountNo } = (await server.members.join()).registration;
    const given = server.members.registration();
    await server.members.verifyPhone(given.username);
    const before = [await memberCount(), await accounts()];
    expect(await register({ ...given, bankCode, bankAccountNo })).toBe('EXISTING_BANK');
    expect([await memberCount(), await accounts()]).toEqual(before);
  });
});

describe('registration without one-time codes', () => {
  it('asks for none', async () => {
    const server = await startTestServer({
      content: (content) => {
        content.operator.registerOtp = false;
      },
    });
    expect(await server.api.ok('GET /api/lookup/registerOTP')).toEqual({ registerOTP: false });
    await server.api.ok('POST /api/account', { body: server.members.registration() });
    await server.stop();
  });
});

describe('registration in Laos', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      settings: { laos: true },
      content: (content) => {
        content.operator.currency = 'LAK';
        content.operator.registerOtp = false;
      },
    });
  });
  afterAll(() => server.stop());

  const lao = (changes: Partial<Registration> = {}) => {
    const phone = `020${server.members.nextPhone().slice(2)}`;
    return server.members.registration({ username: phone, bankCode: 'BCEL', currency: 'LAK', ...changes });
  };
  const register = (body: Registration) => server.api.call('POST /api/account', { body }).then(endOf);

  it.each([
    ['LAK', 'LAK'],
    ['BAHT', 'BAHT'],
    ['', 'LAK'],
  ] as const)('lets members choose their currency: %s', async (currency, expected) => {
    const given = lao({ currency });
    expect(await register(given)).toBe('OK');
    const row = await server.database.queries
      .selectFrom('member')
      .innerJoin('ledger_account', 'ledger_account.id', 'member.wallet_account')
      .select(['member.currency', 'ledger_account.currency as wallet'])
      .where('username', '=', given.username)
      .executeTakeFirst();
    expect(row).toEqual({ currency: expected, wallet: expected });
  });

  it('refuses a Thai number', async () => {
    expect(await register(lao({ username: '0812345678' }))).toBe('INVALID_USER_INFO');
  });

  it('refuses a bank that keeps no accounts in the member’s currency', async () => {
    expect(await register(lao({ bankCode: 'KBANK' }))).toBe('INVALID_BANK');
    expect(await register(lao({ bankCode: 'KBANK', currency: 'BAHT' }))).toBe('OK');
  });
});

describe('editing the profile', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const bankOf = ({ bankCode, bankAccountName, bankAccountNo }: Registration) => ({
    bankCode,
    bankAccountName,
    bankAccountNo,
  });

  it('changes the name, with the bank fields sent as they are', async () => {
    const { api, registration } = await server.members.join();
    await api.ok('PUT /api/account/profile', { body: { name: 'ชื่อใหม่', ...bankOf(registration) } });
    const { profile } = await api.ok('GET /api/account/profile');
    expect(profile).toMatchObject({ name: 'ชื่อใหม่', ...bankOf(registration) });
  });

  it.each([
    { bankAccountNo: '9999999999' },
    { bankCode: 'SCB' },
    { bankAccountName: 'SOMEBODY ELSE' },
    { bankCode: '', bankAccountName: '', bankAccountNo: '' },
  ])('sends no money elsewhere: %o', async (changes) => {
    const { api, registration } = await server.members.join();
    const body = { name: 'ชื่อใหม่', ...bankOf(registration), ...changes };
    expect(await api.refused('PUT /api/account/profile', { body })).toBe('INVALID_USER_INFO');
    const { profile } = await api.ok('GET /api/account/profile');
    expect(profile).toMatchObject({ name: registration.name, ...bankOf(registration) });
  });

  it('links a bank account once, where there is none yet, and none that is taken', async () => {
    const [member, other] = [await server.members.join(), await server.members.join()];
    await server.database.queries
      .updateTable('member')
      .set({ bank_code: '', bank_account_name: '', bank_account_no: '' })
      .where('username', '=', member.registration.username)
      .execute();
    const edit = (bank: Partial<Registration>) =>
      member.api
        .call('PUT /api/account/profile', { body: { name: 'n', ...bankOf(member.registration), ...bank } })
        .then(endOf);
    expect(await edit(bankOf(other.registration))).toBe('EXISTING_BANK');
    expect(await edit({ bankAccountNo: '12' })).toBe('INVALID_BANK');
    expect(await edit({ bankAccountNo: '' })).toBe('KEY_MISSING');
    expect(await edit({ bankCode: 'KTB', bankAccountName: 'ชื่อไทย' })).toBe('BANK_ACCOUNT_NAME_ENG');
    expect(await edit({})).toBe('OK');
    expect(await edit({ bankAccountNo: '1234567890' })).toBe('INVALID_USER_INFO');
  });
});
