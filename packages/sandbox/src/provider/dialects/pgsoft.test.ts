import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceWorld, type Reply, type ServiceWorld } from '../../testing/services.ts';

const SECRET = 'sandbox-only-secret';
const TRACE = '?trace_id=0d6a8bbc-6f2e-4f5b-9b0f-0c1f2a3b4c5d';
const OPERATOR = { operator_token: 'krapao-demo-operator', secret_key: SECRET };

const call = (
  world: ServiceWorld,
  path: string,
  more: Record<string, string> = {},
  query = TRACE,
): Promise<Reply> =>
  world.send(`/${path}${query}`, { method: 'POST', body: new URLSearchParams({ ...OPERATOR, ...more }) });

async function codeOf(reply: Promise<Reply>): Promise<string | null> {
  const { status, body } = await reply;
  expect(status).toBe(200);
  return (body as unknown as { error: { code: string } | null }).error?.code ?? null;
}

async function pgWorld(options: Parameters<typeof serviceWorld>[2] = {}): Promise<ServiceWorld> {
  const world = await serviceWorld('PG', 'pgsoft', options);
  const player = { player_name: 'kp1', nickname: 'kp1', currency: 'THB' };
  expect((await call(world, 'Player/v1/Create', player)).body).toEqual({
    data: { action_result: 1 },
    error: null,
  });
  return world;
}

const move = (world: ServiceWorld, way: 'In' | 'Out', reference: string, amount: string, more = {}) =>
  call(world, `Cash/v3/Transfer${way}`, {
    player_name: 'kp1',
    amount,
    transfer_reference: reference,
    currency: 'THB',
    ...more,
  });

const look = (world: ServiceWorld, reference: string) =>
  call(world, 'Cash/v3/GetSingleTransaction', { player_name: 'kp1', transfer_reference: reference });

describe('a call of PG Soft', () => {
  it('needs the operator, its key and a trace', async () => {
    const world = await pgWorld();
    const wallet = (more: Record<string, string>, query = TRACE) =>
      codeOf(call(world, 'Cash/v3/GetPlayerWallet', { player_name: 'kp1', ...more }, query));
    expect(await wallet({})).toBeNull();
    expect(await wallet({ operator_token: 'other' })).toBe('1204');
    expect(await wallet({ secret_key: 'other-secret' })).toBe('1204');
    expect(await wallet({}, '')).toBe('1034');
    const { body } = await call(world, 'Cash/v3/GetPlayerWallet', {});
    expect(body).toEqual({
      data: null,
      error: { code: '3001', message: expect.any(String), traceId: TRACE.slice('?trace_id='.length) },
    });
  });

  it('is refused in maintenance', async () => {
    const world = await pgWorld();
    await world.maintenance(true);
    expect(await codeOf(move(world, 'In', 'a', '1'))).toBe('1400');
    await world.maintenance(false);
    expect(await codeOf(look(world, 'a'))).toBe('3040');
  });
});

describe('a player of PG Soft', () => {
  it('is created once and must exist', async () => {
    const world = await pgWorld();
    const create = (fields: Record<string, string>) => codeOf(call(world, 'Player/v1/Create', fields));
    expect(await create({ player_name: 'kp1', nickname: 'x', currency: 'THB' })).toBe('1305');
    expect(await create({ player_name: 'kp2' })).toBe('1034');
    const stranger = { player_name: 'stranger' };
    expect(await codeOf(call(world, 'Cash/v3/GetPlayerWallet', stranger))).toBe('3004');
    expect(await codeOf(call(world, 'Player/v1/Kick', stranger))).toBe('3004');
    expect(await codeOf(move(world, 'In', 'a', '1', stranger))).toBe('3004');
    expect((await call(world, 'Player/v1/Kick', { player_name: 'kp1' })).body).toMatchObject({ error: null });
  });

  it('gets in by a session that the operator vouches for', async () => {
    const asked: { url: string; form: URLSearchParams }[] = [];
    const operator = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
        asked.push({ url: request.url ?? '', form });
        const known = form.get('operator_player_session') === 'session-1';
        const data = known ? { player_name: 'kp1', nickname: 'kp1', currency: 'THB' } : null;
        response.end(JSON.stringify({ data, error: known ? null : { code: '1300', message: 'x' } }));
      });
    });
    await new Promise<void>((resolve) => operator.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void operator.close());
    const operatorUrl = `http://127.0.0.1:${(operator.address() as AddressInfo).port}/pg`;
    const world = await pgWorld({ operatorUrl });
    const open = (query: string) =>
      fetch(`${world.url}/provider/PG/65/index.html?${query}`, { redirect: 'manual' });
    const launch = 'ot=krapao-demo-operator&ops=session-1&btt=1&l=en&f=https%3A%2F%2Fwallet.example';
    const opened = await open(launch);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/site/PG/play']);
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const game = await fetch(`${world.url}/site/PG/play`, { headers: { cookie } });
    expect(await game.text()).toContain('kp1');
    const atSite = await fetch(`${world.url}/site/PG/65/index.html?${launch}`);
    expect(await atSite.text()).toContain('kp1');
    expect(asked[0]?.url).toMatch(/^\/pg\/VerifySession\?trace_id=/);
    expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({ ...OPERATOR });
    for (const wrong of [launch.replace('session-1', 'session-2'), launch.replace('ot=k', 'ot=x'), '']) {
      expect((await open(wrong)).status).toBe(410);
    }
  });
});

