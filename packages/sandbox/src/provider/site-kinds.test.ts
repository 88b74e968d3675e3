import { describe, expect, it } from 'vitest';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';
import { GAME_NAMES, listProviders, type ProviderInfo } from './providers.ts';
import type { TurnoverReport } from './turnover.ts';

const PLAYER = 'kp1';
const PASSWORD = 'right-password';

/** Creates the player with a credit of 100, in the dialect of the provider. */
async function activate(world: TestWorld, { code, dialect }: ProviderInfo): Promise<void> {
  const credit = { reference: 't1', username: PLAYER, type: 'deposit', amount: '100.00' };
  if (dialect === 'hashed-form') {
    await world.form(code, 'create', { username: PLAYER, password: PASSWORD });
    await world.form(code, 'transfer', credit);
  } else if (dialect === 'balance-only') {
    await world.hashed(code, 'create', { user: PLAYER, password: PASSWORD });
    await world.hashed(code, 'credit', { user: PLAYER, delta: '100.00' });
  } else {
    await world.call('POST', `/provider/${code}/players`, { username: PLAYER, password: PASSWORD });
    await world.call('POST', `/provider/${code}/transfers`, credit);
  }
}

const post = (url: string, fields: Record<string, string>, origin = 'https://wallet.example') =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams(fields),
  });

const cookieFrom = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

const jsonLaunch = (world: TestWorld, code: string, more: object = {}) =>
  world.call<{ url: string }>('POST', `/provider/${code}/launch`, { username: PLAYER, lang: 'th', ...more });

/** Returns the page that a provider answers to a launch. */
const launchMarkup = (world: TestWorld, code: string): Promise<Response> =>
  world.post(`/provider/${code}/launch`, { username: PLAYER, lang: 'th' });

const valueOf = (markup: string, name: string): string =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(markup)?.[1] ?? '';

const tokensIn = (markup: string): Record<string, string> =>
  Object.fromEntries(
    ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTTARGET', '__EVENTARGUMENT'].map((name) => [
      name,
      valueOf(markup, name),
    ]),
  );

/** Logs in as players of this provider do. @returns the cookie. */
async function getIn(world: TestWorld, { code, dialect, launch }: ProviderInfo): Promise<string> {
  const credentials = { username: PLAYER, password: PASSWORD };
  const site = `${world.url}/site/${code}`;
  if (launch === 'html') {
    const markup = await (await launchMarkup(world, code)).text();
    return cookieFrom(await post(`${site}/enter`, { token: valueOf(markup, 'token') }));
  }
  if (launch === 'token-form') {
    const markup = await (await fetch(`${site}/login`)).text();
    return cookieFrom(await post(`${site}/login`, { ...tokensIn(markup), ...credentials }));
  }
  if (launch === 'form' || launch === 'plain') return cookieFrom(await post(`${site}/login`, credentials));
  const url =
    dialect === 'hashed-form'
      ? (await world.form(code, 'launch', { ...credentials, lang: 'th' })).body['url']
      : dialect === 'balance-only'
        ? (
            await world.hashed<{ url: string }>(code, 'launch', {
              user: PLAYER,
              password: PASSWORD,
              lang: 'th',
            })
          ).body.url
        : (await jsonLaunch(world, code, { password: PASSWORD })).body.url;
  return cookieFrom(await fetch(String(url)));
}

const PICKS = { slot: '', sport: 'home', casino: 'dragon', lotto: '27' } as const;

describe.each(listProviders())('the site of $code ($launch, $category)', (info) => {
  it('greets the player with the credit and takes a round, which shows in the report', async () => {
    const world = await startWorld({ dice: () => 1 });
    await activate(world, info);
    const cookie = await getIn(world, info);
    const page = await fetch(`${world.url}/site/${info.code}/play`, { headers: { cookie } });
    const text = await page.text();
    expect(text).toContain(`<strong id="player">${PLAYER}</strong>`);
    expect(text).toContain('<span id="balance">100.00</span>');
    expect(text).toContain(`/assets/site/${info.category}.js`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const scripts = [...text.matchAll(/(?:src|href)="(\/assets[^"]+)"/g)].map(([, path]) => path ?? '');
    for (const path of scripts) expect([path, (await fetch(world.url + path)).status]).toEqual([path, 200]);

    const played = await fetch(`${world.url}/site/${info.code}/api/play`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ stake: 10, pick: PICKS[info.category] }),
    });
    const { win, balance } = (await played.json()) as { win: number; balance: number };
    expect(balance).toBe(90 + win);
    const seen = await world.control('GET', `/control/provider/${info.code}/players/${PLAYER}`);
    expect(seen.body).toMatchObject({ balance, turnover: 10, rounds: 1 });
    const { entries } = await reportOf(world, info);
    expect(entries).toMatchObject([
      {
        username: PLAYER,
        game: GAME_NAMES[info.category],
        turnover: '10.00',
        winLoss: (win - 10).toFixed(2),
      },
    ]);
  });
});

