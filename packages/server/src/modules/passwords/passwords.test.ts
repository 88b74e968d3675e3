import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protectionSchema } from '../../content/protection-schema.ts';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isMadeOf } from './service.ts';

const GOOD = 'ผัดกะเพราไข่ดาว';
/** The member is called so. */
const NAME = 'Somchai Jaidee';

let server: TestServer;
let support: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({
    settings: { consolePort: 0 },
    // The demo keeps the rules of the specification.
    content: ({ protection }) => {
      Object.assign(protection, protectionSchema.parse({}));
    },
  });
  [support] = (await staffOf(server, 'support')) as [StaffBrowser];
});
afterAll(() => server.stop());

const join = () => server.members.join({ name: NAME, bankAccountName: NAME.toUpperCase() });
const inbox = (phone: string) => server.world.smsTo(phone);

/** Tries a password at one of the places where one is set. @returns how it ended */
type Try = (password: string, phone: (own: string) => string) => Promise<string>;

const register: Try = async (password, fill) => {
  const given = server.members.registration({ name: NAME, bankAccountName: NAME.toUpperCase() });
  const body = { ...given, password: fill(given.username) || password };
  const checked = endOf(await server.api.call('POST /api/account/validate', { body }));
  await server.members.verifyPhone(given.username);
  const registered = endOf(await server.api.call('POST /api/account', { body }));
  expect(checked, 'the early check says the same').toBe(registered);
  return registered;
};
const change: Try = async (password, fill) => {
  const { api, registration } = await join();
  const newPassword = fill(registration.username) || password;
  const body = { oldPassword: registration.password, newPassword };
  return endOf(await api.call('PUT /api/account/changepwd', { body }));
};
const confirm = async ({ registration }: TestMember, password: string, fill: (own: string) => string) => {
  const phone = registration.username;
  const body = { phone, code: await server.world.otpCode(phone), password: fill(phone) || password };
  return endOf(await server.api.call('POST /api/password/reset/confirm', { body }));
};
const reset: Try = async (password, fill) => {
  const member = await join();
  const phone = member.registration.username;
  await server.api.ok('POST /api/password/reset', { body: { phone } });
  await server.workOff();
  expect(await inbox(phone)).toHaveLength(1);
  return confirm(member, password, fill);
};
const resetByStaff: Try = async (password, fill) => {
  const member = await join();
  const { profile } = await member.api.ok('GET /api/account/profile');
  await support.call(`POST /staff/api/members/${profile._id}/password-reset`, { reason: 'asked' });
  return confirm(member, password, fill);
};

const asGiven = () => '';
const PLACES: [string, Try][] = [
  ['a registration', register],
  ['a change', change],
  ['a reset', reset],
  ['a reset that staff started', resetByStaff],
];

describe.each(PLACES)('%s', (_place, tryIt) => {
  it.each<[string, string, string, ((own: string) => string)?]>([
    ['five characters', 'x9-q!', 'INVALID_USER_INFO'],
    ['seven characters', 'x9-q!77', 'PASSWORD_SHORT'],
    ['eight that are common', '12345678', 'PASSWORD_EASY'],
    ['a common one in capitals', 'PASSWORD1', 'PASSWORD_EASY'],
    ['the own phone', '', 'PASSWORD_EASY', (own) => own],
    ['a part of the own phone', '', 'PASSWORD_EASY', (own) => own.slice(2)],
    ['the own phone with a country code', '', 'PASSWORD_EASY', (own) => `+66${own.slice(1)}`],
    ['the own name', 'somchaijaidee', 'PASSWORD_EASY'],
    ['the own name and a year', 'Somchai-2024', 'PASSWORD_EASY'],
    ['seven characters of two units each', '👍🏽👍🏽👍🏽x', 'PASSWORD_SHORT'],
    ['eight characters that are not easy', 'x9-q!77z', 'OK'],
    ['the name of the service and a number', 'krapao-1234', 'PASSWORD_EASY'],
    ['another script', GOOD, 'OK'],
    ['64 characters with blanks', 'a long sentence that nobody else would ever think of, I hope so!', 'OK'],
  ])('%s', async (_name, password, end, fill = asGiven) => {
    expect(await tryIt(password, fill)).toBe(end);
  });
});

describe('a refused password', () => {
  it('changes nothing, and leaves the code for another', async () => {
    const member = await join();
    const phone = member.registration.username;
    await server.api.ok('POST /api/password/reset', { body: { phone } });
    await server.workOff();
    expect(await inbox(phone)).toHaveLength(1);
    const ofNames = ['somchai1', 'somchai2', 'jaidee99', 'somchai!!', 'jaidee-1', 'somchai-jaidee'];
    for (const easy of ['12345678', ...ofNames])
      expect(await confirm(member, easy, asGiven)).toBe('PASSWORD_EASY');
    await member.api.ok('GET /api/account/profile');
    expect(await confirm(member, GOOD, asGiven)).toBe('OK');
    await server.members.logIn({ username: phone, password: GOOD });
  });

  it('does not tell strangers whose name it is', async () => {
    const phone = (await join()).registration.username;
    const body = { phone, code: '000000', password: 'somchaijaidee' };
    const guessed = endOf(await server.api.call('POST /api/password/reset/confirm', { body }));
    expect(guessed).toBe('OTP_NOT_EXIST');
  });

  it('still logs in the member who has it already', async () => {
    const { registration } = await server.members.join({ password: '123456' });
    expect(await server.members.logIn(registration)).toBeTruthy();
  });
});

describe('what the app is told', () => {
  it('has the shortest password, and whether easy ones are refused', async () => {
    const { credential } = await server.api.ok('GET /api/lookup/info');
    expect(credential).toEqual({ minimum: 8, refusesEasy: true });
  });
});

describe('a password made of its owner', () => {
  const owner = { phone: '0812345678', names: ['Somchai Jaidee', undefined, 'สมหญิง ใจดี'] };

  it.each([
    '0812345678',
    '812345678',
    '12345678',
    '0812345678!!',
    '66-81-234-5678',
    '12345678ab!',
    'a0812345b',
    '๐๘๑๒๓๔๕๖๗๘',
    '0066812345678',
    '00856812345678',
    'somchai!!!!!!!!',
    '1234567890ab',
    'สมหญิงใจดี',
    'Jaidee#99',
    'สมหญิง1234',
  ])('is %s', (password) => expect(isMadeOf(password, owner)).toBe(true));

  it.each([
    '',
    '!!!!!!!!',
    'another person',
    'chai-yo-2026',
    '0899999999',
    'Jaidee eats noodles',
    '12345-noodles',
    'somchai!@#$%^&*',
  ])('is not %s', (password) => expect(isMadeOf(password, owner)).toBe(false));

  it('is none where nothing is known of them', () => {
    expect(isMadeOf('0812345678', {})).toBe(false);
    expect(isMadeOf('12345678', { phone: '', names: [''] })).toBe(false);
  });
});
