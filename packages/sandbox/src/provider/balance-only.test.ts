import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SECRET } from '../app.ts';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';

const PLAYER = { user: 'kp1', password: 'right-password' };

async function balanceWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  await world.hashed('IMI', 'create', PLAYER);
  return world;
}

const credit = async (world: TestWorld, delta: string) =>
  (await world.hashed('IMI', 'credit', { user: 'kp1', delta })).body;

describe('a body with a hash', () => {
  it('is hashed with the secret behind it', async () => {
    const world = await balanceWorld();
    const body = JSON.stringify({ user: 'kp1' });
    const send = (hash: string | null, text = body) =>
      fetch(`${world.url}/provider/IMI/v1/balance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(hash === null ? {} : { 'x-hash': hash }) },
        body: text,
      });
    const good = createHash('sha512')
      .update(body + DEFAULT_SECRET)
      .digest('hex');
    expect(await (await send(good)).json()).toEqual({ ok: true, balance: '0.00' });
    for (const hash of [null, '', good.toUpperCase(), good.slice(1)]) {
      const answer = await send(hash);
      expect([answer.status, await answer.json()]).toMatchObject([401, { ok: false, error: 'bad_hash' }]);
    }
    expect((await send(good, `${body} `)).status).toBe(401);
  });

  it.each([
    ['balance', {}],
    ['credit', { user: 'kp1', delta: '0.00' }],
    ['credit', { user: 'kp1', delta: '5' }],
    ['credit', { user: 'kp1', delta: '+5.00' }],
    ['credit', { user: 'kp1', delta: '900000000000.00' }],
    ['turnover', { limit: 501 }],
  ])('asks %s for something there is: not %j', async (verb, body) => {
    const world = await balanceWorld();
    expect(await world.hashed('IMI', verb, body)).toMatchObject({
      status: 400,
      body: { ok: false, error: 'bad_request' },
    });
  });

  it('is of a provider of this dialect', async () => {
    const world = await balanceWorld();
    expect(await world.hashed('PG', 'health', {})).toMatchObject({
      status: 404,
      body: { ok: false, error: 'no_provider' },
    });
    expect(await world.hashed('IMI', 'gift', {})).toMatchObject({ status: 404 });
  });
});

describe('credit without references', () => {
  it('moves as often as it is asked for', async () => {
    const world = await balanceWorld();
    expect(await credit(world, '10.00')).toEqual({ ok: true, balance: '10.00' });
    expect(await credit(world, '10.00')).toEqual({ ok: true, balance: '20.00' });
    expect(await credit(world, '-20.01')).toEqual({ ok: false, error: 'insufficient_funds' });
    expect(await credit(world, '-5.50')).toEqual({ ok: true, balance: '14.50' });
  });

  it('leaves a history of what moved, and of no more than that', async () => {
    const clock = testClock();
    const world = await balanceWorld({ now: clock.now });
    await credit(world, '10.00');
    await credit(world, '-11.00');
    clock.forward(1000);
    await credit(world, '-4.00');
    await world.control('POST', '/control/play', { provider: 'IMI', username: 'kp1', bet: 1, win: 0 });
    const later = { at: '2026-01-02T03:04:06.000Z', delta: '-4.00', balance: '6.00' };
    expect((await world.hashed('IMI', 'history', { user: 'kp1' })).body).toEqual({
      ok: true,
      entries: [{ at: '2026-01-02T03:04:05.000Z', delta: '10.00', balance: '10.00' }, later],
    });
    const since = { user: 'kp1', since: later.at };
    expect((await world.hashed('IMI', 'history', since)).body).toEqual({ ok: true, entries: [later] });
  });

  it('that got no answer shows in the balance alone', async () => {
    const world = await balanceWorld({ random: () => 0.9 });
    await world.control('POST', '/control/faults', { port: 'provider', kind: 'http_500', rate: 1 });
    expect((await world.hashed('IMI', 'credit', { user: 'kp1', delta: '7.00' })).status).toBe(500);
    await world.control('DELETE', '/control/faults');
    expect((await world.hashed('IMI', 'balance', { user: 'kp1' })).body).toEqual({
      ok: true,
      balance: '7.00',
    });
  });
});

describe('a player of the balances', () => {
  it('is created once, and must exist', async () => {
    const world = await balanceWorld();
    expect((await world.hashed('IMI', 'create', PLAYER)).body).toEqual({ ok: true, existed: true });
    for (const [verb, more] of [
      ['balance', {}],
      ['credit', { delta: '1.00' }],
      ['password', { password: 'x' }],
      ['launch', { password: 'x', lang: 'th' }],
    ] as const) {
      const answer = await world.hashed('IMI', verb, { user: 'nobody', ...more });
      expect(answer).toMatchObject({ status: 200, body: { ok: false, error: 'no_player' } });
    }
  });

  it('is launched by name and password, until logged out', async () => {
    const world = await balanceWorld();
    const launch = (password: string) =>
      world.hashed<{ url: string }>('IMI', 'launch', { user: 'kp1', password, lang: 'en' });
    expect((await launch('wrong')).body).toMatchObject({ ok: false, error: 'wrong_password' });
    const { url } = (await launch(PLAYER.password)).body;
    expect(await (await fetch(url)).text()).toContain('kp1');
    const unused = (await launch(PLAYER.password)).body.url;
    expect((await world.hashed('IMI', 'logout', { user: 'kp1' })).body).toEqual({ ok: true });
    expect((await fetch(unused)).status).toBe(410);
    await world.hashed('IMI', 'password', { user: 'kp1', password: 'another' });
    expect((await launch('another')).body).toMatchObject({ ok: true });
  });

  it('shows in the report; in maintenance nothing is answered', async () => {
    const world = await balanceWorld();
    await credit(world, '10.00');
    await world.control('POST', '/control/play', { provider: 'IMI', username: 'kp1', bet: 4, win: 1 });
    expect((await world.hashed('IMI', 'turnover', {})).body).toMatchObject({
      ok: true,
      hasMore: false,
      entries: [{ username: 'kp1', game: 'Dragon Tiger', turnover: '4.00', winLoss: '-3.00' }],
    });
    expect((await world.hashed('IMI', 'health', {})).body).toEqual({ ok: true, status: 'up' });
    await world.control('POST', '/control/maintenance', { provider: 'IMI', on: true });
    for (const [verb, body] of [
      ['health', {}],
      ['credit', { user: 'kp1', delta: '1.00' }],
    ] as const) {
      expect(await world.hashed('IMI', verb, body)).toMatchObject({
        status: 503,
        body: { ok: false, error: 'maintenance' },
      });
    }
  });
});