async function reportOf(world: TestWorld, { code, dialect }: ProviderInfo): Promise<TurnoverReport> {
  if (dialect === 'hashed-form')
    return (await world.form(code, 'turnover')).body as unknown as TurnoverReport;
  if (dialect === 'balance-only') return (await world.hashed<TurnoverReport>(code, 'turnover', {})).body;
  return (await world.call<TurnoverReport>('GET', `/provider/${code}/turnover`)).body;
}

describe('a launch', () => {
  it.each(['USUN', 'SLOTRACHA', 'PGSLOT'])('of %s wants the right password', async (code) => {
    const world = await startWorld();
    await world.call('POST', `/provider/${code}/players`, { username: PLAYER, password: PASSWORD });
    for (const more of [{}, { password: 'wrong' }]) {
      expect(await jsonLaunch(world, code, more)).toMatchObject({
        status: 401,
        body: { error: 'wrong_password' },
      });
    }
    expect((await jsonLaunch(world, code, { password: PASSWORD })).status).toBe(200);
  });

  it.each(['SUPERSLOT', 'UFABET', 'LUCKYLOTTO'])('of %s is none of the operator', async (code) => {
    const world = await startWorld();
    await world.call('POST', `/provider/${code}/players`, { username: PLAYER, password: PASSWORD });
    expect(await jsonLaunch(world, code, { password: PASSWORD })).toMatchObject({
      status: 404,
      body: { error: 'no_launch' },
    });
  });

  it('by markup posts a token by itself, which works once and as an address never', async () => {
    const world = await startWorld({ publicUrl: 'https://games.example' });
    await world.call('POST', '/provider/HUAYHD/players', { username: PLAYER, password: PASSWORD });
    const answer = await launchMarkup(world, 'HUAYHD');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('form-action https://games.example');
    const markup = await answer.text();
    expect(markup).toContain('action="https://games.example/site/HUAYHD/enter"');
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(markup) ?? [];
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`);

    const token = valueOf(markup, 'token');
    expect((await fetch(`${world.url}/site/HUAYHD/launch?token=${token}`)).status).toBe(410);
    const enter = () => post(`${world.url}/site/HUAYHD/enter`, { token }, 'null');
    const entered = await enter();
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/site/HUAYHD/play']);
    const again = await enter();
    expect([again.status, again.headers.getSetCookie()]).toEqual([410, []]);
  });

  it('by markup is an error like any other when a fault strikes after the work', async () => {
    const world = await startWorld({ random: () => 0.9 });
    await world.call('POST', '/provider/HUAYHD/players', { username: PLAYER, password: PASSWORD });
    await world.control('POST', '/control/faults', { port: 'provider:HUAYHD', kind: 'http_500', rate: 1 });
    const answer = await launchMarkup(world, 'HUAYHD');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      500,
      'application/json; charset=utf-8',
    ]);
  });
});

describe('a form of name and password', () => {
  it.each(['JOKER', 'SLOTXO', 'SUPERSLOT', 'SEXYGAME'])('opens %s from any site', async (code) => {
    const world = await startWorld();
    const info = listProviders().find((one) => one.code === code);
    if (info) await activate(world, info);
    const login = `${world.url}/site/${code}/login`;
    const right = { username: PLAYER, password: PASSWORD };
    const answer = await post(login, right);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/site/${code}/play`]);
    expect((await post(login, { ...right, password: 'wrong' })).status).toBe(401);
    expect((await post(login, {})).status).toBe(401);
    expect(await (await fetch(`${login}?lang=en`)).text()).toContain('Enter the game room');
  });
});

