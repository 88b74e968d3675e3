import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor, ZERO } from '@krapao/contract/money';
import { Store } from '../store/store.ts';
import { startWorld, temporaryFolder, testClock, type TestWorld } from '../testing/world.ts';
import { Players } from './players.ts';
import { Turnover, type TurnoverReport } from './turnover.ts';

async function playersWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  for (const code of ['PG', 'USUN']) {
    await world.call('POST', `/provider/${code}/players`, { username: 'kp1', password: 'secret' });
    const credit = { reference: 't1', username: 'kp1', type: 'deposit', amount: '1000.00' };
    await world.call('POST', `/provider/${code}/transfers`, credit);
  }
  return world;
}

const play = (world: TestWorld, provider: string, bet: number, win: number, rounds = 1) =>
  world.control('POST', '/control/play', { provider, username: 'kp1', bet, win, rounds });

const report = async (world: TestWorld, provider: string, query = '') =>
  (await world.call<TurnoverReport>('GET', `/provider/${provider}/turnover${query}`)).body;

describe('the report of what was played', () => {
  it('has an entry for each round, in order, of this provider alone', async () => {
    const clock = testClock();
    const world = await playersWorld({ now: clock.now });
    expect(await report(world, 'PG')).toEqual({ entries: [], cursor: '', hasMore: false });
    await play(world, 'PG', 10, 2.5, 2);
    await play(world, 'USUN', 3, 3);
    clock.forward(1000);
    await play(world, 'PG', 1, 5);

    const { entries, cursor, hasMore } = await report(world, 'PG');
    const lost = { username: 'kp1', game: 'Lucky Reels', turnover: '10.00', winLoss: '-7.50' };
    const won = { username: 'kp1', game: 'Lucky Reels', turnover: '1.00', winLoss: '4.00' };
    expect(entries).toMatchObject([lost, lost, won]);
    expect(entries.map(({ at }) => at)).toEqual([
      '2026-01-02T03:04:05.000Z',
      '2026-01-02T03:04:05.000Z',
      '2026-01-02T03:04:06.000Z',
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
    expect([cursor, hasMore]).toEqual([entries[2]?.id, false]);
    expect((await report(world, 'USUN')).entries).toMatchObject([{ game: 'Match Day', winLoss: '0.00' }]);
  });

  it('goes on from a cursor, over a restart too, and says when there is more', async () => {
    const dataFolder = await temporaryFolder();
    const first = await playersWorld({ dataFolder });
    await play(first, 'PG', 1, 0, 3);
    const page = await report(first, 'PG', '?after=&limit=2');
    expect([page.entries.length, page.hasMore]).toEqual([2, true]);
    await first.stop();

    const second = await startWorld({ dataFolder });
    const rest = await report(second, 'PG', `?after=${page.cursor}&limit=2`);
    expect([rest.entries.length, rest.hasMore]).toEqual([1, false]);
    expect(await report(second, 'PG', `?after=${rest.cursor}`)).toEqual({ ...rest, entries: [] });
    await play(second, 'PG', 1, 0);
    expect((await report(second, 'PG', `?after=${rest.cursor}`)).entries).toHaveLength(1);
  });

  it('begins again for a cursor of a life that was lost', async () => {
    const first = await playersWorld();
    await play(first, 'PG', 1, 0, 5);
    const { cursor } = await report(first, 'PG');
    const second = await playersWorld();
    expect(await report(second, 'PG', `?after=${cursor}`)).toMatchObject({ entries: [], cursor: '' });
    await play(second, 'PG', 1, 0, 6);
    expect((await report(second, 'PG', `?after=${cursor}`)).entries).toHaveLength(6);
  });

  it.each(['?limit=0', '?limit=501', '?limit=x', '?after=%2F'])('is not asked for with %s', async (query) => {
    const world = await playersWorld();
    expect((await world.call('GET', `/provider/PG/turnover${query}`)).status).toBe(400);
  });

  it('gives every round once, whatever the size of the pages', () => {
    const plays = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 });
    fc.assert(
      fc.property(plays, fc.integer({ min: 1, max: 10 }), (counts, limit) => {
        const store = new Store(null);
        const players = new Players(store, () => 0);
        players.create('PG', 'kp1', 'secret');
        players.transfer('PG', { reference: 't', username: 'kp1', type: 'deposit', amount: minor(100_000n) });
        for (const [index, count] of counts.entries()) {
          players.play('PG', 'kp1', minor(BigInt(index + 1)), ZERO, count);
        }
        const turnover = new Turnover(store);
        const read: string[] = [];
        let page = turnover.page('PG', '', limit);
        for (; page.entries.length > 0; page = turnover.page('PG', page.cursor, limit)) {
          read.push(...page.entries.map((entry) => entry.turnover));
          expect(page.hasMore).toBe(read.length < players.get('PG', 'kp1').rounds);
        }
        const expected = counts.flatMap((count, index) => Array<string>(count).fill(`0.0${index + 1}`));
        expect(read).toEqual(expected);
      }),
    );
  });
});

describe('the health of a provider', () => {
  it('is up, or in maintenance for every call of it, and of it alone', async () => {
    const world = await playersWorld();
    expect(await world.call('GET', '/provider/PG/health')).toEqual({ status: 200, body: { status: 'up' } });
    const closed = await world.control('POST', '/control/maintenance', { provider: 'PG', on: true });
    expect(closed).toEqual({ status: 200, body: { provider: 'PG', maintenance: true } });
    const answers = await Promise.all([
      world.call('GET', '/provider/PG/health'),
      world.call('GET', '/provider/PG/turnover'),
      world.call('GET', '/provider/PG/players/kp1/balance'),
      world.call('GET', '/provider/PG/transfers/t1'),
      world.call('POST', '/provider/PG/launch', { username: 'kp1', lang: 'th' }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 503, body: { error: 'maintenance' } });
    expect((await world.control('GET', '/provider/PG/health')).status).toBe(401);
    expect((await world.call('GET', '/provider/USUN/health')).status).toBe(200);
    await world.control('POST', '/control/maintenance', { provider: 'PG', on: false });
    expect((await world.call('GET', '/provider/PG/health')).status).toBe(200);
  });

  it('is of a provider there is', async () => {
    const world = await startWorld();
    expect((await world.control('POST', '/control/maintenance', { provider: 'NONE', on: true })).status).toBe(
      404,
    );
  });
});
