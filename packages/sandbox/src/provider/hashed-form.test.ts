import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';
import { DEFAULT_SECRET } from '../app.ts';

const CODE = 'AREASLOT';
const PLAYER = { username: 'kp1', password: 'right-password' };

async function formWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  await world.form(CODE, 'create', PLAYER);
  return world;
}

const move = async (world: TestWorld, type: string, reference: string, amount: string, username = 'kp1') =>
  (await world.form(CODE, 'transfer', { reference, username, type, amount })).body;

const post = (world: TestWorld, body: string | URLSearchParams, code = CODE) =>
  fetch(`${world.url}/provider/${code}/api`, { method: 'POST', body: new URLSearchParams(body) });

/** Computes the signature independently, from the text of the protocol. */
function signedByHand(pairs: string[], secret = DEFAULT_SECRET): string {
  const text = `${pairs.toSorted().join('&')}&key=${secret}`;
  return createHash('sha256').update(text).digest('hex');
}

describe('a hashed form', () => {
  it('is signed over its raw pairs in their order, and by nothing else', async () => {
    const clock = testClock();
    const world = await formWorld({ now: clock.now });
    const time = String(clock.now() / 1000);
    const fields = { username: 'kp1', action: 'balance', time };
    const pairs = ['username=kp1', 'action=balance', `time=${time}`];
    const good = signedByHand(pairs);
    const codeOf = async (extra: Record<string, string>) => {
      const answer = await post(world, new URLSearchParams({ ...fields, ...extra }));
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { code: number }).code;
    };
    expect(await codeOf({ sign: good })).toBe(0);
    expect(await codeOf({ sign: good.toUpperCase() })).toBe(91);
    expect(await codeOf({ sign: signedByHand(pairs, 'another-secret') })).toBe(91);
    expect(await codeOf({ sign: good, username: 'kp2' })).toBe(91);
    expect(await codeOf({ sign: good, more: 'x' })).toBe(91);
    expect(await codeOf({})).toBe(91);
    clock.forward(300_000);
    expect(await codeOf({ sign: good })).toBe(0);
    clock.forward(1000);
    expect(await codeOf({ sign: good })).toBe(91);
  });

  it('is refused when a field comes twice', async () => {
    const world = await formWorld();
    const answer = await post(world, 'action=health&action=balance&time=1&sign=x');
    expect(await answer.json()).toMatchObject({ code: 91 });
  });

  it('hashes what people write as it is, not as it travels', async () => {
    const world = await formWorld();
    const password = 'p&=+ ก%41';
    expect((await world.form(CODE, 'password', { username: 'kp1', password })).body.code).toBe(0);
  });

  it('asks for something there is', async () => {
    const world = await formWorld();
    const codes = await Promise.all([
      world.form(CODE, 'constructor'),
      world.form(CODE, 'balance'),
      world.form(CODE, 'transfer', { reference: 'a', username: 'kp1', type: 'gift', amount: '1.00' }),
      world.form(CODE, 'transfer', { reference: 'a', username: 'kp1', type: 'deposit', amount: '1' }),
    ]);
    expect(codes.map(({ body }) => body.code)).toEqual([92, 92, 92, 92]);
    for (const code of ['NONE', 'PG', 'IMI']) {
      expect(await world.form(code, 'health')).toMatchObject({ status: 404, body: { error: 'no_provider' } });
    }
    expect(await world.call('GET', `/provider/${CODE}/health`)).toMatchObject({ status: 404 });
  });
});