describe('a log-in page with tokens', () => {
  const right = { username: PLAYER, password: PASSWORD };

  async function tokenWorld() {
    const clock = testClock();
    const world = await startWorld({ now: clock.now });
    await world.call('POST', '/provider/UFABET/players', right);
    const login = `${world.url}/site/UFABET/login`;
    const fresh = async () => tokensIn(await (await fetch(login)).text());
    const knock = (fields: Record<string, string>) => post(login, fields);
    return { world, clock, fresh, knock };
  }

  it('opens once by each page, within five minutes', async () => {
    const { clock, fresh, knock } = await tokenWorld();
    const [one, other, late] = [await fresh(), await fresh(), await fresh()];
    expect(one['__VIEWSTATE']).not.toBe(other['__VIEWSTATE']);
    expect(one['__VIEWSTATEGENERATOR']).toMatch(/^[0-9A-F]{8}$/);
    clock.forward(299_999);
    expect((await knock({ ...one, ...right })).status).toBe(303);
    expect((await knock({ ...one, ...right })).status).toBe(200);
    expect((await knock({ ...other, ...right })).status).toBe(303);
    clock.forward(1);
    expect((await knock({ ...late, ...right })).status).toBe(200);
  });

  it('gives the page again for a post without its tokens, and that page works', async () => {
    const { fresh, knock } = await tokenWorld();
    const good = await fresh();
    for (const broken of [
      {},
      { ...good, __VIEWSTATE: 'x' },
      { ...(await fresh()), __VIEWSTATEGENERATOR: '00000000' },
      { ...(await fresh()), __EVENTTARGET: '' },
      { ...(await fresh()), __EVENTARGUMENT: 'x' },
    ]) {
      const answer = await knock({ ...broken, ...right });
      const markup = await answer.text();
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      expect(markup).toContain('หน้านี้หมดอายุแล้ว');
      expect(markup).toContain(`value="${PLAYER}"`);
      expect((await knock({ ...tokensIn(markup), ...right })).status).toBe(303);
    }
  });

  it('refuses a wrong password, with a page that can be tried again', async () => {
    const { fresh, knock } = await tokenWorld();
    const answer = await knock({ ...(await fresh()), ...right, password: 'wrong' });
    expect(answer.status).toBe(401);
    expect((await knock({ ...tokensIn(await answer.text()), ...right })).status).toBe(303);
  });

  it('is there for programs too, beside the other calls, of this provider alone', async () => {
    const { world, knock } = await tokenWorld();
    const answer = await fetch(`${world.url}/provider/UFABET/login`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await knock({ ...tokensIn(await answer.text()), ...right })).status).toBe(303);
    expect((await fetch(`${world.url}/provider/PG/login`)).status).toBe(404);
    await world.control('POST', '/control/maintenance', { provider: 'UFABET', on: true });
    const closed = await fetch(`${world.url}/provider/UFABET/login`);
    expect([closed.status, await closed.json()]).toMatchObject([503, { error: 'maintenance' }]);
  });
});

describe('a site in maintenance', () => {
  it('says so on every page, and keeps the player signed in', async () => {
    const world = await startWorld();
    const [info] = listProviders();
    if (!info) throw new Error('there are no providers');
    await activate(world, info);
    const cookie = await getIn(world, info);
    const { url } = (await jsonLaunch(world, info.code)).body;
    const ways = ['', '/login', '/play'].map((path) => `${world.url}/site/${info.code}${path}`);
    await world.control('POST', '/control/maintenance', { provider: info.code, on: true });
    for (const way of [...ways, url]) {
      const answer = await fetch(way, { headers: { cookie } });
      expect([way, answer.status, (await answer.text()).includes('<h1>ปิดปรับปรุงชั่วคราว</h1>')]).toEqual([
        way,
        503,
        true,
      ]);
    }
    const state = `${world.url}/site/${info.code}/api/state`;
    const closed = await fetch(state, { headers: { cookie } });
    expect([closed.status, await closed.json()]).toMatchObject([503, { error: 'maintenance' }]);
    await world.control('POST', '/control/maintenance', { provider: info.code, on: false });
    expect((await fetch(state, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
  });
});