describe('credit at PG Soft', () => {
  it('moves once for each reference: the same one again answers the first result', async () => {
    const world = await pgWorld();
    const first = (await move(world, 'In', 'in', '100')).body;
    expect(first).toMatchObject({
      data: { balanceAmountBefore: 0, balanceAmount: 100, amount: 100 },
      error: null,
    });
    expect((await move(world, 'In', 'in', '100')).body).toEqual(first);
    expect(await codeOf(move(world, 'In', 'in', '1'))).toBe('3100');
    expect((await move(world, 'Out', 'out', '30.25')).body).toMatchObject({ data: { balanceAmount: 69.75 } });
    expect(await codeOf(move(world, 'Out', 'more', '70'))).toBe('3013');
    expect(await world.credit()).toBe(69.75);
    expect((await call(world, 'Cash/v3/GetPlayerWallet', { player_name: 'kp1' })).body).toMatchObject({
      data: { currencyCode: 'THB', cashBalance: 69.75, totalBalance: 69.75 },
    });
  });

  it('is looked up by its reference', async () => {
    const world = await pgWorld();
    await move(world, 'In', 'in', '10');
    await move(world, 'Out', 'out', '4');
    expect((await look(world, 'out')).body).toMatchObject({
      data: {
        playerName: 'kp1',
        transactionType: 200,
        transactionAmount: 4,
        transactionFrom: 10,
        transactionTo: 6,
      },
    });
    expect((await look(world, 'in')).body).toMatchObject({ data: { transactionType: 100 } });
    expect(await codeOf(look(world, 'never'))).toBe('3040');
  });

  it('has amounts, references and a currency that make sense', async () => {
    const world = await pgWorld();
    expect(await codeOf(move(world, 'In', 'a', '0'))).toBe('1034');
    expect(await codeOf(move(world, 'In', 'a', '-1'))).toBe('1034');
    expect(await codeOf(move(world, 'In', 'r'.repeat(51), '1'))).toBe('1034');
    expect(await codeOf(move(world, 'In', '', '1'))).toBe('3001');
    expect(await codeOf(move(world, 'In', 'a', '1', { currency: 'LAK' }))).toBe('3005');
  });

  it('may be in progress, and is done later', async () => {
    const world = await pgWorld();
    await world.strike('in_progress', { ms: 60_000 });
    expect(await codeOf(move(world, 'In', 'slow', '5'))).toBe('3101');
    expect(await codeOf(move(world, 'In', 'slow', '5'))).toBe('3101');
    expect(await codeOf(look(world, 'slow'))).toBe('3101');
    await world.strike('in_progress', { ms: 1 });
    expect(await codeOf(move(world, 'In', 'soon', '5'))).toBe('3101');
    await expect.poll(() => codeOf(look(world, 'soon'))).toBeNull();
    expect(await world.credit()).toBe(5);
  });

  it('has the faults of the sandbox in the shape of the service', async () => {
    const world = await pgWorld({ random: () => 0.9 });
    await world.strike('refused');
    expect(await codeOf(move(world, 'In', 'a', '1'))).toBe('3100');
    await world.calm();
    await world.strike('http_500');
    expect(await move(world, 'In', 'b', '1')).toMatchObject({
      status: 500,
      body: { error: { code: '1200' } },
    });
    await world.calm();
    await world.strike('html');
    expect(await move(world, 'In', 'c', '1')).toMatchObject({ status: 200, body: null });
    await world.calm();
    await world.strike('missing');
    expect((await move(world, 'In', 'd', '1')).body).toMatchObject({
      data: { transactionId: 'd' },
      error: null,
    });
    expect((await move(world, 'In', 'd', '1')).body?.['data']).not.toHaveProperty('balanceAmount');
    await world.calm();
    await world.strike('extra');
    expect((await move(world, 'In', 'd', '1')).body).toMatchObject({ x_unannounced: {}, error: null });
    await world.calm();
    await world.strike('timeout_after_commit');
    expect(await world.isUnanswered(() => move(world, 'In', 'e', '1'))).toBe(true);
    await world.calm();
    expect(await codeOf(look(world, 'e'))).toBeNull();
    expect(await codeOf(look(world, 'a'))).toBe('3040');
    expect(await world.credit()).toBe(4);
  });
});

describe('the play at PG Soft', () => {
  it('is read from a row version on', async () => {
    const world = await pgWorld();
    await move(world, 'In', 'in', '10000');
    await world.play(2, 5, 1501);
    const read = async (row_version: string, count = '1500', bet_type = '1') =>
      (await call(world, 'Bet/v4/GetHistory', { count, bet_type, row_version })).body as unknown as {
        data: { rowVersion: number }[] | null;
        error: { code: string } | null;
      };
    const first = (await read('1')).data ?? [];
    expect(first).toHaveLength(1500);
    expect(first[0]).toMatchObject({
      playerName: 'kp1',
      betAmount: 2,
      winAmount: 5,
      betEndTime: Date.UTC(2026, 0, 2, 12),
    });
    const last = first.at(-1)?.rowVersion ?? 0;
    const rest = (await read(String(last))).data ?? [];
    expect(rest).toHaveLength(1);
    expect((await read(String(rest[0]?.rowVersion))).data).toEqual([]);
    for (const count of ['1499', '5001']) expect((await read('1', count)).error?.code).toBe('1034');
    expect((await read('1', '1500', '2')).error?.code).toBe('1034');
  });
});
