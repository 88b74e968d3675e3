import type { PushBrowser } from '@krapao/contract/push-subscription';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PushServices } from '../../adapters/push/push-services.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { newPushKey } from '../../kernel/push-key.ts';
import { Api, endOf } from '../../testing/api.ts';
import { pgliteDatabase, sharedPostgres } from '../../testing/databases.ts';
import { inWhole } from '../../testing/forms.ts';
import { strictLimits } from '../../testing/limits.ts';
import { aBrowser, inBrowser } from '../../testing/member-factors.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Browser = PushBrowser & { id: string };

/** Messages that the stand-in of a push service let through to a browser, decrypted. */
interface Got {
  received: { text: string; topic: string; urgency: string; ttl: number }[];
  requests: number;
  faults: string[];
}

interface Shown {
  title: string;
  body: string;
  path: string;
}

/** A push that failed once is tried again within this time. */
const UNTIL_TRIED_AGAIN_MS = 11 * MINUTE_MS;

/** Listens at a port of this machine. @returns its host */
async function hostOf(service: Server): Promise<string> {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${(service.address() as AddressInfo).port}`;
}

describe('two processes on one database', () => {
  let one: TestServer;
  let two: TestServer;

  beforeAll(async () => {
    const { databaseUrl, open } = await sharedPostgres();
    const settings = { databaseUrl, pushLocal: true };
    one = await startTestServer({ open, settings });
    two = await startTestServer({ open, settings });
  });
  afterAll(async () => {
    await one.stop();
    await two.stop();
  });

  /** Adds a browser at the push service that takes pushes of this server alone. */
  const newBrowser = async (member: TestMember): Promise<Browser> => {
    const { publicKey: sender } = await member.api.ok('GET /api/notices/choices');
    return one.world.control('POST', '/push/browsers', { sender });
  };
  const register = ({ api }: TestMember, { endpoint, p256dh, auth }: Browser, language = 'en') =>
    api.ok('POST /api/notices/browser', {
      body: { endpoint, p256dh, auth },
      headers: { 'accept-language': language },
    });
  /** Has the member's notices pushed to a new browser. */
  const subscribe = async (member: TestMember, language?: string): Promise<Browser> => {
    const browser = await newBrowser(member);
    await register(member, browser, language);
    return browser;
  };
  const got = ({ id }: Browser) => one.world.control<Got>('GET', `/push/browsers/${id}`);
  const answer = ({ id }: Browser, how: number | 'silent') =>
    one.world.control('POST', `/push/browsers/${id}/answer`, { answer: how });
  const shown = async (browser: Browser): Promise<Shown[]> =>
    (await got(browser)).received.map(({ text }) => JSON.parse(text) as Shown);
  /** Has what is due pushed. Expects that the browser has got so many then. */
  const becomes = async (browser: Browser, count: number) => {
    await one.workOff();
    expect((await got(browser)).received).toHaveLength(count);
  };
  /** Expects a push to the browser to have been tried. */
  const isTried = async (browser: Browser) => {
    await one.workOff();
    expect((await got(browser)).requests).toBeGreaterThan(0);
  };
  const pending = async ({ endpoint }: Browser) =>
    one.database.queries.selectFrom('push_delivery').select('id').where('endpoint', '=', endpoint).execute();

  it(
    'a deposit is pushed once, encrypted, and shows nothing that a stranger should not read',
    inWhole,
    async () => {
      const member = await one.members.join();
      const browser = await subscribe(member);
      await member.payQr(123.45);
      await becomes(browser, 1);
      expect(await pending(browser)).toEqual([]);
      const { received, requests, faults } = await got(browser);
      expect({ requests, faults }).toEqual({ requests: 1, faults: [] });
      expect(received[0]).toMatchObject({ topic: 'money_in', urgency: 'normal', ttl: 86_400 });
      expect(await shown(browser)).toEqual([
        {
          title: 'Krapao',
          body: 'Something new about your money',
          path: '/user/statement',
          tag: 'money_in',
        },
      ]);
      expect(received[0]?.text).not.toMatch(/123|\d{2}|SOMYING|สมหญิง|฿/);
    },
  );

  it('each of many notices is pushed once to each browser', inWhole, async () => {
    const member = await one.members.join();
    const browsers = [await subscribe(member), await subscribe(member, 'th')];
    for (let amount = 10; amount < 15; amount += 1) await member.deposit(amount);
    for (const browser of browsers) {
      await becomes(browser, 5);
      expect(await pending(browser)).toEqual([]);
      expect(await got(browser)).toMatchObject({ requests: 5, faults: [] });
    }
    const [[english], [thai]] = [await shown(browsers[0] as Browser), await shown(browsers[1] as Browser)];
    expect(english?.body).toMatch(/^[A-Za-z ]+$/);
    expect(thai?.body).toMatch(/^[\u0E00-\u0E7F ]+$/);
  });

  it.each([404, 410])('a browser that answers %d is forgotten', async (status) => {
    const member = await one.members.join();
    const [gone, other] = [await subscribe(member), await subscribe(member)];
    await answer(gone, status);
    await member.deposit(10);
    await becomes(other, 1);
    expect(await pending(gone)).toEqual([]);
    await answer(gone, 201);
    await member.deposit(20);
    await becomes(other, 2);
    expect(await pending(gone)).toEqual([]);
    expect(await got(gone)).toMatchObject({ requests: 1, received: [] });
  });

  it('a push that failed is sent again', inWhole, async () => {
    const member = await one.members.join();
    const browser = await subscribe(member);
    await answer(browser, 503);
    await member.deposit(10);
    await one.workOff();
    expect((await got(browser)).requests).toBe(1);
    await answer(browser, 201);
    await one.pass(UNTIL_TRIED_AGAIN_MS);
    await becomes(browser, 1);
    expect((await got(browser)).requests).toBe(2);
  });

  it('a push that is refused is given up, and the browser stays', inWhole, async () => {
    const member = await one.members.join();
    const browser = await subscribe(member);
    await answer(browser, 413);
    await member.deposit(10);
    await one.workOff();
    expect((await got(browser)).requests).toBe(1);
    expect(await pending(browser)).toEqual([]);
    await answer(browser, 201);
    await member.deposit(20);
    await becomes(browser, 1);
  });

  it('a service that never answers delays no other', inWhole, async () => {
    const calls: Socket[] = [];
    const silent = createServer((call) => calls.push(call.on('error', () => {})));
    let count = 0;
    const prompt = createHttpServer((request, response) => {
      count += 1;
      request.resume();
      response.writeHead(201).end();
      if (count === 3) prompt.emit('all pushed');
    });
    const [silentHost, promptHost] = [await hostOf(silent), await hostOf(prompt)];
    let working: Promise<void> | undefined;
    try {
      const member = await one.members.join();
      const { p256dh, auth } = await newBrowser(member);
      for (let n = 0; n < 9; n += 1) {
        const endpoint = `http://${silentHost}/${n}`;
        await register(member, { id: '', endpoint, p256dh, auth });
      }
      await register(member, { id: '', endpoint: `http://${promptHost}/`, p256dh, auth });
      for (const amount of [10, 20, 30]) {
        const qr = await member.api.ok('POST /api/qrcode/:provider', {
          params: { provider: 'KBANK' },
          body: { amount },
        });
        await one.world.control('POST', `/qr/${qr.qrcodeId}/pay`);
      }
      const pushed = Promise.all([once(silent, 'connection'), once(prompt, 'all pushed')]);
      working = one.workOff();
      await pushed;
    } finally {
      await one.database.queries.deleteFrom('push_delivery').where('service', '=', silentHost).execute();
      silent.close();
      for (const call of calls) call.destroy();
      await working;
      prompt.close();
    }
  });

  it('only what is switched on is pushed, and the list has all', inWhole, async () => {
    const member = await one.members.join();
    const browser = await subscribe(member);
    const off = { kind: 'money_in', isPushed: false } as const;
    const { kinds } = await member.api.ok('PUT /api/notices/choices', { body: off });
    expect(kinds.find(({ kind }) => kind === 'money_in')).toEqual(off);
    const fixed = { kind: 'device', isPushed: false } as never;
    expect(endOf(await member.api.call('PUT /api/notices/choices', { body: fixed }))).toBe('KEY_INVALID');
    await member.deposit(10);
    // A new device is told whatever is switched off.
    await inBrowser(one, member, { headers: aBrowser() });
    await becomes(browser, 1);
    expect((await got(browser)).received[0]).toMatchObject({ topic: 'device', urgency: 'high' });
    const { notices } = await member.api.ok('POST /api/notices', { body: { page: 1, limit: 10 } });
    expect(notices.map(({ kind }) => kind)).toEqual(['device', 'money_in']);
    await member.api.ok('PUT /api/notices/choices', { body: { ...off, isPushed: true } });
    await member.deposit(20);
    await becomes(browser, 2);
  });

  it(
    'a changed password is pushed to the browsers that it logs out, and then nothing more',
    inWhole,
    async () => {
      const member = await one.members.join();
      const other = one.members.of(member.registration, await one.members.logIn(member.registration));
      const [mine, theirs] = [await subscribe(member), await subscribe(other)];
      await member.api.ok('PUT /api/account/changepwd', {
        body: { oldPassword: member.registration.password, newPassword: 'krapao-4321' },
      });
      await becomes(mine, 1);
      await becomes(theirs, 1);
      expect((await got(theirs)).received[0]).toMatchObject({ topic: 'account' });
      await member.deposit(10);
      await becomes(mine, 2);
      expect(await pending(theirs)).toEqual([]);
      expect((await got(theirs)).requests).toBe(1);
    },
  );

  it('ends with the session, and with the next member who uses the browser', inWhole, async () => {
    const [member, next] = [await one.members.join(), await one.members.join()];
    const browser = await subscribe(member);
    await register(next, browser);
    await member.deposit(10);
    await next.deposit(20);
    await becomes(browser, 1);
    await next.api.ok('POST /api/logout');
    const again = one.members.of(next.registration, await one.members.logIn(next.registration));
    const witness = await subscribe(again);
    await again.deposit(30);
    await becomes(witness, 1);
    expect((await got(browser)).requests).toBe(1);
  });

  it('is left by the member, and by no stranger', inWhole, async () => {
    const [member, stranger] = [await one.members.join(), await one.members.join()];
    const [left, stays] = [await subscribe(member), await subscribe(member)];
    const body = ({ endpoint }: Browser) => ({ body: { endpoint } });
    await stranger.api.ok('POST /api/notices/browser/forget', body(stays));
    await member.api.ok('POST /api/notices/browser/forget', body(left));
    await member.deposit(10);
    await becomes(stays, 1);
    expect((await got(left)).requests).toBe(0);
  });

  it('that wait for a browser go with it', async () => {
    const member = await one.members.join();
    const [left, ended] = [await subscribe(member), await newBrowser(member)];
    const there = one.members.of(member.registration, await one.members.logIn(member.registration));
    await register(there, ended);
    for (const browser of [left, ended]) await answer(browser, 503);
    await member.deposit(10);
    for (const browser of [left, ended]) {
      await isTried(browser);
      expect(await pending(browser)).not.toEqual([]);
    }
    await member.api.ok('POST /api/notices/browser/forget', { body: { endpoint: left.endpoint } });
    await there.api.ok('POST /api/logout');
    for (const browser of [left, ended]) expect(await pending(browser)).toEqual([]);
  });

  it('of a new device come also where the thief ends the session that is told', inWhole, async () => {
    const member = await one.members.join();
    const browser = await subscribe(member);
    await answer(browser, 503);
    const thief = await inBrowser(one, member, { headers: aBrowser() });
    await isTried(browser);
    await thief.api.ok('DELETE /api/account/other-sessions');
    await answer(browser, 201);
    await one.pass(UNTIL_TRIED_AGAIN_MS);
    await becomes(browser, 1);
    expect((await got(browser)).received[0]).toMatchObject({ topic: 'device', urgency: 'high' });
  });

  it('that wait for a browser are dropped where a changed password logs it out', async () => {
    const member = await one.members.join();
    const there = one.members.of(member.registration, await one.members.logIn(member.registration));
    const [mine, theirs] = [await subscribe(member), await subscribe(there)];
    for (const browser of [mine, theirs]) await answer(browser, 503);
    await member.deposit(10);
    for (const browser of [mine, theirs]) await isTried(browser);
    await member.api.ok('PUT /api/account/changepwd', {
      body: { oldPassword: member.registration.password, newPassword: 'krapao-4321' },
    });
    for (const browser of [mine, theirs]) await answer(browser, 201);
    await one.pass(UNTIL_TRIED_AGAIN_MS);
    await becomes(mine, 2);
    expect(await pending(theirs)).toEqual([]);
    expect((await got(theirs)).received).toMatchObject([{ topic: 'account' }]);
  });

  it('that fail are given up after six tries', async () => {
    const member = await one.members.join();
    const browser = await subscribe(member);
    await answer(browser, 503);
    await member.deposit(10);
    await isTried(browser);
    await one.database.queries
      .updateTable('push_delivery')
      .set({ attempts: 5, next_at: new Date(0) })
      .where('endpoint', '=', browser.endpoint)
      .execute();
    await one.workOff();
    expect(await pending(browser)).toEqual([]);
    expect((await got(browser)).received).toEqual([]);
  });

  it('that wait for a browser stay where a stranger names its address with other keys', inWhole, async () => {
    const [member, stranger] = [await one.members.join(), await one.members.join()];
    const browser = await subscribe(member);
    const { p256dh, auth } = await newBrowser(stranger);
    await register(stranger, { ...browser, p256dh, auth });
    await answer(browser, 503);
    await member.deposit(10);
    await isTried(browser);
    await stranger.api.ok('POST /api/notices/browser/forget', { body: { endpoint: browser.endpoint } });
    expect(await pending(browser)).not.toEqual([]);
    await answer(browser, 201);
    await one.pass(UNTIL_TRIED_AGAIN_MS);
    await becomes(browser, 1);
  });

  it('a browser’s address with other keys takes no pushes from its member', async () => {
    const [member, stranger] = [await one.members.join(), await one.members.join()];
    const browser = await subscribe(member);
    const { p256dh, auth } = await newBrowser(stranger);
    await register(stranger, { ...browser, p256dh, auth });
    await member.deposit(10);
    await becomes(browser, 1);
  });

  it('a member has ten browsers at most', inWhole, async () => {
    const member = await one.members.join();
    const browsers: Browser[] = [];
    for (let n = 0; n < 11; n += 1) browsers.push(await subscribe(member));
    await member.deposit(10);
    await becomes(browsers[10] as Browser, 1);
    expect((await got(browsers[0] as Browser)).requests).toBe(0);
  });

  it('is signed by one key of both processes', async () => {
    const { token } = await one.members.join();
    const keys = [one, two].map(async ({ url }) => {
      const { publicKey } = await new Api(url, token).ok('GET /api/notices/choices');
      return publicKey;
    });
    expect(new Set(await Promise.all(keys)).size).toBe(1);
  });
});

