/** @module-tag whole */
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { WALLET_SOCKET } from '@krapao/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, endOf } from '../testing/api.ts';
import { fromElsewhere, strictLimits } from '../testing/limits.ts';
import { TestClock } from '../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Members behind the address; `CARRIER_MEMBERS=5000` is the long run, with the real limits. */
const MEMBERS = Number(process.env['CARRIER_MEMBERS'] ?? 60);
const IS_LONG = MEMBERS >= 1_000;
/** Log-ins of the attacker with a wrong password, each for another phone. */
const WRONG_LOG_INS = Number(process.env['CARRIER_WRONG_LOG_INS'] ?? 100);
/** Calls of one kind per minute; fewer in the short run, to save time. */
const CALLS = IS_LONG ? 6_000 : 400;
const SOCKETS = IS_LONG ? 600 : 30;
const NEWCOMERS = Math.max(5, Math.round(MEMBERS / 100));
/** Every tenth member uses a new browser. */
const isNewBrowser = (index: number): boolean => index % 10 === 9;
const AT_ONCE = 16;
const PASSWORD = 'ความลับ-1234';

interface Person {
  phone: string;
  isNew: boolean;
  /** Token of an earlier log-in; members with a new browser have none. */
  token?: string;
  headers: Record<string, string>;
}

