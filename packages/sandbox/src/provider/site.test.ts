import { describe, expect, it } from 'vitest';
import { startWorld, temporaryFolder, testClock, type TestWorld } from '../testing/world.ts';
import { STRIP } from './games/slot.ts';

const PLAYER = 'kp1';

async function siteWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  await world.call('POST', '/provider/PG/players', { username: PLAYER, password: 'right-password' });
  await world.call('POST', '/provider/PG/transfers', {
    reference: 't1',
    username: PLAYER,
    type: 'deposit',
    amount: '1500.00',
  });
  return world;
}

async function launchUrl(world: TestWorld, lang = 'th'): Promise<string> {
  const { body } = await world.call<{ url: string }>('POST', '/provider/PG/launch', {
    username: PLAYER,
    lang,
  });
  return body.url;
}

/** Opens an address as a browser does, with a cookie, without following redirects. */
const open = (
  url: string,
  cookie = '',
  { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> => fetch(url, { redirect: 'manual', ...init, headers: { ...headers, cookie } });

const cookieFrom = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function enter(world: TestWorld, lang?: string): Promise<string> {
  return cookieFrom(await open(await launchUrl(world, lang)));
}

const gameOf = async (world: TestWorld, cookie: string): Promise<Response> =>
  open(`${world.url}/site/PG/play`, cookie);

const spinOf = (world: TestWorld, cookie: string, stake: unknown) =>
  open(`${world.url}/site/PG/api/play`, cookie, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stake }),
  });