describe('a player by hashed forms', () => {
  it('is created once, and must exist', async () => {
    const world = await formWorld();
    expect((await world.form(CODE, 'create', PLAYER)).body.code).toBe(10);
    for (const [action, fields] of [
      ['balance', {}],
      ['password', { password: 'x' }],
      ['launch', { lang: 'th' }],
      ['transfer', { reference: 'r', type: 'deposit', amount: '1.00' }],
    ] as const) {
      const { body } = await world.form(CODE, action, { username: 'nobody', ...fields });
      expect([action, body.code]).toEqual([action, 11]);
    }
  });

  it('has credit moved once per reference, which can be looked up', async () => {
    const world = await formWorld();
    const first = { code: 0, message: 'ok', balance: '100.00' };
    expect(await move(world, 'deposit', 'd1', '100.00')).toEqual(first);
    expect(await move(world, 'withdraw', 'w1', '100.01')).toMatchObject({ code: 12 });
    expect(await move(world, 'withdraw', 'w2', '30.25')).toMatchObject({ code: 0, balance: '69.75' });
    expect(await move(world, 'deposit', 'd1', '100.00')).toEqual(first);
    expect(await move(world, 'deposit', 'd1', '100.01')).toMatchObject({ code: 14 });
    expect((await world.form(CODE, 'balance', { username: 'kp1' })).body).toMatchObject({ balance: '69.75' });

    const look = async (reference: string) => (await world.form(CODE, 'lookup', { reference })).body;
    expect(await look('w2')).toMatchObject({ code: 0, status: 'done', type: 'withdraw', amount: '30.25' });
    expect(await look('w1')).toMatchObject({ code: 0, status: 'refused', reason: 12 });
    expect(await look('w3')).toMatchObject({ code: 15 });
    const list = (await world.form(CODE, 'transfers', { username: 'kp1' })).body['transfers'];
    expect(list).toMatchObject([{ reference: 'w2' }, { reference: 'w1' }, { reference: 'd1' }]);
  });

  it('shows in the report, page by page', async () => {
    const world = await formWorld();
    await move(world, 'deposit', 'd1', '100.00');
    await world.control('POST', '/control/play', {
      provider: CODE,
      username: 'kp1',
      bet: 2,
      win: 1,
      rounds: 3,
    });
    const page = (await world.form(CODE, 'turnover', { after: '', limit: '2' })).body;
    expect(page).toMatchObject({
      code: 0,
      hasMore: true,
      entries: [{ turnover: '2.00', winLoss: '-1.00' }, {}],
    });
    const rest = (await world.form(CODE, 'turnover', { after: String(page['cursor']) })).body;
    expect(rest).toMatchObject({ hasMore: false, entries: [{}] });
  });

  it('is launched by name, or where it counts by name and password', async () => {
    const world = await formWorld();
    for (const code of ['ASKMEBET', 'CIRCUS', 'JOKER']) await world.form(code, 'create', PLAYER);
    const launch = async (code: string, more: Record<string, string> = {}) =>
      (await world.form(code, 'launch', { username: 'kp1', lang: 'th', ...more })).body;
    expect(await launch(CODE)).toMatchObject({
      code: 0,
      url: expect.stringContaining(`/site/${CODE}/launch?`),
    });
    for (const code of ['ASKMEBET', 'CIRCUS']) {
      expect(await launch(code)).toMatchObject({ code: 13 });
      expect(await launch(code, { password: 'wrong' })).toMatchObject({ code: 13 });
      const { url } = await launch(code, { password: PLAYER.password });
      expect((await fetch(String(url))).status).toBe(200);
    }
    expect(await launch('JOKER', { password: PLAYER.password })).toMatchObject({ code: 16 });
  });

  it('is logged out of the site', async () => {
    const world = await formWorld();
    const { url } = (await world.form(CODE, 'launch', { username: 'kp1', lang: 'th' })).body;
    expect((await world.form(CODE, 'logout', { username: 'kp1' })).body.code).toBe(0);
    expect((await fetch(String(url))).status).toBe(410);
  });
});

describe('a provider of hashed forms', () => {
  it('is up, or in maintenance for every call', async () => {
    const world = await formWorld();
    expect((await world.form(CODE, 'health')).body).toEqual({ code: 0, message: 'ok', status: 'up' });
    await world.control('POST', '/control/maintenance', { provider: CODE, on: true });
    expect((await world.form(CODE, 'health')).body.code).toBe(90);
    expect(await move(world, 'deposit', 'd1', '1.00')).toMatchObject({ code: 90 });
    await world.control('POST', '/control/maintenance', { provider: CODE, on: false });
    expect((await world.form(CODE, 'lookup', { reference: 'd1' })).body.code).toBe(15);
  });

  it('has faults like any other', async () => {
    const world = await formWorld({ random: () => 0.9 });
    await world.control('POST', '/control/faults', { port: `provider:${CODE}`, kind: 'http_500', rate: 1 });
    expect((await world.form(CODE, 'health')).status).toBe(500);
    expect((await world.form('JOKER2', 'health')).status).toBe(200);
    // The random source chose the failure after the work.
    expect(
      (
        await world.form(CODE, 'transfer', {
          reference: 'd1',
          username: 'kp1',
          type: 'deposit',
          amount: '1.00',
        })
      ).status,
    ).toBe(500);
    await world.control('DELETE', '/control/faults');
    expect((await world.form(CODE, 'lookup', { reference: 'd1' })).body).toMatchObject({ status: 'done' });
  });
});
