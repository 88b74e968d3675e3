import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serviceWorld, type Reply, type ServiceWorld } from '../../testing/services.ts';

const SECRET = 'sandbox-only-secret';

/** Signs as an operator's program would, by the service's description. */
function signed(fields: Record<string, string>, secret = SECRET): string {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
  const digest = createHmac('sha1', secret).update(pairs.sort().join('&')).digest('base64');
  return `?AppID=KRPO&Signature=${encodeURIComponent(digest)}`;
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function call(world: ServiceWorld, method: string, more: Record<string, string> = {}): Promise<Reply> {
  const fields = { Method: method, Timestamp: String(Math.floor(world.clock.now() / 1000)), ...more };
  return world.send(signed(fields), json(fields));
}

async function jokerWorld(options: Parameters<typeof serviceWorld>[2] = {}): Promise<ServiceWorld> {
  const world = await serviceWorld('JOKER', 'joker', options);
  expect((await call(world, 'CU', { Username: 'kp1' })).status).toBe(201);
  return world;
}

const move = (world: ServiceWorld, RequestID: string, Amount: string) =>
  call(world, 'TC', { Username: 'kp1', RequestID, Amount });

describe('the signature of Joker', () => {
  // printf '%s' 'Method=GC&Timestamp=1767323045&Username=kp1' | openssl dgst -sha1 -hmac 'sandbox-only-secret' -binary | base64
  // The others likewise, over the fields of their bodies.
  it.each([
    [SECRET, 'mrmNBb2a88Lbx993r12aeVANsrI=', { Method: 'GC', Timestamp: '1767323045', Username: 'kp1' }, 404],
    [
      SECRET,
      'VpXmXZRcl9f32PPSs5KW2WLwLio=',
      { Method: 'TC', Username: 'kp1', RequestID: 'a1', Amount: '-10.50', Timestamp: '1767323045' },
      404,
    ],
    [
      'k',
      'CoVd7G6o6pA/YrAu35TqbJOYBBM=',
      { Method: 'SP', Username: 'kp1', Password: 'p&=+ ก%41', Timestamp: '1' },
      400,
    ],
  ])('is the one that another tool computes: %s %s', async (secret, signature, fields, status) => {
    const world = await serviceWorld('JOKER', 'joker', { secret, now: () => 1_767_323_045_000 });
    const query = `?AppID=KRPO&Signature=${encodeURIComponent(signature)}`;
    const right = await world.send(query, json(fields));
    // Past the signature: an unknown player, and a time that is too old.
    expect([right.status, right.body]).toMatchObject([
      status,
      { Message: status === 404 ? 'Invalid username' : 'Expired Timestamp' },
    ]);
    const form = { method: 'POST', body: new URLSearchParams(fields as Record<string, string>) };
    expect((await world.send(query, form)).status).toBe(status);
    expect((await world.send(query, json({ ...fields, more: 'x' }))).status).toBe(403);
    expect((await world.send(query.replace('KRPO', 'OTHER'), json(fields))).status).toBe(403);
  });

  it('is needed, by the right secret and in time', async () => {
    const world = await jokerWorld();
    const fields = { Method: 'GC', Username: 'kp1', Timestamp: String(world.clock.now() / 1000) };
    const good = signed(fields);
    expect((await world.send('', json(fields))).status).toBe(403);
    expect((await world.send(signed(fields, 'another'), json(fields))).body).toEqual({
      Message: 'Invalid signature',
    });
    expect((await world.send(good, json(fields))).status).toBe(200);
    world.clock.forward(301_000);
    expect((await world.send(good, json(fields))).body).toEqual({ Message: 'Expired Timestamp' });
  });
});

describe('a player of Joker', () => {
  it('is created once, has a credit, a password and a way out', async () => {
    const world = await jokerWorld();
    expect(await call(world, 'CU', { Username: 'kp1' })).toMatchObject({
      status: 200,
      body: { Status: 'OK' },
    });
    expect((await call(world, 'SP', { Username: 'kp1', Password: 'new' })).body).toEqual({ Status: 'OK' });
    expect((await call(world, 'SO', { Username: 'kp1' })).status).toBe(200);
    await move(world, 'a', '10.50');
    expect((await call(world, 'GC', { Username: 'kp1' })).body).toEqual({
      Username: 'kp1',
      Credit: 10.5,
      OutstandingCredit: 0,
    });
    for (const method of ['SP', 'GC', 'TC', 'WAC', 'SO', 'PLAY']) {
      const more = { Username: 'stranger', Password: 'x', RequestID: 'r', Amount: '1' };
      expect([method, (await call(world, method, more)).status]).toEqual([method, 404]);
    }
    expect((await call(world, 'NONE')).body).toEqual({ Message: 'Invalid method' });
    expect((await call(world, 'CU', { Username: 'no one' })).status).toBe(400);
  });

  it('plays by a token that opens the game once', async () => {
    const world = await jokerWorld();
    const { body } = await call(world, 'PLAY', { Username: 'kp1' });
    const game = `${world.url}/site/JOKER/launch?token=${String(body?.['Token'])}&game=krapaoreels&mobile=1&lang=th`;
    expect(await (await fetch(game)).text()).toContain('kp1');
    expect((await fetch(game)).status).toBe(410);
  });
});

describe('credit at Joker', () => {
  it('moves once for each reference: the same one again is refused, and can be looked up', async () => {
    const world = await jokerWorld();
    expect(await move(world, 'in', '100')).toMatchObject({
      status: 200,
      body: { RequestID: 'in', Username: 'kp1', Credit: 100, BeforeCredit: 0, OutstandingCredit: 0 },
    });
    expect(await move(world, 'in', '100')).toMatchObject({
      status: 400,
      body: { Message: 'Duplicate RequestID' },
    });
    expect((await move(world, 'in', '1')).status).toBe(400);
    expect((await move(world, 'out', '-30.25')).body).toMatchObject({ Credit: 69.75, BeforeCredit: 100 });
    expect((await move(world, 'more', '-70')).body).toEqual({ Message: 'Insufficient credit' });
    expect(await world.credit()).toBe(69.75);
    const look = (RequestID: string) => call(world, 'TCH', { RequestID });
    expect((await look('out')).body).toMatchObject({ RequestID: 'out', Username: 'kp1', Amount: -30.25 });
    expect((await look('more')).status).toBe(404);
    for (const amount of ['0', 'x', '1.234']) expect((await move(world, 'odd', amount)).status).toBe(400);
    expect((await move(world, 'r'.repeat(51), '1')).status).toBe(400);
  });

  it('leaves as a whole', async () => {
    const world = await jokerWorld();
    await move(world, 'in', '7.5');
    const out = { Username: 'kp1', RequestID: 'all' };
    expect((await call(world, 'WAC', out)).body).toMatchObject({ Success: true, Amount: 7.5, Credit: 0 });
    expect((await call(world, 'TCH', { RequestID: 'all' })).body).toMatchObject({ Amount: -7.5 });
    expect((await call(world, 'WAC', { ...out, RequestID: 'again' })).body).toMatchObject({ Amount: 0 });
  });

  it('that got no answer is known under its reference', async () => {
    const world = await jokerWorld();
    await world.strike('timeout_after_commit');
    expect(await world.isUnanswered(() => move(world, 'in', '5'))).toBe(true);
    await world.calm();
    expect((await call(world, 'TCH', { RequestID: 'in' })).body).toMatchObject({ Amount: 5 });
    await world.strike('timeout_before_commit');
    expect(await world.isUnanswered(() => move(world, 'never', '5'))).toBe(true);
    await world.calm();
    expect((await call(world, 'TCH', { RequestID: 'never' })).status).toBe(404);
  });

  it('has the faults of the sandbox in the shape of the service', async () => {
    const world = await jokerWorld({ random: () => 0.9 });
    await world.strike('refused');
    expect(await move(world, 'a', '1')).toMatchObject({
      status: 400,
      body: { Message: 'Transfer is not allowed' },
    });
    await world.calm();
    await world.strike('http_500');
    expect(await move(world, 'b', '1')).toMatchObject({ status: 500, body: { Message: expect.any(String) } });
    await world.calm();
    await world.strike('html');
    expect(await move(world, 'c', '1')).toMatchObject({ status: 200, body: null });
    await world.calm();
    await world.strike('missing');
    expect((await move(world, 'd', '1')).body).not.toHaveProperty('Credit');
    await world.calm();
    await world.strike('extra');
    expect((await move(world, 'e', '1')).body).toMatchObject({ Credit: 4, x_unannounced: {} });
    await world.calm();
    await world.strike('in_progress', { ms: 60_000 });
    expect((await move(world, 'f', '1')).body).toEqual({ Message: 'The request is being processed' });
    expect((await call(world, 'TCH', { RequestID: 'f' })).status).toBe(404);
    await world.strike('in_progress', { ms: 1 });
    expect((await move(world, 'g', '1')).status).toBe(400);
    await expect.poll(() => world.credit()).toBe(5);
  });

  it('is refused in maintenance', async () => {
    const world = await jokerWorld();
    await world.maintenance(true);
    expect((await move(world, 'a', '1')).status).toBe(503);
    await world.maintenance(false);
    expect((await call(world, 'ListGames')).body).toMatchObject({ ListGames: [{ GameCode: 'krapaoreels' }] });
  });
});

describe('the play at Joker', () => {
  it('is reported between two minutes, page by page', async () => {
    const world = await jokerWorld();
    await move(world, 'in', '1000');
    await world.play(2, 5, 101);
    const period = { StartDate: '2026-01-02 20:00', EndDate: '2026-01-02 20:00' };
    const first = (await call(world, 'TSM', { ...period, NextId: '' })).body;
    expect(first).toMatchObject({ data: { Jackpot: [], Competition: [] }, nextId: '101' });
    const games = (first as unknown as { data: { Game: object[] } }).data.Game;
    expect(games).toHaveLength(100);
    expect(games[0]).toMatchObject({ Username: 'kp1', Amount: 2, Result: 5, Time: '2026-01-02T20:00:00' });
    const last = (await call(world, 'TSM', { ...period, NextId: '101' })).body;
    expect(last).toMatchObject({ data: { Game: [{ Username: 'kp1' }] }, nextId: '' });
    const before = { StartDate: '2026-01-02 19:00', EndDate: '2026-01-02 19:59', NextId: '' };
    expect((await call(world, 'TS', before)).body).toMatchObject({ data: { Game: [] }, nextId: '' });
    expect((await call(world, 'TS', { ...before, EndDate: 'today' })).status).toBe(400);
  });
});