describe('the launch link', () => {
  it('opens the game of the player once, who sees name and credit', async () => {
    const world = await siteWorld();
    const url = await launchUrl(world);
    expect(url.startsWith(`${world.url}/site/PG/launch?token=`)).toBe(true);

    const answer = await open(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /; Path=\/site\/PG; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    );
    const text = await answer.text();
    expect(text).toContain(`<strong id="player">${PLAYER}</strong>`);
    expect(text).toContain('1,500.00');
    expect(text).toContain('lang="th"');
    expect((await gameOf(world, cookieFrom(answer))).status).toBe(200);

    const again = await open(url);
    expect(again.status).toBe(410);
    expect(await again.text()).toContain('ลิงก์นี้ใช้ไม่ได้แล้ว');
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('is too old after a minute', async () => {
    const clock = testClock();
    const world = await siteWorld({ now: clock.now });
    const [early, late] = [await launchUrl(world), await launchUrl(world)];
    clock.forward(59_999);
    expect((await open(early)).status).toBe(200);
    clock.forward(1);
    expect((await open(late)).status).toBe(410);
  });

  it.each(['', '?token=', '?token=guess', `?token=${'x'.repeat(300)}`])('is refused as %j', async (query) => {
    const world = await siteWorld();
    expect((await open(`${world.url}/site/PG/launch${query}`)).status).toBe(410);
  });

  it('leads to where browsers reach the sandbox, by a cookie for https there', async () => {
    const world = await siteWorld({ publicUrl: 'https://games.example/' });
    const url = await launchUrl(world);
    expect(url.startsWith('https://games.example/site/PG/launch?token=')).toBe(true);
    const answer = await open(url.replace('https://games.example', world.url));
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure$/);
  });

  it('speaks the language asked for', async () => {
    const world = await siteWorld();
    expect(await (await gameOf(world, await enter(world, 'la'))).text()).toContain('lang="lo"');
    expect(await (await gameOf(world, await enter(world, 'en'))).text()).toContain('Spin</button>');
  });
});

describe('a session at the site', () => {
  it('outlives a restart, but not its eight hours', async () => {
    const clock = testClock();
    const dataFolder = await temporaryFolder();
    const first = await siteWorld({ dataFolder, now: clock.now });
    const cookie = await enter(first);
    await first.stop();
    const second = await siteWorld({ dataFolder, now: clock.now });
    expect((await gameOf(second, cookie)).status).toBe(200);
    clock.forward(8 * 3600_000);
    expect((await gameOf(second, cookie)).headers.get('location')).toBe('/site/PG');
    expect((await spinOf(second, cookie, 1)).status).toBe(401);
  });

  it('ends when the operator logs the player out, unused links too', async () => {
    const world = await siteWorld();
    const cookie = await enter(world);
    const unused = await launchUrl(world);
    const state = () => open(`${world.url}/site/PG/api/state`, cookie);
    expect(await (await state()).json()).toEqual({ username: PLAYER, balance: 1500, turnover: 0 });
    await world.call('POST', `/provider/PG/players/${PLAYER}/logout`);
    expect((await state()).status).toBe(401);
    expect((await open(unused)).status).toBe(410);
  });

  it('ends when the player leaves', async () => {
    const world = await siteWorld();
    const cookie = await enter(world);
    const answer = await open(`${world.url}/site/PG/leave`, cookie, { method: 'POST' });
    expect(answer.status).toBe(200);
    expect((await gameOf(world, cookie)).status).toBe(303);
  });

  it('is not had with a cookie that is a guess', async () => {
    const world = await siteWorld();
    for (const cookie of ['', 'krapao_site_PG=', 'krapao_site_PG=guess', 'other=1; krapao_site_PG=x']) {
      expect((await gameOf(world, cookie)).status).toBe(303);
    }
  });
});

describe('the door', () => {
  const knock = (world: TestWorld, username: string, password: string) =>
    open(`${world.url}/site/PG/login`, '', {
      method: 'POST',
      body: new URLSearchParams({ username, password, lang: 'en' }),
    });

  it('opens to username and password, and to a new password after a reset', async () => {
    const world = await siteWorld();
    expect(await (await open(`${world.url}/site/PG?lang=en`)).text()).toContain('Enter the game room');
    const answer = await knock(world, PLAYER, 'right-password');
    expect(answer.headers.get('location')).toBe('/site/PG/play');
    expect((await gameOf(world, cookieFrom(answer))).status).toBe(200);

    await world.call('POST', `/provider/PG/players/${PLAYER}/password`, { password: 'another-one' });
    expect((await knock(world, PLAYER, 'right-password')).status).toBe(401);
    expect((await knock(world, PLAYER, 'another-one')).status).toBe(303);
  });

  it('says the same of a wrong name and a wrong password, and shows what was typed as text', async () => {
    const world = await siteWorld();
    const hostile = '"><script>alert(1)</script>';
    const answers = [await knock(world, PLAYER, 'wrong'), await knock(world, hostile, 'wrong')];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    const [known = '', unknown = ''] = await Promise.all(answers.map((answer) => answer.text()));
    expect(known).toContain('Wrong username or password');
    expect(unknown).toContain('Wrong username or password');
    expect(unknown).not.toContain('<script>alert');
    expect(unknown).toContain('&quot;&gt;&lt;script&gt;');
  });

  it('is one of a provider there is', async () => {
    const world = await siteWorld();
    const answer = await open(`${world.url}/site/NONE`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });
});

describe('a spin', () => {
  it('is decided by the server and changes credit and turnover', async () => {
    const seven = STRIP.indexOf('seven');
    const world = await siteWorld({ dice: () => seven });
    const cookie = await enter(world);
    const answer = await spinOf(world, cookie, 20);
    expect(await answer.json()).toEqual({
      username: PLAYER,
      balance: 1500 - 20 + 4000,
      turnover: 20,
      win: 4000,
      shown: { stops: [seven, seven, seven], multiple: 200 },
    });
    expect((await world.call('GET', `/provider/PG/players/${PLAYER}/turnover`)).body).toEqual({
      turnover: '20.00',
      winLoss: '3980.00',
      rounds: 1,
    });
  });

  it('needs the credit for its stake', async () => {
    const world = await siteWorld();
    const cookie = await enter(world);
    const out = { reference: 't2', username: PLAYER, type: 'withdraw', amount: '1495.00' };
    await world.call('POST', '/provider/PG/transfers', out);
    expect((await spinOf(world, cookie, 10)).status).toBe(409);
    expect((await spinOf(world, cookie, 5)).status).toBe(200);
  });

  it.each([0, 2, -5, '5', null, 1000])('has no stake of %j', async (stake) => {
    const world = await siteWorld();
    const cookie = await enter(world);
    expect((await spinOf(world, cookie, stake)).status).toBe(400);
  });
});
