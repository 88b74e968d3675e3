import { randomUUID } from 'node:crypto';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { routes, type RouteKey } from '@krapao/contract/routes';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SharedLimiter } from '../database/shared-limiter.ts';
import { systemClock } from '../kernel/clock.ts';
import { LIMIT_NAMES, type LimitName } from '../kernel/limits.ts';
import { createLogger } from '../kernel/logger.ts';
import { createSecrets } from '../kernel/secrets.ts';
import { Api, endOf, type Answer } from '../testing/api.ts';
import { postgresDatabase, sharedPostgres } from '../testing/databases.ts';
import { fromElsewhere, wideLimits } from '../testing/limits.ts';
import type { TestMember } from '../testing/members.ts';
import { TokenMint } from '../kernel/token-mint.ts';
import { TestClock } from '../testing/test-clock.ts';
import { startTestServer, TEST_SECRET_KEY, type TestServer } from '../testing/test-server.ts';
import { CALL_LIMITS, CallLimits } from './call-limits.ts';
import { DeviceMarks } from './device-marks.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';

const POINTS = 2;

type Headers = Record<string, string>;

/** A limited call of a member or a guest, and its normal result. */
interface Sample {
  body?: (server: TestServer, member: TestMember) => object;
  params?: Record<string, string>;
  guest?: true;
  /** The type of its uploaded file. */
  upload?: string;
}

const SAMPLES: Readonly<Partial<Record<RouteKey, Sample>>> = {
  'PUT /api/account/changepwd': { body: () => ({ oldPassword: 'not it', newPassword: 'long enough' }) },
  'POST /api/step-up': { body: () => ({ password: 'not it' }) },
  'GET /api/promotion/find/:code': { params: { code: 'GUESS' } },
  'GET /api/promotion/activate/:code': { params: { code: 'GUESS' } },
  'POST /api/wallet/truelink': { body: () => ({ link: 'no gift' }) },
  'POST /api/spinwheel/coupon/claim': { body: () => ({ coupon: 'GUESS' }) },
  'POST /api/qrcode/:provider': { params: { provider: 'KBANK' }, body: () => ({ amount: 100 }) },
  'POST /api/wallet/slip': {},
  'POST /api/statement/csv': { body: () => ({}) },
  'GET /api/protection/play/:by': { params: { by: 'day' } },
  'POST /api/notices/browser': {
    body: () => ({ endpoint: 'https://push.example/none', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }),
  },
  'GET /api/wallet/refresh/slot': {},
  'GET /api/bonus/activate/:code': { params: { code: 'GUESS' } },
  'GET /api/bonus/clear': {},
  'POST /api/wallet/collect': { body: () => ({}) },
  'POST /api/wallet/transferAll': { body: () => ({ from: 'PG', to: 'WALLET' }) },
  'POST /api/chat/send-message': {
    guest: true,
    body: () => ({
      _id: randomUUID(),
      guestId: randomUUID(),
      sender: 'customer',
      message: { message_type: 'text', payload: { text: 'hello' } },
      session_id: '',
      userId: '',
      username: '',
      name: '',
      deviceToken: '',
    }),
  },
  'POST /api/app-fault': {
    guest: true,
    body: () => ({
      kind: 'script',
      message: 'x is not a function',
      stack: '',
      path: '/login',
      reference: '',
    }),
  },
  'POST /api/chat/upload-image': { guest: true, upload: 'image/png' },
  'POST /api/chat/upload-video': { guest: true, upload: 'video/mp4' },
};

