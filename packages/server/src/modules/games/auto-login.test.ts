import { games } from '@krapao/contract/games';
import type { RouteKey } from '@krapao/contract/routes';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectCounterparties, type Counterparties } from '../../composition/counterparties.ts';
import { createLogger } from '../../kernel/logger.ts';
import { createSecrets } from '../../kernel/secrets.ts';
import { readSettings } from '../../kernel/settings.ts';
import { refusal } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { SECRET } from '../../testing/counterparties-world.ts';
import { DOWN_MS, startTestServer, TEST_SECRET_KEY, type TestServer } from '../../testing/test-server.ts';
import { sealContext } from './repo.ts';

type Key = Extract<RouteKey, `GET /api/autoLogin/${string}`>;

const KEYS = Object.keys(games) as Key[];
const codeOf = (key: Key): string => key.split('/')[3]!.toUpperCase();
const wantsPassword = (key: Key): boolean => key.endsWith(':password');
const CASES = KEYS.map((key) => [codeOf(key), key] as const);

interface Login {
  username: string;
  password: string;
}

describe('auto-login', () => {
  let server: TestServer;
  let counterparties: Counterparties;
  let logged = '';
  let ours: TestMember;
  let theirs: TestMember;
  const secrets = createSecrets(TEST_SECRET_KEY);

  beforeAll(async () => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString();
        done();
      },
    });
    server = await startTestServer({ logger: createLogger('trace', stream) });
    const settings = readSettings({ SANDBOX_URL: server.world.url, SANDBOX_SECRET: SECRET });
    counterparties = await connectCounterparties(settings, await server.content.get());
    [ours, theirs] = await Promise.all([server.members.join(), server.members.join()]);
    for (const [code] of CASES) await Promise.all([ours.activate(code), theirs.activate(code)]);
  });
  afterAll(() => server.stop());
  afterEach(() => server.world.heal());

  const ask = (member: TestMember, key: Key, { username, password }: Login) => {
    const params = wantsPassword(key) ? { username, password } : { username };
    return member.api.call(key, { params: params as Login, headers: { 'accept-language': 'en' } });
  };
  const memberId = async (username: string): Promise<string> => {
    const accounts = server.database.queries.selectFrom('game_account').select('member_id');
    return (await accounts.where('username', '=', username).executeTakeFirstOrThrow()).member_id;
  };

  it('has eleven calls', () => {
    expect(KEYS).toHaveLength(11);
    expect(KEYS.filter(wantsPassword)).toHaveLength(6);
  });

  it.each(CASES)('opens %s for who asks, once, and is kept by nobody', async (code, key) => {
    const login = await ours.credentials(code);
    const answer = await ask(ours, key, login);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { link } = games[key].response.parse(answer.body);
    const first = await fetch(link);
    const page = await first.text();
    expect(first.status).toBe(200);
    if (code !== 'HUAYHD') expect(page).toContain(login.username);
    const again = await fetch(link);
    await again.arrayBuffer();
    expect(again.status).toBe(410);
  });

  it.each(CASES)('opens %s for nobody else', async (code, key) => {
    const [login, other] = [await ours.credentials(code), await theirs.credentials(code)];
    const attempts: Login[] = [
      other,
      { ...login, username: other.username },
      { ...login, username: login.username.toUpperCase() },
      { ...login, username: `${login.username} ` },
      { ...login, username: ours.registration.username },
    ];
    if (wantsPassword(key)) {
      attempts.push(
        { ...login, password: other.password },
        { ...login, password: login.password.slice(0, -1) },
        { ...login, password: `${login.password}x` },
        { ...login, password: ours.registration.password },
      );
    }
    for (const attempt of attempts) {
      const answer = await ask(ours, key, attempt);
      expect(refusal(answer)).toBe('SLOT_NO_ACCOUNT');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each(CASES)('gives %s to nobody without an account there', async (code, key) => {
    const stranger = await server.members.join();
    expect(refusal(await ask(stranger, key, await ours.credentials(code)))).toBe('SLOT_NO_ACCOUNT');
  });

  it.each(CASES)('says NO_GAME when %s does not answer', async (code, key) => {
    await server.world.fault(`provider:${code}`, 'http_500');
    expect(refusal(await ask(ours, key, await ours.credentials(code)))).toBe('NO_GAME');
  });

  it.each(CASES)('reads a password of %s as it was written', async (code, key) => {
    const member = await server.members.join();
    const username = await member.activate(code);
    const password = 'a/b%2F+ ?#&=é%25..';
    const set = await counterparties.providers.get(code)?.setPassword({ username, password });
    expect(set?.outcome).toBe('done');
    const context = sealContext(await memberId(username), code);
    await server.database.queries
      .updateTable('game_account')
      .set({ sealed_password: secrets.seal(password, context) })
      .where('username', '=', username)
      .execute();
    const answer = await ask(member, key, { username, password });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it.each([
    ['AREASLOT', 'NOT_AREASLOT'],
    ['JOKER2', 'NO_GAME'],
    ['PG', 'NO_GAME'],
    ['USUN', 'NO_GAME'],
  ])('tells of a player whom %s does not know by %s', async (code, expected) => {
    const member = await server.members.join();
    const username = await member.activate(code);
    const ghost = `${username}x`;
    await server.database.queries
      .updateTable('game_account')
      .set({ username: ghost })
      .where('username', '=', username)
      .execute();
    const [, key] = CASES.find(([candidate]) => candidate === code)!;
    expect(refusal(await ask(member, key, await member.credentials(code)))).toBe(expected);
  });

  it('leaves no password and no link in the log, nor another path’s words', async () => {
    for (const [code, key] of CASES) {
      const login = await ours.credentials(code);
      const { body } = await ask(ours, key, login);
      const { link } = games[key].response.parse(body);
      await server.world.fault(`provider:${code}`, 'http_500');
      await ask(ours, key, login);
      await server.world.heal();
      await ours.api.send('GET', `/api/autoLogin/${code}/${login.password}/${login.password}/more`);
      await ours.api.send('GET', `/api/autoLogin/${code.toLowerCase()}/${login.password}/%zz`);
      for (const secret of [login.password, link, link.split(/[/=]/).at(-1)!]) {
        expect(logged.includes(secret), code).toBe(false);
      }
    }
    expect(logged).toContain('/api/autoLogin/pgslot/:username/:password');
  });
});

describe('the tokens of a log-in form', () => {
  let server: TestServer;
  let member: TestMember;

  beforeAll(async () => {
    server = await startTestServer();
    member = await server.members.join();
    await member.activate('UFABET');
    await member.activate('JOKER');
  });
  afterAll(() => server.stop());
  afterEach(() => server.world.heal());

  it('come with the log-in of UFABET, fresh each time', async () => {
    const { event, username, password } = await member.credentials('UFABET');
    expect(Object.keys(event ?? {}).sort()).toEqual([
      '__EVENTARGUMENT',
      '__EVENTTARGET',
      '__VIEWSTATE',
      '__VIEWSTATEGENERATOR',
    ]);
    const again = await member.credentials('UFABET');
    expect(again.event?.['__VIEWSTATE']).not.toBe(event?.['__VIEWSTATE']);
    expect(again).toMatchObject({ username, password });
  });

  it('are none where no form wants them', async () => {
    expect((await member.credentials('JOKER')).event).toBeNull();
  });

  it('are none while UFABET does not answer; name and password come all the same', async () => {
    const before = await member.credentials('UFABET');
    await server.world.fault('provider:UFABET', 'http_500');
    expect(await member.credentials('UFABET')).toEqual({ ...before, event: null });
    await server.workOff();
    await server.world.heal();
    await server.pass(DOWN_MS);
    expect((await member.credentials('UFABET')).event).not.toBeNull();
  });

  it('are none in maintenance, of which home tells', async () => {
    await server.world.control('POST', '/maintenance', { provider: 'UFABET', on: true });
    expect((await member.credentials('UFABET')).event).toBeNull();
    const { slots } = await member.api.ok('GET /api/wallet');
    expect(slots.filter(({ isDown }) => isDown).map(({ code }) => code)).toEqual(['UFABET']);
    await server.workOff();
    await server.world.control('POST', '/maintenance', { provider: 'UFABET', on: false });
    await server.pass(DOWN_MS);
    expect((await member.credentials('UFABET')).event).not.toBeNull();
  });

  it('are not given for a player whom UFABET does not know', async () => {
    const ghost = await server.members.join();
    const username = await ghost.activate('UFABET');
    await server.database.queries
      .updateTable('game_account')
      .set({ username: `${username}x` })
      .where('username', '=', username)
      .execute();
    const request = { params: { slotCode: 'UFABET' } };
    expect(await ghost.api.refused('GET /api/wallet/account/:slotCode', request)).toBe('NOT_UFABET');
  });
});
