import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { SharedLimiter } from '../../database/shared-limiter.ts';
import { DeviceMarks } from '../../http/device-marks.ts';
import { AppError } from '../../kernel/app-error.ts';
import { systemClock } from '../../kernel/clock.ts';
import { Hashing } from '../../kernel/hashing.ts';
import { createSecrets } from '../../kernel/secrets.ts';
import { TokenMint } from '../../kernel/token-mint.ts';
import { endOf } from '../../testing/api.ts';
import { pgliteDatabase, postgresDatabase } from '../../testing/databases.ts';
import { fromElsewhere, strictLimits, wideLimits } from '../../testing/limits.ts';
import type { Registration } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, TEST_SECRET_KEY, type TestServer } from '../../testing/test-server.ts';
import { LONGEST_WAIT_MS } from './back-off.ts';
import { Devices } from './devices.ts';
import { LoginGuard } from './login-guard.ts';
import { SessionService } from './service.ts';

const TRIES = 3;
const PHONES_PER_ADDRESS = 4;
const PHONES_PER_NETWORK = 6;
const PHONES_PER_MEMBER = 2;
const PER_PHONE = 10;

describe('guessing passwords', () => {
  const clock = new TestClock();
  let server: TestServer;

  beforeAll(async () => {
    const limits = wideLimits({
      LOGIN_TRIES: TRIES,
      LOGIN_PHONES_PER_ADDRESS: PHONES_PER_ADDRESS,
      LOGIN_PHONES_PER_NETWORK: PHONES_PER_NETWORK,
      LOGIN_PHONES_PER_MEMBER: PHONES_PER_MEMBER,
      LOGINS_PER_PHONE: PER_PHONE,
    });
    server = await startTestServer({ clock, settings: { limits } });
  });
  afterAll(() => server.stop());

  const newMember = async (): Promise<Registration> => {
    const given = server.members.registration();
    await server.members.verifyPhone(given.username);
    await server.api.ok('POST /api/account', { body: given });
    return given;
  };
  const logIn = (username: string, password: string, headers: Record<string, string>) =>
    server.api.call('POST /api/login', { body: { username, password }, headers });
  const miss = async (username: string, headers: Record<string, string>) =>
    endOf(await logIn(username, 'not it', headers));
  const missOften = async (username: string, headers: Record<string, string>, times: number) => {
    for (let n = 0; n < times; n += 1) await miss(username, headers);
  };
  const aDevice = () => ({ 'x-device-id': crypto.randomUUID() });

  it('has to wait longer each time, known phone or not, and is told how long', async () => {
    const { username } = await newMember();
    for (const phone of [username, server.members.nextPhone()]) {
      const headers = fromElsewhere();
      for (let n = 0; n < TRIES; n += 1) expect(await miss(phone, headers)).toBe('WRONG_CREDENTIAL');
      for (const seconds of [5, 10, 20]) {
        const refused = await logIn(phone, 'not it', headers);
        expect(endOf(refused)).toBe('REQUEST_LIMIT');
        expect(refused.headers.get('retry-after')).toBe(String(seconds));
        clock.forward(seconds * 1_000);
        expect(await miss(phone, headers)).toBe('WRONG_CREDENTIAL');
      }
    }
  });

  it('is told the wait after which none of the limits refuses', async () => {
    const { username } = await newMember();
    const here = fromElsewhere();
    await missOften(username, here, TRIES);
    for (let n = TRIES; n < PER_PHONE; n += 1) await miss(username, fromElsewhere());
    // The back-off alone would end in five seconds, but the phone is blocked for a quarter of an hour.
    const refused = await logIn(username, 'not it', here);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  });

  it('does not get through the wait with the right password, and ends with it', async () => {
    const { username, password } = await newMember();
    const headers = fromElsewhere();
    await missOften(username, headers, TRIES);
    expect(endOf(await logIn(username, password, headers))).toBe('REQUEST_LIMIT');
    clock.forward(5_000);
    expect(endOf(await logIn(username, password, headers))).toBe('OK');
    expect(await miss(username, headers)).toBe('WRONG_CREDENTIAL');
  });

  it('is not quicker for coming all at once', async () => {
    const { username } = await newMember();
    const headers = fromElsewhere();
    const ends = await Promise.all(Array.from({ length: 20 }, () => miss(username, headers)));
    expect(ends.filter((end) => end === 'WRONG_CREDENTIAL')).toHaveLength(TRIES);
    expect(ends.filter((end) => end === 'REQUEST_LIMIT')).toHaveLength(20 - TRIES);
  });

  it('from one address does not hold the member up at another', async () => {
    const { username, password } = await newMember();
    await missOften(username, fromElsewhere(), TRIES + 3);
    expect(endOf(await logIn(username, password, fromElsewhere()))).toBe('OK');
  });

  it('from many addresses holds a new browser up for a while, and never one the member has used', async () => {
    const { username, password } = await newMember();
    const known = aDevice();
    expect(endOf(await logIn(username, password, { ...fromElsewhere(), ...known }))).toBe('OK');
    for (let n = 0; n < PER_PHONE; n += 1)
      expect(await miss(username, fromElsewhere())).toBe('WRONG_CREDENTIAL');
    expect(endOf(await logIn(username, password, fromElsewhere()))).toBe('REQUEST_LIMIT');
    expect(endOf(await logIn(username, password, { ...fromElsewhere(), ...aDevice() }))).toBe(
      'REQUEST_LIMIT',
    );
    expect(endOf(await logIn(username, password, { ...fromElsewhere(), ...known }))).toBe('OK');
    await server.database.queries.updateTable('limit_count').set({ expire: 0n }).execute();
    expect(endOf(await logIn(username, password, fromElsewhere()))).toBe('OK');
  });

  it('at many phones from one address comes to an end; members seen there before go on', async () => {
    const { username, password } = await newMember();
    const other = await newMember();
    const [address, device] = [fromElsewhere(), aDevice()];
    expect(endOf(await logIn(username, password, { ...address, ...device }))).toBe('OK');
    for (let n = 0; n < PHONES_PER_ADDRESS; n += 1)
      expect(await miss(server.members.nextPhone(), address)).toBe('WRONG_CREDENTIAL');
    // Sequentially and concurrently.
    const victim = server.members.nextPhone();
    expect(await miss(victim, address)).toBe('REQUEST_LIMIT');
    const ends = await Promise.all(Array.from({ length: 10 }, () => miss(victim, address)));
    expect(new Set(ends)).toEqual(new Set(['REQUEST_LIMIT']));
    expect(endOf(await logIn(other.username, other.password, address))).toBe('REQUEST_LIMIT');
    expect(endOf(await logIn(username, password, { ...address, ...device }))).toBe('OK');
    expect(endOf(await logIn(other.username, other.password, fromElsewhere()))).toBe('OK');
  });

  it('from the many /64s of one /48 comes to an end as well', async () => {
    const of = (subnet: number) => ({ 'x-forwarded-for': `2001:db8:7:${subnet.toString(16)}::1` });
    for (let n = 0; n < PHONES_PER_NETWORK; n += 1)
      expect(await miss(server.members.nextPhone(), of(n))).toBe('WRONG_CREDENTIAL');
    expect(await miss(server.members.nextPhone(), of(PHONES_PER_NETWORK))).toBe('REQUEST_LIMIT');
    expect(await miss(server.members.nextPhone(), { 'x-forwarded-for': '2001:db8:8::1' })).toBe(
      'WRONG_CREDENTIAL',
    );
  });

  it('at many phones from one address holds up no browser there in which a member has logged in', async () => {
    const { username, password } = await newMember();
    const [address, device] = [fromElsewhere(), aDevice()];
    const { deviceMark } = (await logIn(username, password, { ...fromElsewhere(), ...device })).body as {
      deviceMark: string;
    };
    for (let n = 0; n < PHONES_PER_ADDRESS; n += 1) await miss(server.members.nextPhone(), address);
    const marked = { ...address, ...device, 'x-device-mark': deviceMark };
    // Another member of the family, who has not logged in with this browser before.
    const other = await newMember();
    expect(endOf(await logIn(other.username, other.password, { ...address, ...aDevice() }))).toBe(
      'REQUEST_LIMIT',
    );
    expect(endOf(await logIn(other.username, other.password, marked))).toBe('OK');
    // The mark does not allow unlimited guesses, and does not work in another browser.
    for (let n = 0; n < PHONES_PER_MEMBER; n += 1)
      expect(await miss(server.members.nextPhone(), marked)).toBe('WRONG_CREDENTIAL');
    expect(await miss(server.members.nextPhone(), marked)).toBe('REQUEST_LIMIT');
    expect(await miss(server.members.nextPhone(), { ...marked, ...aDevice() })).toBe('REQUEST_LIMIT');
  });

  it('counts one phone that is mistyped often, or typed right, as no more than one', async () => {
    const address = fromElsewhere();
    const clumsy = await newMember();
    await missOften(clumsy.username, address, TRIES);
    for (let n = 0; n < 3; n += 1) {
      const { username, password } = await newMember();
      expect(endOf(await logIn(username, password, address))).toBe('OK');
    }
    expect(await miss(server.members.nextPhone(), address)).toBe('WRONG_CREDENTIAL');
  });

  it('knows the browser of a change of password alone after it', async () => {
    const { username, password } = await newMember();
    const headers = { ...fromElsewhere(), ...aDevice() };
    const devices = () =>
      server.database.queries
        .selectFrom('member_device')
        .innerJoin('member', 'member.id', 'member_device.member_id')
        .select('device_hash')
        .where('username', '=', username)
        .execute();
    const { token } = (await logIn(username, password, headers)).body as { token: string };
    const own = await devices();
    await logIn(username, password, { ...fromElsewhere(), ...aDevice() });
    expect(await devices()).toHaveLength(2);
    const body = { oldPassword: password, newPassword: 'another one' };
    await server.api.ok('PUT /api/account/changepwd', {
      body,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await devices()).toEqual(own);
  });

  it('keeps no phone and no address in clear', async () => {
    const { username } = await newMember();
    await miss(username, { 'x-forwarded-for': '198.51.100.77' });
    const rows = await server.database.queries.selectFrom('limit_count').select('key').execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${username}|198\\.51`));
  });
});

describe('an unknown phone and a wrong password', () => {
  it('take the same work and get the same answer', async () => {
    const server = await startTestServer();
    const { database } = server;
    const { registration } = await server.members.join();
    const secrets = createSecrets(TEST_SECRET_KEY);
    const limiter = new SharedLimiter({
      database,
      secrets,
      limits: wideLimits(),
      onRefused: () => undefined,
    });
    const hashing = new Hashing(10);
    const marks = new DeviceMarks({ secrets, clock: systemClock });
    const sessions = new SessionService({
      database,
      clock: systemClock,
      sessionDays: 1,
      laos: false,
      hashing,
      guard: new LoginGuard({ database, limiter, secrets, clock: systemClock, marks }),
      devices: new Devices({ database, secrets }),
      codes: { check: async () => {} },
      messages: { tell: () => Promise.resolve(), tellNewDevice: () => {} },
      mint: new TokenMint(secrets),
      marks,
    });
    const caller = { address: '203.0.113.1', device: 'a browser of somebody' };
    const tryAs = async (username: string) => {
      const before = hashing.compared;
      const error: unknown = await sessions
        .logIn({ username, password: 'not it', userAgent: '', caller, language: 'en' })
        .catch((thrown: unknown) => thrown);
      return { compared: hashing.compared - before, error };
    };
    const [known, unknown] = [await tryAs(registration.username), await tryAs(server.members.nextPhone())];
    expect(known).toEqual({ compared: 1, error: new AppError('WRONG_CREDENTIAL') });
    expect(unknown).toEqual(known);
    await server.stop();
  });
});

describe.each([
  ['PostgreSQL', postgresDatabase],
  ['PGlite', pgliteDatabase],
])('a member in a browser of their own, on %s', (_engine, open) => {
  const clock = new TestClock();
  const phone = '0812345678';
  const own = { address: '203.0.113.1', device: 'a browser of the member' };
  let database: Database;
  let guard: LoginGuard;

  beforeAll(async () => {
    database = await open();
    const secrets = createSecrets(TEST_SECRET_KEY);
    // The member logs in more often here than the default limit allows.
    const limits = strictLimits({ LOGINS_DONE_PER_PHONE: 1_000 });
    const limiter = new SharedLimiter({ database, secrets, limits, onRefused: () => undefined });
    const marks = new DeviceMarks({ secrets, clock });
    guard = new LoginGuard({ database, limiter, secrets, clock, marks });
  });
  afterAll(() => database.close());

  const stranger = fc.record({
    phone: fc.constantFrom(phone, '0899999999'),
    // Includes the member's own address, and the member's device id from callers that have not logged in with
    // it.
    address: fc.constantFrom('203.0.113.1', '198.51.100.1', '198.51.100.2'),
    device: fc.constantFrom(undefined, own.device, 'another'),
    waitMs: fc.integer({ min: 0, max: LONGEST_WAIT_MS }),
  });

  it('is never kept out by others, whatever they try; and they are told waits that are no longer than the longest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stranger, { maxLength: 12 }), async (tries) => {
        for (const { waitMs, phone: tried, ...caller } of tries) {
          clock.forward(waitMs);
          await guard.admit(tried, caller, false).catch((error: { retryAfterMs: number }) => {
            expect(error).toMatchObject({ code: 'REQUEST_LIMIT' });
            expect(error.retryAfterMs).toBeGreaterThanOrEqual(0);
            expect(error.retryAfterMs).toBeLessThanOrEqual(LONGEST_WAIT_MS);
          });
        }
        await guard.succeeded(await guard.admit(phone, own, true));
      }),
      { numRuns: 25 },
    );
  });
});

it('a phone whose try was none is counted with its address’s once it is tried again', async () => {
  const database = await postgresDatabase();
  const limiter = new SharedLimiter({
    database,
    secrets: createSecrets(TEST_SECRET_KEY),
    limits: wideLimits({ LOGIN_PHONES_PER_ADDRESS: 1 }),
    onRefused: () => undefined,
  });
  const secrets = createSecrets(TEST_SECRET_KEY);
  const marks = new DeviceMarks({ secrets, clock: systemClock });
  const guard = new LoginGuard({ database, limiter, secrets, clock: systemClock, marks });
  const caller = { address: '203.0.113.9', device: undefined };
  await guard.undo(await guard.admit('0811111111', caller, false));
  await guard.admit('0811111111', caller, false);
  await expect(guard.admit('0822222222', caller, false)).rejects.toMatchObject({ code: 'REQUEST_LIMIT' });
  await database.close();
});

it('log-ins with the right password are so many too, and wrong ones take nothing from them', async () => {
  const most = 3;
  const limits = wideLimits({ LOGINS_DONE_PER_PHONE: most });
  const server = await startTestServer({ settings: { limits } });
  const [{ registration }, { registration: other }] = [
    await server.members.join(),
    await server.members.join(),
  ];
  const logIn = async ({ username }: Registration, password: string) =>
    endOf(await server.api.call('POST /api/login', { body: { username, password } }));
  for (let n = 0; n < 2 * most; n += 1) expect(await logIn(registration, 'not it')).toBe('WRONG_CREDENTIAL');
  // The member has logged in once before.
  for (let n = 1; n < most; n += 1) expect(await logIn(registration, registration.password)).toBe('OK');
  expect(await logIn(registration, registration.password)).toBe('REQUEST_LIMIT');
  expect(await logIn(other, other.password)).toBe('OK');
  await server.stop();
});