describe('an installation', () => {
  const key = newPushKey();
  let server: TestServer;
  let member: TestMember;

  beforeAll(async () => {
    server = await startTestServer({ open: pgliteDatabase, settings: { pushKey: key } });
    member = await server.members.join();
  });
  afterAll(() => server.stop());

  const register = async (endpoint: string) => {
    const { p256dh, auth } = await server.world.control<Browser>('POST', '/push/browsers', {});
    return endOf(await member.api.call('POST /api/notices/browser', { body: { endpoint, p256dh, auth } }));
  };

  it('may have a key of its own', async () => {
    expect((await member.api.ok('GET /api/notices/choices')).publicKey).toBe(key.publicKey);
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:d',
    'https://jmt17.google.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://sg2p.notify.windows.com/w/?token=abc',
  ])('takes browsers at the known push services: %s', async (endpoint) => {
    expect(await register(endpoint)).toBe('OK');
  });

  it.each([
    'https://push.example.com/abc?d=1',
    'https://notify.windows.com/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'https://fcm.googleapis.com./abc',
    'https://xfcm.googleapis.com/abc',
    'https://push.example.com/fcm.googleapis.com',
    'http://fcm.googleapis.com/abc',
    'https://127.0.0.1/abc',
    'https://10.1.2.3/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/abc',
    'https://[::ffff:10.0.0.1]/abc',
    'https://2130706433/abc',
    'https://localhost/abc',
    'https://database/abc',
    'https://vault.internal/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://name:word@fcm.googleapis.com/abc',
    'ftp://fcm.googleapis.com/abc',
    'fcm.googleapis.com',
  ])('takes none at %s', async (endpoint) => {
    expect(await register(endpoint)).toBe('PUSH_SERVICE_UNKNOWN');
  });

  it('may name other services', inWhole, async () => {
    const named = await startTestServer({
      open: pgliteDatabase,
      settings: { pushHosts: ['*.example.com'] },
    });
    try {
      const { api } = await named.members.join();
      const { p256dh, auth } = await named.world.control<Browser>('POST', '/push/browsers', {});
      const ends = ['https://push.example.com/1', 'https://fcm.googleapis.com/1'].map(async (endpoint) =>
        endOf(await api.call('POST /api/notices/browser', { body: { endpoint, p256dh, auth } })),
      );
      expect(await Promise.all(ends)).toEqual(['OK', 'PUSH_SERVICE_UNKNOWN']);
    } finally {
      await named.stop();
    }
  });

  it('takes so many browsers of a member in an hour', inWhole, async () => {
    const limits = strictLimits({ PUSH_BROWSERS_PER_MEMBER: 3 });
    const strict = await startTestServer({ open: pgliteDatabase, settings: { limits } });
    try {
      const [first, other] = [await strict.members.join(), await strict.members.join()];
      const { p256dh, auth } = await strict.world.control<Browser>('POST', '/push/browsers', {});
      const add = async ({ api }: TestMember, no: number) => {
        const endpoint = `https://fcm.googleapis.com/${no}`;
        return endOf(await api.call('POST /api/notices/browser', { body: { endpoint, p256dh, auth } }));
      };
      for (let no = 0; no < 3; no += 1) expect(await add(first, no)).toBe('OK');
      expect(await add(first, 3)).toBe('REQUEST_LIMIT');
      expect(await add(other, 3)).toBe('OK');
    } finally {
      await strict.stop();
    }
  });

  it('connects to no known name that resolves to a private address', async () => {
    const push = new PushServices({ timeoutMs: 5_000, isLocal: false, hosts: ['localhost'] });
    const { p256dh, auth } = await server.world.control<Browser>('POST', '/push/browsers', {});
    const target = { endpoint: 'https://localhost/1', p256dh, auth };
    const keys = { ...key, contact: 'https://wallet.example' };
    const message = { payload: '{}', topic: 'test', isUrgent: false };
    expect(await push.send(target, message, keys)).toEqual({
      outcome: 'unknown',
      reason: 'not a public address',
    });
  });
});