/** Uploads a guest's file whose content matches its type. */
async function uploadTo(url: string, type: string, headers: Record<string, string>): Promise<Answer> {
  const bytes =
    type === 'image/png'
      ? await png()
      : Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), `file.${type.split('/')[1]}`);
  const response = await fetch(`${url}?guestId=${randomUUID()}`, {
    method: 'POST',
    headers: { [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const png = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
    .png()
    .toBuffer();

describe('limits of calls', () => {
  let wide: TestServer;
  const narrow: TestServer[] = [];
  // Time stands still, so that no window ends during a test.
  const clock = new TestClock();

  beforeAll(async () => {
    const { open, databaseUrl } = await sharedPostgres();
    const own = new Set<LimitName>(
      Object.values(CALL_LIMITS).flatMap((rules) => rules.map(({ limit }) => limit)),
    );
    const limits = wideLimits(
      Object.fromEntries(LIMIT_NAMES.filter((name) => own.has(name)).map((n) => [n, POINTS])),
    );
    wide = await startTestServer({ open, settings: { databaseUrl } });
    for (let n = 0; n < 2; n += 1) {
      narrow.push(await startTestServer({ open, clock, settings: { databaseUrl, limits } }));
    }
  });
  afterAll(async () => {
    await Promise.all([wide, ...narrow].map((server) => server.stop()));
  });

  const send = async (
    key: RouteKey,
    member: TestMember,
    headers: Record<string, string>,
    at = 0,
  ): Promise<Answer> => {
    const { method, path } = routes[key];
    const { body, params = {}, guest, upload } = SAMPLES[key]!;
    const server = narrow[at]!;
    const api = guest ? new Api(server.url) : new Api(server.url, member.token);
    if (upload) return uploadTo(server.url + path, upload, headers);
    const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    return api.send(method, filled, body?.(server, member), headers);
  };

  it('are declared for calls that say so in the contract', () => {
    expect(Object.keys(SAMPLES).toSorted()).toEqual(Object.keys(CALL_LIMITS).toSorted());
    for (const key of Object.keys(CALL_LIMITS) as RouteKey[])
      expect(routes[key].errors).toContain('REQUEST_LIMIT');
  });

  it.each(Object.keys(CALL_LIMITS) as RouteKey[])('%s is refused after so many, with a time', async (key) => {
    const member = await wide.members.join();
    const headers = fromElsewhere();
    for (let n = 0; n < POINTS; n += 1) {
      expect(endOf(await send(key, member, headers))).not.toBe('REQUEST_LIMIT');
    }
    const refused = await send(key, member, headers);
    expect(endOf(refused)).toBe('REQUEST_LIMIT');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Other callers are not refused.
    const other = await wide.members.join();
    expect(endOf(await send(key, other, fromElsewhere()))).not.toBe('REQUEST_LIMIT');
  });

  it('count what is asked of two processes together', async () => {
    const member = await wide.members.join();
    const headers = fromElsewhere();
    const ends = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        send('PUT /api/account/changepwd', member, headers, n % 2).then(endOf),
      ),
    );
    expect(ends.filter((end) => end === 'WRONG_PASSWORD')).toHaveLength(POINTS);
    expect(ends.filter((end) => end === 'REQUEST_LIMIT')).toHaveLength(6 - POINTS);
  });

  it('give back what was no wrong guess', async () => {
    const { api, registration } = await wide.members.join();
    const member = wide.members.of(registration, await wide.members.logIn(registration));
    const headers = fromElsewhere();
    const at = new Api(narrow[0]!.url, member.token);
    let oldPassword = registration.password;
    for (let n = 0; n < POINTS + 2; n += 1) {
      const newPassword = `password ${n}`;
      await at.ok('PUT /api/account/changepwd', { body: { oldPassword, newPassword }, headers });
      oldPassword = newPassword;
    }
    expect(await api.refused('GET /api/wallet')).toBe('INVALID_USER_3');
  });
});

describe('limits of every call', () => {
  let server: TestServer;
  const MOST = 5;

  beforeAll(async () => {
    server = await startTestServer({
      // Windows follow the clock's minutes: with running time, a new minute could begin during a test.
      clock: new TestClock(),
      settings: {
        limits: wideLimits({
          CALLS_PER_MEMBER: MOST,
          CALLS_PER_ADDRESS: 3 * MOST,
          CALLS_PER_NETWORK: 4 * MOST,
          FORGED_CALLBACKS_PER_ADDRESS: MOST,
          WRONG_TOKENS_PER_ADDRESS: MOST,
          CODES_PER_MEMBER: 1,
        }),
      },
    });
  });
  afterAll(() => server.stop());

  /** Creates a member whose registration is counted at a separate address. */
  const newMember = async (): Promise<Api> => {
    const body = server.members.registration();
    const headers = fromElsewhere();
    const otp = await server.api.ok('POST /api/otp/send', {
      body: { phoneNumber: body.username },
      headers,
    });
    const otpCode = await server.world.otpCode(body.username);
    await server.api.ok('POST /api/otp/verify', { body: { otpToken: otp.otpToken, otpCode }, headers });
    await server.api.ok('POST /api/account', { body, headers });
    const { username, password } = body;
    const { token } = await server.api.ok('POST /api/login', { body: { username, password }, headers });
    return new Api(server.url, token);
  };

  const ends = async (
    api: Api,
    key: 'GET /api/wallet' | 'GET /api/lookup/info',
    calls: number,
    headers: Headers,
  ) => Promise.all(Array.from({ length: calls }, () => api.call(key, { headers }).then(endOf)));
  const passed = (all: readonly string[]) => all.filter((end) => end === 'OK').length;

  it('hold for a member, whoever else is at the address', async () => {
    const address = fromElsewhere();
    const members = await Promise.all(Array.from({ length: 4 }, newMember));
    for (const member of members)
      expect(passed(await ends(member, 'GET /api/wallet', MOST + 2, address))).toBe(MOST);
  });

  it('hold for the strangers of an address, each call by itself, and keep out no member', async () => {
    const address = fromElsewhere();
    const member = await newMember();
    expect(passed(await ends(server.api, 'GET /api/lookup/info', 3 * MOST + 2, address))).toBe(3 * MOST);
    expect(endOf(await server.api.call('GET /api/lookup/banks', { headers: address }))).toBe('OK');
    expect(passed(await ends(member, 'GET /api/lookup/info', 2, address))).toBe(2);
    expect(passed(await ends(member, 'GET /api/wallet', 2, address))).toBe(2);
  });

  it('hold for the strangers of an IPv6 network, many as its addresses are', async () => {
    const from = (subnet: number) => ({ 'x-forwarded-for': `2001:db8:5:${subnet}::1` });
    const all: string[] = [];
    for (let n = 0; n < MOST; n += 1)
      all.push(...(await ends(server.api, 'GET /api/lookup/info', 2 * MOST, from(n))));
    expect(passed(all)).toBe(4 * MOST);
  });

  it('stop looking up invented tokens, and never members’, at an address that sends many', async () => {
    const address = fromElsewhere();
    const member = await newMember();
    const invented = new Api(server.url, 'x'.repeat(43));
    for (let n = 0; n < MOST; n += 1)
      expect(await invented.refused('GET /api/wallet', { headers: address })).toBe('INVALID_USER_1');
    const refused = await invented.call('GET /api/wallet', { headers: address });
    expect(endOf(refused)).toBe('REQUEST_LIMIT');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await member.ok('GET /api/wallet', { headers: address });
    // Expired sessions are looked up there equally often.
    await member.ok('POST /api/logout', { headers: fromElsewhere() });
    const over = await Promise.all(
      Array.from({ length: 2 * MOST }, () => member.call('GET /api/wallet', { headers: address })),
    );
    expect(over.map(endOf)).toContain('INVALID_USER_1');
    expect(endOf(await member.call('GET /api/wallet', { headers: address }))).toBe('REQUEST_LIMIT');
  });

  it('leave signed callbacks alone, and forged ones they do not', async () => {
    const headers = fromElsewhere();
    const forge = () => server.api.send('POST', '/api/callback/bank', { forged: true }, headers).then(endOf);
    for (let n = 0; n < MOST; n += 1) expect(await forge()).toBe('UNAUTHORIZED');
    expect(await forge()).toBe('REQUEST_LIMIT');
  });

  it('hold however a call’s address is written', async () => {
    const headers = fromElsewhere();
    const ends = await Promise.all(
      Array.from({ length: 3 * MOST + 2 }, () =>
        server.api.send('GET', '/%61pi/lookup/info', undefined, headers).then(endOf),
      ),
    );
    expect(ends.filter((end) => end === 'OK')).toHaveLength(3 * MOST);
    expect(ends.filter((end) => end === 'REQUEST_LIMIT')).toHaveLength(2);
  });

  it('let nobody who is over their own limit use up the limit of their neighbours', async () => {
    const headers = fromElsewhere();
    const [guesser, neighbour] = [await newMember(), await newMember()];
    const guess = (api: Api) =>
      api.call('GET /api/promotion/find/:code', { params: { code: 'GUESS' }, headers }).then(endOf);
    expect(await guess(guesser)).toBe('NO_PROMOTION');
    for (let n = 1; n < MOST; n += 1) expect(await guess(guesser)).toBe('REQUEST_LIMIT');
    expect(await guess(neighbour)).toBe('NO_PROMOTION');
  });

  it('change nothing about how a call ends that is done when the count cannot be given back', async () => {
    const database = await postgresDatabase();
    const secrets = createSecrets(TEST_SECRET_KEY);
    const limiter = new SharedLimiter({
      database,
      secrets,
      limits: wideLimits(),
      onRefused: () => undefined,
    });
    const limits = new CallLimits({
      limiter,
      memoryLimiter: new MemoryRateLimiter({ limiter, clock: systemClock }),
      mint: new TokenMint(secrets),
      marks: new DeviceMarks({ secrets, clock: systemClock }),
    });
    const request = {
      ip: '198.51.100.7',
      headers: {},
      log: createLogger('silent'),
    } as unknown as FastifyRequest;
    const done = limits.of('GET /api/promotion/find/:code')(request, async () => {
      await database.close();
      return 'done';
    });
    expect(await done).toBe('done');
  });
});
