import { describe, expect, it } from 'vitest';
import { serviceWorld, type Reply, type ServiceWorld } from '../../testing/services.ts';

const KEYS = { 'x-api-betflix': 'krapao-demo-agent', 'x-api-key': 'sandbox-only-secret' };

const call = (
  world: ServiceWorld,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = KEYS,
): Promise<Reply> => world.send(path, { method: 'POST', headers, body: new URLSearchParams(fields) });

async function betflixWorld(options: Parameters<typeof serviceWorld>[2] = {}): Promise<ServiceWorld> {
  const world = await serviceWorld('BETFLIX', 'betflix', options);
  const player = { username: 'kp1', password: 'right-password', name: 'Somchai', tel: '0812345678' };
  expect((await call(world, '/v4/user/register', player)).body).toMatchObject({
    status: 'success',
    error_code: 0,
    data: { username: 'kpdkp1' },
  });
  return world;
}

const move = (world: ServiceWorld, amount: string, ref = 'r1') =>
  call(world, '/v4/user/transfer', { username: 'kpdkp1', amount, ref });

describe('a call of BETFLIX', () => {
  it('needs both keys; the agent’s may be in either header', async () => {
    const world = await betflixWorld();
    const status = async (headers: Record<string, string>) =>
      (await call(world, '/v4/user/balance', { username: 'kpdkp1' }, headers)).status;
    const { 'x-api-betflix': agent, 'x-api-key': key } = KEYS;
    expect(await status({ 'x-api-cat': agent, 'x-api-key': key })).toBe(200);
    expect(await status({ 'x-api-betflix': 'other', 'x-api-key': key })).toBe(401);
    expect(await status({ 'x-api-betflix': agent, 'x-api-key': 'other' })).toBe(401);
    expect(await status({})).toBe(401);
  });

  it('is refused in maintenance, the status too', async () => {
    const world = await betflixWorld();
    const status = () => world.send('/v4/status', { headers: KEYS });
    expect((await status()).body).toMatchObject({ status: 'success', error_code: 0 });
    await world.maintenance(true);
    expect(await status()).toMatchObject({ status: 503, body: { status: 'error' } });
  });
});

describe('a user of BETFLIX', () => {
  it('is registered once and is called by the full name', async () => {
    const world = await betflixWorld();
    expect((await call(world, '/v4/user/register', { username: 'kp1', password: 'x' })).body).toMatchObject({
      status: 'error',
      error_code: 409,
    });
    expect((await call(world, '/v4/user/register', { username: 'kp2' })).body).toMatchObject({
      error_code: 400,
    });
    for (const username of ['kp1', 'kpdstranger', '']) {
      const { body } = await call(world, '/v4/user/balance', { username });
      expect(body).toMatchObject({ status: 'error', error_code: 404 });
    }
  });

  it('plays by a token, and logs in at the site with a password', async () => {
    const world = await betflixWorld();
    const { body } = await call(world, '/v4/play/login', { username: 'kpdkp1' });
    const { login_token: token, launch_url: url } = (body as unknown as { data: Record<string, string> })
      .data;
    expect(url).toContain(String(token));
    expect(await (await fetch(String(url))).text()).toContain('kp1');
    expect((await fetch(String(url))).status).toBe(410);
    const change = { username: 'kpdkp1', new_password: 'new' };
    expect((await call(world, '/v4/user/changePassword', change)).body).toMatchObject({ error_code: 0 });
    const login = (password: string) =>
      fetch(`${world.url}/site/BETFLIX/login`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ username: 'kp1', password }),
      });
    expect([(await login('right-password')).status, (await login('new')).status]).toEqual([401, 303]);
  });
});

describe('credit at BETFLIX', () => {
  it('moves as often as it is sent, whatever the reference', async () => {
    const world = await betflixWorld();
    expect((await move(world, '100')).body).toMatchObject({ data: { before_balance: 0, balance: 100 } });
    expect((await move(world, '100')).body).toMatchObject({ data: { before_balance: 100, balance: 200 } });
    expect((await move(world, '-130.25')).body).toMatchObject({ data: { balance: 69.75 } });
    expect((await move(world, '-70')).body).toMatchObject({ status: 'error', error_code: 403 });
    for (const amount of ['0', 'x', '1.234'])
      expect((await move(world, amount)).body).toMatchObject({ error_code: 400 });
    expect((await call(world, '/v4/user/balance', { username: 'kpdkp1' })).body).toMatchObject({
      data: { balance: 69.75 },
    });
  });

  it('that got no answer shows in the balance alone', async () => {
    const world = await betflixWorld({ random: () => 0.9 });
    await world.strike('timeout_after_commit');
    expect(await world.isUnanswered(() => move(world, '5'))).toBe(true);
    await world.calm();
    await world.strike('timeout_before_commit');
    expect(await world.isUnanswered(() => move(world, '5'))).toBe(true);
    await world.calm();
    await world.strike('html');
    expect((await move(world, '1')).body).toBeNull();
    await world.calm();
    await world.strike('missing');
    expect((await move(world, '1')).body).toMatchObject({ status: 'success', data: { ref: 'r1' } });
    expect((await move(world, '1')).body?.['data']).not.toHaveProperty('balance');
    await world.calm();
    await world.strike('refused');
    expect((await move(world, '1')).body).toMatchObject({ status: 'error', error_code: 429 });
    await world.calm();
    expect(await world.credit()).toBe(8);
  });
});

describe('the summary of BETFLIX', () => {
  it('adds up days in Bangkok', async () => {
    const world = await betflixWorld();
    await move(world, '100');
    await world.play(2, 5, 2);
    world.clock.forward(5 * 3_600_000);
    await world.play(10, 0);
    const summary = async (start: string, end: string) =>
      (await world.send(`/v4/report/summary?username=kpdkp1&start=${start}&end=${end}`, { headers: KEYS }))
        .body;
    expect(await summary('2026-01-02', '2026-01-02')).toMatchObject({ data: { turnover: 4, winloss: 6 } });
    expect(await summary('2026-01-03', '2026-01-03')).toMatchObject({ data: { turnover: 10, winloss: -10 } });
    expect(await summary('2026-01-01', '2026-01-03')).toMatchObject({ data: { turnover: 14, winloss: -4 } });
    expect(await summary('today', 'today')).toMatchObject({ error_code: 400 });
  });
});
