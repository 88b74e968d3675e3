import { describe, expect, it } from 'vitest';
import { scripted, startWorld, testClock, type TestWorld } from '../testing/world.ts';
import { Faults, type FaultKind } from './faults.ts';

const TRANSFER = { reference: 't1', username: 'kp1', type: 'deposit', amount: '100.00' };

/** Calls without an answer are cut off at once, unless time passes by itself. */
async function providerWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld({ isAsked: true, ...options });
  await world.call('POST', '/provider/PG/players', { username: 'kp1', password: 'secret' });
  return world;
}

const fault = (world: TestWorld, kind: FaultKind, rate = 1, more: object = {}) =>
  world.control('POST', '/control/faults', { port: 'provider', kind, rate, ...more });

/** @returns the status, or null when no answer came */
async function transferStatus(world: TestWorld): Promise<number | null> {
  const call = world.call('POST', '/provider/PG/transfers', TRANSFER);
  return call.then(
    ({ status }) => status,
    () => null,
  );
}

const balance = async (world: TestWorld): Promise<number> =>
  (await world.control<{ balance: number }>('GET', '/control/provider/PG/players/kp1')).body.balance;

describe('a call under faults', () => {
  it('does the work and gives no answer with `timeout_after_commit`; the reference tells what happened', async () => {
    const world = await providerWorld();
    await fault(world, 'timeout_after_commit');
    expect(await transferStatus(world)).toBeNull();
    expect(await balance(world)).toBe(100);
    await world.control('DELETE', '/control/faults');
    expect((await world.call('GET', '/provider/PG/transfers/t1')).body).toMatchObject({ status: 'done' });
    expect(await transferStatus(world)).toBe(200);
    expect(await balance(world)).toBe(100);
  });

  it('does nothing and gives no answer with `timeout_before_commit`', async () => {
    const world = await providerWorld();
    await fault(world, 'timeout_before_commit');
    expect(await transferStatus(world)).toBeNull();
    await world.control('DELETE', '/control/faults');
    expect((await world.call('GET', '/provider/PG/transfers/t1')).status).toBe(404);
    expect(await balance(world)).toBe(0);
  });

  it('does the work later and gives no answer with `commit_late`', async () => {
    const clock = testClock();
    const world = await providerWorld({ now: clock.now });
    await fault(world, 'commit_late', 1, { ms: 300 });
    expect(await transferStatus(world)).toBeNull();
    clock.forward(299);
    await world.workOff();
    expect(await balance(world)).toBe(0);
    clock.forward(1);
    await world.workOff();
    expect(await balance(world)).toBe(100);
    expect((await world.call('GET', '/provider/PG/transfers/t1')).body).toMatchObject({ status: 'done' });
  });

  it('refuses with `refused`, and keeps no record of that; questions are answered', async () => {
    const world = await providerWorld();
    await fault(world, 'refused');
    expect(await transferStatus(world)).toBe(409);
    expect((await world.call('GET', '/provider/PG/transfers/t1')).status).toBe(404);
    expect(await balance(world)).toBe(0);
  });

  it.each([
    ['before the work', 0.49, 0],
    ['after the work', 0.5, 100],
  ])('answers 500 %s when the dice say so', async (_when, half, expected) => {
    const world = await providerWorld({ random: scripted(0, half) });
    await fault(world, 'http_500');
    expect(await transferStatus(world)).toBe(500);
    expect(await balance(world)).toBe(expected);
  });

  it('answers late with `slow_ms`', async () => {
    const world = await providerWorld();
    await fault(world, 'slow_ms', 1, { ms: 60 });
    const startedAt = performance.now();
    expect(await transferStatus(world)).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
  });

  it.each([
    ['before the work', 0.49, 0],
    ['after the work', 0.5, 100],
  ])('answers a page %s with `html` when the dice say so', async (_when, half, expected) => {
    const world = await providerWorld({ random: scripted(0, half) });
    await fault(world, 'html');
    const answer = await world.post('/provider/PG/transfers', TRANSFER);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await balance(world)).toBe(expected);
  });

  it('adds fields with `extra`, and leaves out amounts with `missing`', async () => {
    const world = await providerWorld();
    await fault(world, 'extra');
    const first = await world.call('POST', '/provider/PG/transfers', TRANSFER);
    expect(first.body).toMatchObject({ status: 'done', balance: '100.00', x_unannounced: expect.anything() });
    await world.control('DELETE', '/control/faults');
    await fault(world, 'missing');
    expect((await world.call('POST', '/provider/PG/transfers', TRANSFER)).body).toEqual({ status: 'done' });
  });

  it('is spared on other ports, in the control, and when the rate says so', async () => {
    const world = await providerWorld({ random: scripted(0.3) });
    await fault(world, 'http_500', 0.3);
    expect(await transferStatus(world)).toBe(200);
    await fault(world, 'http_500', 0.31);
    expect(await transferStatus(world)).toBe(500);
    const message = { reference: 'a', to: '0812345678', text: 'x' };
    expect((await world.call('POST', '/sms/messages', message)).status).toBe(202);
    const play = { provider: 'PG', username: 'kp1', bet: 1, win: 0 };
    expect((await world.control('POST', '/control/play', play)).status).toBe(200);
  });

  it('strikes one provider alone when it is switched on for that one', async () => {
    const world = await providerWorld();
    await world.control('POST', '/control/faults', { port: 'provider:PG', kind: 'http_500', rate: 1 });
    const health = async (code: string) => (await world.call('GET', `/provider/${code}/health`)).status;
    expect([await health('PG'), await health('BETFLIX')]).toEqual([500, 200]);
    await fault(world, 'http_500');
    expect([await health('PG'), await health('BETFLIX')]).toEqual([500, 500]);
    await fault(world, 'http_500', 0);
    expect([await health('PG'), await health('BETFLIX')]).toEqual([500, 200]);
  });

  it('comes before the signature is good for nobody: an unsigned call is refused as ever', async () => {
    const world = await providerWorld();
    await fault(world, 'http_500');
    expect((await world.control('POST', '/provider/PG/transfers', TRANSFER)).status).toBe(401);
  });

  it('held open does not hold up the stop', async () => {
    const world = await providerWorld({ isAsked: false });
    await fault(world, 'timeout_after_commit');
    const held = world.call('POST', '/provider/PG/transfers', TRANSFER).catch(() => 'cut off');
    await expect.poll(() => balance(world)).toBe(100);
    await world.stop();
    expect(await held).toBe('cut off');
  });
});

