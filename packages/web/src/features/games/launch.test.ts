import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleSlot } from '../../testing/sample-wallet.ts';
import { refuse, stubApi, type StubApi } from '../../testing/stub-api.ts';
import { BadLinkError, canLaunch, checkedLink, findEntrance, launchOf, NoTokensError } from './launch.ts';

const link = 'https://play.example/?t=1';
const credentials = { username: 'kp/7 h?', password: 'pa/ss %', event: null };
const [name, password] = ['kp%2F7%20h%3F', 'pa%2Fss%20%25'];

/** Stub server that knows the account of every game, and gives a link into each that has one. */
function server(event: Record<string, string> | null = null): StubApi {
  const reply = { link };
  return stubApi({
    'GET /api/wallet/account/:slotCode': { ...credentials, event },
    'GET /api/autoLogin/pg/:username': reply,
    'GET /api/autoLogin/betflix/:username': reply,
    'GET /api/autoLogin/areaslot/:username': reply,
    'GET /api/autoLogin/joker2/:username': reply,
    'GET /api/autoLogin/huayhd/:username': reply,
    'GET /api/autoLogin/askmebet/:username/:password': reply,
    'GET /api/autoLogin/imi/:username/:password': reply,
    'GET /api/autoLogin/usun/:username/:password': reply,
    'GET /api/autoLogin/circus/:username/:password': reply,
    'GET /api/autoLogin/slotracha/:username/:password': reply,
    'GET /api/autoLogin/pgslot/:username/:password': reply,
  });
}

const web = 'https://site.example/login';
const pathsOf = (api: StubApi) => api.calls.map(({ path }) => path);

afterEach(() => vi.restoreAllMocks());

describe('the way into a game', () => {
  it.each(['PG', 'BETFLIX', 'AREASLOT', 'JOKER2', 'HUAYHD'])(
    'of %s is a link fetched for the user name alone',
    async (code) => {
      const api = server();
      expect(await findEntrance(sampleSlot({ code }))).toEqual({ kind: 'link', url: link });
      expect(pathsOf(api)).toEqual([
        `/api/wallet/account/${code}`,
        `/api/autoLogin/${code.toLowerCase()}/${name}`,
      ]);
    },
  );

  it.each(['ASKMEBET', 'IMI', 'USUN', 'CIRCUS', 'SLOTRACHA', 'PGSLOT'])(
    'of %s is a link fetched for user name and password',
    async (code) => {
      const api = server();
      expect(await findEntrance(sampleSlot({ code }))).toEqual({ kind: 'link', url: link });
      expect(pathsOf(api).at(-1)).toBe(`/api/autoLogin/${code.toLowerCase()}/${name}/${password}`);
    },
  );

  it.each(['JOKER', 'SEXYGAME', 'SUPERSLOT', 'SLOTXO'])('of %s is a form with both', async (code) => {
    const api = server();
    expect(await findEntrance(sampleSlot({ code, web }))).toEqual({
      kind: 'form',
      url: web,
      fields: { username: credentials.username, password: credentials.password },
    });
    expect(pathsOf(api)).toEqual([`/api/wallet/account/${code}`]);
  });

  it('of UFABET is a form with the tokens of its page as well, fetched at the time', async () => {
    const api = server({ __VIEWSTATE: 'v1', __EVENTTARGET: '' });
    const account = sampleSlot({ code: 'UFABET', web });
    const { username, password: secret } = credentials;
    const entrance = { kind: 'form', url: web, fields: { __VIEWSTATE: 'v1', __EVENTTARGET: '' } };
    expect(await findEntrance(account)).toMatchObject(entrance);
    api.set({ 'GET /api/wallet/account/:slotCode': { ...credentials, event: { __VIEWSTATE: 'v2' } } });
    expect(await findEntrance(account)).toEqual({
      kind: 'form',
      url: web,
      fields: { __VIEWSTATE: 'v2', username, password: secret },
    });
  });

  it('of UFABET does not exist without tokens', async () => {
    server(null);
    await expect(findEntrance(sampleSlot({ code: 'UFABET', web }))).rejects.toBeInstanceOf(NoTokensError);
  });

  it.each(['LUCKYLOTTO', 'pg', 'toString', ''])('of %j is its plain link, and asks nobody', async (code) => {
    const api = server();
    expect(launchOf(code)).toEqual({ kind: 'plain' });
    const account = sampleSlot({ code, web, android: 'https://a.example/', ios: 'https://i.example/' });
    expect(await findEntrance(account)).toEqual({ kind: 'link', url: web });
    expect(api.calls).toEqual([]);
  });

  it.each<[device: string, userAgent: string, touchPoints: number, url: string]>([
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'https://a.example/'],
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'https://i.example/'],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'https://i.example/'],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'https://a.example/'],
  ])('without a site is the app of %s', async (_device, userAgent, touchPoints, url) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints: touchPoints });
    const account = sampleSlot({ code: 'OTHER', android: 'https://a.example/', ios: 'https://i.example/' });
    const entrance = await findEntrance(account);
    vi.unstubAllGlobals();
    expect(entrance).toEqual({ kind: 'link', url });
  });

  it('is refused by the server’s word, or when a link is no web address', async () => {
    const api = server();
    api.set({ 'GET /api/autoLogin/pg/:username': { link: 'javascript:alert(1)' } });
    await expect(findEntrance(sampleSlot())).rejects.toBeInstanceOf(BadLinkError);
    api.set({ 'GET /api/autoLogin/pg/:username': refuse(404, 'NO_GAME') });
    await expect(findEntrance(sampleSlot())).rejects.toMatchObject({ code: 'NO_GAME' });
    const bad = sampleSlot({ code: 'JOKER', web: 'javascript:alert(1)' });
    await expect(findEntrance(bad)).rejects.toBeInstanceOf(BadLinkError);
  });

  it.each(['', '/relative', 'data:text/html,x', 'ftp://a.example', 'http://', ' https://a.example'])(
    'is never %j',
    (bad) => expect(() => checkedLink(bad)).toThrow(BadLinkError),
  );
});

describe('canLaunch', () => {
  it.each<[code: string, links: Partial<Record<'web' | 'android' | 'ios', string>>, can: boolean]>([
    ['PG', {}, true],
    ['IMI', {}, true],
    ['JOKER', {}, false],
    ['JOKER', { android: 'https://a.example/' }, false],
    ['JOKER', { web }, true],
    ['UFABET', {}, false],
    ['UFABET', { web }, true],
    ['OTHER', {}, false],
    ['OTHER', { web: 'javascript:alert(1)' }, false],
    ['OTHER', { web }, true],
    ['OTHER', { ios: 'https://i.example/' }, true],
  ])('%s with %j: %s', (code, links, can) => expect(canLaunch(sampleSlot({ code, ...links }))).toBe(can));
});