describe(`${MEMBERS} members behind one address, and somebody there who floods`, () => {
  // Time stands still: no window ends between the flood and the members' calls.
  const clock = new TestClock();
  const carrier = { 'x-forwarded-for': '198.51.100.20' };
  const sockets: Socket[] = [];
  const people: Person[] = [];
  let server: TestServer;

  beforeAll(async () => {
    const limits = strictLimits(
      IS_LONG ? {} : { CALLS_PER_ADDRESS: CALLS, SOCKETS_PER_ADDRESS: SOCKETS - 5 },
    );
    server = await startTestServer({ clock, settings: { limits } });
    await seedMembers(server);
    await each(range(MEMBERS), async (index) => {
      const phone = phoneOf(index);
      const headers: Record<string, string> = { 'x-device-id': crypto.randomUUID() };
      const person: Person = { phone, headers, isNew: isNewBrowser(index) };
      people.push(person);
      if (person.isNew) return;
      // An earlier log-in from home.
      const { body } = await logIn(phone, PASSWORD, { ...fromElsewhere(), ...headers });
      const { token, deviceMark } = body as { token: string; deviceMark?: string };
      person.token = token;
      if (deviceMark !== undefined) headers['x-device-mark'] = deviceMark;
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await server.stop();
  });

  const logIn = (username: string, password: string, headers: Record<string, string>) =>
    server.api.call('POST /api/login', { body: { username, password }, headers });

  async function flood(): Promise<void> {
    const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      server.api.send(method, path, body, { ...carrier, ...headers });
    const times = (count: number, act: (index: number) => Promise<unknown>) => each(range(count), act);
    await times(100, () => send('POST', '/api/otp/send', {}));
    await times(100, () => send('POST', '/api/account', {}));
    await times(130, () => send('POST', '/api/account/validate', { username: phoneOf(0) }));
    await times(120, () => send('POST', '/api/otp/verify', { otpToken: 'A'.repeat(43), otpCode: '123456' }));
    await times(WRONG_LOG_INS, (n) => logIn(`09${String(n).padStart(8, '0')}`, 'not it', carrier));
    const junk = { authorization: `Bearer ${'x'.repeat(43)}` };
    await times(CALLS + 100, () => send('GET', '/api/wallet', undefined, junk));
    await times(CALLS + 100, () => send('GET', '/api/lookup/info'));
    await each(range(SOCKETS), () => openSocket(''));
  }

  /** Opens a socket at the address. @returns the result */
  function openSocket(path: string, token?: string): Promise<string> {
    const socket = io(server.url + path, {
      ...(token !== undefined && { auth: { token } }),
      extraHeaders: carrier,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    return new Promise((resolve) => {
      socket.once('connect', () => {
        if (token !== undefined) socket.disconnect();
        resolve('OK');
      });
      socket.once('connect_error', () => resolve('REFUSED'));
    });
  }

  it('log in, see their wallets, withdraw and listen all the same', async () => {
    await flood();
    const ends = new Ends();
    await each(people, async ({ phone, headers, isNew, token: earlier }) => {
      const at = { ...carrier, ...headers };
      const answer = await logIn(phone, PASSWORD, at);
      ends.add(isNew ? 'log in, new browser' : 'log in, known browser', endOf(answer));
      const { token = earlier } = answer.body as { token?: string };
      if (token === undefined) return;
      const member = new Api(server.url, token);
      ends.add('wallet', endOf(await member.call('GET /api/wallet', { headers: at })));
      ends.add('info', endOf(await member.call('GET /api/lookup/info', { headers: at })));
      const withdrawal = {
        body: { amount: 100 },
        headers: { ...at, 'idempotency-key': crypto.randomUUID() },
      };
      ends.add('withdraw', endOf(await member.call('POST /api/wallet/withdraw', withdrawal)));
      ends.add('listen', await openSocket(WALLET_SOCKET, token));
    });
    await each(range(NEWCOMERS), async () => {
      const headers = { ...carrier, 'x-device-id': crypto.randomUUID() };
      const body = server.members.registration();
      const { username: phoneNumber } = body;
      const sent = await server.api.call('POST /api/otp/send', { body: { phoneNumber }, headers });
      ends.add('register', await registered(sent.body as { otpToken?: string }, { body, headers }));
    });
    if (IS_LONG) process.stdout.write(`${ends.table()}\n`);
    expect(ends.refused()).toEqual([]);
  }, 1_200_000);

  async function registered(
    { otpToken }: { otpToken?: string },
    {
      body,
      headers,
    }: { body: ReturnType<TestServer['members']['registration']>; headers: Record<string, string> },
  ): Promise<string> {
    if (otpToken === undefined) return 'NO_CODE';
    const otpCode = await server.world.otpCode(body.username);
    const verified = await server.api.call('POST /api/otp/verify', { body: { otpToken, otpCode }, headers });
    if (verified.status !== 200) return endOf(verified);
    const checked = await server.api.call('POST /api/account/validate', { body, headers });
    if (checked.status !== 200) return endOf(checked);
    return endOf(await server.api.call('POST /api/account', { body, headers }));
  }
});

const phoneOf = (index: number): string => `06${String(index).padStart(8, '0')}`;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Processes each item, some at a time. */
async function each<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await act(item);
  };
  await Promise.all(range(AT_ONCE).map(work));
}

/** Creates members with money. Their hashes are cheap, so that thousands log in within minutes. */
async function seedMembers({ database }: TestServer): Promise<void> {
  const quick = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await sql`
    with account as (
      insert into ledger_account (code, currency, house, balance)
        select 'member:carrier' || lpad(n::text, 8, '0') || ':wallet', 'BAHT', false, 100000
          from generate_series(0, ${MEMBERS - 1}::int) n
        returning id, substr(code, 15, 8) as n)
    insert into member (id, username, name, password_hash, source_code, invite_code, bank_code,
        bank_account_name, bank_account_no, currency, wallet_account)
      select 'carrier' || n, '06' || n, 'สมหญิง ใจดี', ${quick}, '', '', 'SCB', 'SOMYING JAIDEE', '77' || n,
          'BAHT', id from account`.execute(database.queries);
  await sql`insert into awaited_login (member_id) select id from member`.execute(database.queries);
}

/** Counts results by kind of call. */
class Ends {
  readonly #counts = new Map<string, Map<string, number>>();

  add(what: string, end: string): void {
    const counts = this.#counts.get(what) ?? new Map<string, number>();
    counts.set(end, (counts.get(end) ?? 0) + 1);
    this.#counts.set(what, counts);
  }

  /** Returns the refusals with their counts. */
  refused(): string[] {
    return this.#lines().filter((line) => !/: OK \d+$/.test(line));
  }

  table(): string {
    return this.#lines().join('\n');
  }

  #lines(): string[] {
    return Array.from(
      this.#counts,
      ([what, counts]) => `${what}: ${Array.from(counts, ([end, count]) => `${end} ${count}`).join(', ')}`,
    );
  }
}