describe('the control of faults', () => {
  it('answers the active ones, one per port and kind, and rate 0 is off', async () => {
    const world = await startWorld();
    expect((await fault(world, 'http_500', 0.25)).body).toEqual([
      { port: 'provider', kind: 'http_500', rate: 0.25 },
    ]);
    expect((await fault(world, 'http_500', 0.5, { ms: 7 })).body).toEqual([
      { port: 'provider', kind: 'http_500', rate: 0.5 },
    ]);
    expect((await fault(world, 'slow_ms', 1, { ms: 7 })).body).toEqual([
      { port: 'provider', kind: 'http_500', rate: 0.5 },
      { port: 'provider', kind: 'slow_ms', rate: 1, ms: 7 },
    ]);
    expect((await fault(world, 'http_500', 0)).body).toHaveLength(1);
    expect((await fault(world, 'commit_late', 1, { ms: 9 })).body).toContainEqual({
      port: 'provider',
      kind: 'commit_late',
      rate: 1,
      ms: 9,
    });
    expect(await world.control('DELETE', '/control/faults')).toEqual({ status: 200, body: [] });
    expect((await world.control('GET', '/control/faults')).body).toEqual([]);
  });

  it.each([
    { port: 'moon', kind: 'http_500', rate: 1 },
    { port: 'provider:NONE', kind: 'http_500', rate: 1 },
    { port: 'sms', kind: 'http_404', rate: 1 },
    { port: 'sms', kind: 'http_500', rate: 1.1 },
    { port: 'sms', kind: 'http_500', rate: -0.1 },
    { port: 'sms', kind: 'http_500' },
    { port: 'sms', kind: 'slow_ms', rate: 1, ms: 3_600_001 },
    { port: 'gift', kind: 'delayed', rate: 1 },
    { port: 'feed', kind: 'quota', rate: 1 },
  ])('refuses %j', async (body) => {
    const world = await startWorld();
    expect(await world.control('POST', '/control/faults', body)).toMatchObject({
      status: 400,
      body: { error: 'bad_body' },
    });
    expect((await world.control('GET', '/control/faults')).body).toEqual([]);
  });
});

describe('the dice', () => {
  it('strike in the share asked for, whatever else is on', () => {
    let step = 0;
    // Yields every hundredth once, evenly, in a shuffled order.
    const faults = new Faults(() => ((step++ * 37) % 100) / 100);
    faults.set({ port: 'bank', kind: 'timeout_after_commit', rate: 0.2 });
    const outcomes = Array.from({ length: 100 }, () => faults.planCall('bank').outcome);
    expect(outcomes.filter((outcome) => outcome === 'hang_after')).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'normal')).toHaveLength(80);
  });
});
