import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../http/http-error.ts';
import { Store } from '../store/store.ts';
import { startWorld, temporaryFolder } from '../testing/world.ts';
import { Players } from './players.ts';

const transferOf = (type: 'deposit' | 'withdraw', reference: string, amount: string) => ({
  reference,
  username: 'kp1',
  type,
  amount,
});

async function providerWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  const create = () =>
    world.call<{ status: string }>('POST', '/provider/PG/players', { username: 'kp1', password: 'secret' });
  const move = (type: 'deposit' | 'withdraw', reference: string, amount: string) =>
    world.call('POST', '/provider/PG/transfers', transferOf(type, reference, amount));
  const balance = async () => (await world.call('GET', '/provider/PG/players/kp1/balance')).body;
  return { world, create, move, balance };
}

describe('a player at a provider', () => {
  it('is created once', async () => {
    const { create, move, balance } = await providerWorld();
    expect(await balance()).toMatchObject({ error: 'no_player' });
    expect(await create()).toEqual({ status: 200, body: { status: 'created' } });
    await move('deposit', 't1', '5.00');
    expect(await create()).toEqual({ status: 200, body: { status: 'exists' } });
    expect(await balance()).toEqual({ balance: '5.00' });
  });

  it('must exist for a password, a launch or a report', async () => {
    const { world } = await providerWorld();
    const answers = await Promise.all([
      world.call('POST', '/provider/PG/players/kp1/password', { password: 'x' }),
      world.call('POST', '/provider/PG/launch', { username: 'kp1', lang: 'th' }),
      world.call('GET', '/provider/PG/players/kp1/turnover'),
      world.control('GET', '/control/provider/PG/players/kp1'),
      world.control('POST', '/control/play', { provider: 'PG', username: 'kp1', bet: 1, win: 1 }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: 'no_player' } });
  });

  it('belongs to a provider there is', async () => {
    const { world } = await providerWorld();
    const player = { username: 'kp1', password: 'secret' };
    expect(await world.call('POST', '/provider/NONE/players', player)).toMatchObject({
      status: 404,
      body: { error: 'no_provider' },
    });
    expect((await world.control('GET', '/control/provider/NONE/players/kp1')).status).toBe(404);
  });
});

describe('a transfer', () => {
  it('moves credit in and out, once per reference', async () => {
    const { world, create, move, balance } = await providerWorld();
    await create();
    const first = { status: 200, body: { status: 'done', balance: '100.00' } };
    expect(await move('deposit', 't1', '100.00')).toEqual(first);
    expect(await move('withdraw', 't2', '30.25')).toEqual({
      status: 200,
      body: { status: 'done', balance: '69.75' },
    });
    expect(await move('deposit', 't1', '100.00')).toEqual(first);
    expect(await balance()).toEqual({ balance: '69.75' });
    expect((await world.call('GET', '/provider/PG/transfers/t2')).body).toMatchObject({
      status: 'done',
      username: 'kp1',
      type: 'withdraw',
      amount: '30.25',
    });
    const list = await world.call<{ transfers: { reference: string }[] }>(
      'GET',
      '/provider/PG/transfers?username=kp1',
    );
    expect(list.body.transfers.map(({ reference }) => reference)).toEqual(['t2', 't1']);
  });

  it('is refused for good when the credit does not cover it', async () => {
    const { world, create, move, balance } = await providerWorld();
    await create();
    await move('deposit', 't1', '10.00');
    const refused = { status: 200, body: { status: 'refused', reason: 'insufficient_funds' } };
    expect(await move('withdraw', 't2', '10.01')).toEqual(refused);
    await move('deposit', 't3', '90.00');
    expect(await move('withdraw', 't2', '10.01')).toEqual(refused);
    expect(await balance()).toEqual({ balance: '100.00' });
    expect((await world.call('GET', '/provider/PG/transfers/t2')).body).toMatchObject({
      status: 'refused',
      reason: 'insufficient_funds',
    });
  });

  it('is refused for a player there is not, and stays refused when there is', async () => {
    const { create, move } = await providerWorld();
    const refused = { status: 200, body: { status: 'refused', reason: 'no_player' } };
    expect(await move('deposit', 't1', '1.00')).toEqual(refused);
    await create();
    expect(await move('deposit', 't1', '1.00')).toEqual(refused);
  });

  it('is not even taken in while the provider is in maintenance', async () => {
    const { world, create, move } = await providerWorld();
    await create();
    const done = await move('deposit', 't1', '1.00');
    const maintenance = (on: boolean) => world.control('POST', '/control/provider/PG/maintenance', { on });
    expect((await maintenance(true)).body).toEqual({ provider: 'PG', maintenance: true });
    for (const reference of ['t1', 't2']) {
      expect(await move('deposit', reference, '1.00')).toMatchObject({
        status: 503,
        body: { error: 'maintenance' },
      });
    }
    await maintenance(false);
    expect(await move('deposit', 't1', '1.00')).toEqual(done);
    expect((await world.call('GET', '/provider/PG/transfers/t2')).status).toBe(404);
    expect((await move('deposit', 't2', '1.00')).body).toEqual({ status: 'done', balance: '2.00' });
  });

  it('cannot take another content under its reference', async () => {
    const { world, create, move, balance } = await providerWorld();
    await create();
    await move('deposit', 't1', '1.00');
    const others = [
      transferOf('deposit', 't1', '2.00'),
      transferOf('withdraw', 't1', '1.00'),
      { ...transferOf('deposit', 't1', '1.00'), username: 'kp2' },
    ];
    for (const other of others) {
      expect(await world.call('POST', '/provider/PG/transfers', other)).toMatchObject({
        status: 422,
        body: { error: 'reference_conflict' },
      });
    }
    expect(await balance()).toEqual({ balance: '1.00' });
  });

  it.each(['0.00', '-1.00', '1', '1.001', 'NaN', '1e3'])('is not made of %j', async (amount) => {
    const { world, create, move } = await providerWorld();
    await create();
    expect((await move('deposit', 't1', amount)).status).toBe(400);
    expect((await world.call('GET', '/provider/PG/transfers/t1')).status).toBe(404);
  });
});

describe('playing by the control', () => {
  it('changes credit and turnover by so many rounds', async () => {
    const { world, create, move } = await providerWorld();
    await create();
    await move('deposit', 't1', '100.00');
    const played = await world.control('POST', '/control/play', {
      provider: 'PG',
      username: 'kp1',
      bet: 10,
      win: 2.5,
      rounds: 4,
    });
    const figures = { balance: 70, turnover: 40, winLoss: -30, rounds: 4 };
    expect(played).toEqual({ status: 200, body: { provider: 'PG', username: 'kp1', ...figures } });
    expect((await world.call('GET', '/provider/PG/players/kp1/turnover')).body).toEqual({
      turnover: '40.00',
      winLoss: '-30.00',
      rounds: 4,
    });
    const { body } = await world.control('GET', '/control/provider/PG/players/kp1');
    expect(body).toMatchObject({
      ...figures,
      transfers: [{ reference: 't1', type: 'deposit', amount: 100, status: 'done', reason: null }],
    });
  });

  it('plays all rounds or none', async () => {
    const { world, create, move, balance } = await providerWorld();
    await create();
    await move('deposit', 't1', '100.00');
    const play = (rounds: number, bet = 30, win = 20) =>
      world.control('POST', '/control/play', { provider: 'PG', username: 'kp1', bet, win, rounds });
    // After seven rounds 30 are left, enough for exactly one more bet.
    expect(await play(9)).toMatchObject({ status: 409, body: { error: 'insufficient_funds' } });
    expect(await balance()).toEqual({ balance: '100.00' });
    expect((await play(8)).body).toMatchObject({ balance: 20, turnover: 240 });
    // A round's win does not pay its own bet.
    expect((await play(1, 21, 100)).status).toBe(409);
    expect((await play(2, 20, 100)).body).toMatchObject({ balance: 180 });
  });

  it.each([
    { bet: -1 },
    { win: 0.001 },
    { rounds: 0 },
    { rounds: 1.5 },
    { rounds: 10_001 },
    { bet: '5' },
    { username: '../x' },
  ])('refuses %j', async (change) => {
    const { world } = await providerWorld();
    const body = { provider: 'PG', username: 'kp1', bet: 1, win: 1, ...change };
    expect((await world.control('POST', '/control/play', body)).status).toBe(400);
  });
});

describe('after a restart', () => {
  it('players, transfers and maintenance are as they were', async () => {
    const dataFolder = await temporaryFolder();
    const first = await providerWorld({ dataFolder });
    await first.create();
    const done = await first.move('deposit', 't1', '100.00');
    await first.world.control('POST', '/control/play', { provider: 'PG', username: 'kp1', bet: 1, win: 0 });
    const seen = (await first.world.control('GET', '/control/provider/PG/players/kp1')).body;
    await first.world.control('POST', '/control/provider/PG/maintenance', { on: true });
    await first.world.stop();

    const second = await providerWorld({ dataFolder });
    expect((await second.world.control('GET', '/control/provider/PG/players/kp1')).body).toEqual(seen);
    expect((await second.move('deposit', 't1', '100.00')).body).toMatchObject({ error: 'maintenance' });
    await second.world.control('POST', '/control/maintenance', { provider: 'PG', on: false });
    expect(await second.move('deposit', 't1', '100.00')).toEqual(done);
  });
});

describe('the books', () => {
  it('balance = deposits - withdrawals - bets + wins, never below zero, and repeats change nothing', () => {
    const cents = fc.bigInt({ min: 1n, max: 50_000n }).map((value) => minor(value));
    const operation = fc.oneof(
      fc.record({
        kind: fc.constantFrom('deposit' as const, 'withdraw' as const),
        reference: fc.constantFrom(...'a b c d e f g h i j'.split(' ')),
        amount: cents,
      }),
      fc.record({
        kind: fc.constant('play' as const),
        bet: cents,
        win: cents,
        rounds: fc.integer({ min: 1, max: 20 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        const players = new Players(new Store(null), () => 0);
        players.create('PG', 'kp1', 'secret');
        let played = 0n;
        let turnover = 0n;
        for (const step of operations) {
          const before = players.get('PG', 'kp1').balanceMinor;
          const known = players.transfersOf('PG', 'kp1').map(({ reference }) => reference);
          try {
            if (step.kind === 'play') {
              players.play('PG', 'kp1', step.bet, step.win, step.rounds);
              played += BigInt(step.rounds) * (step.win - step.bet);
              turnover += BigInt(step.rounds) * step.bet;
            } else {
              const { kind: type, reference, amount } = step;
              players.transfer('PG', { reference, username: 'kp1', type, amount });
              if (known.includes(reference)) expect(players.get('PG', 'kp1').balanceMinor).toBe(before);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(HttpError);
            expect(players.get('PG', 'kp1').balanceMinor).toBe(before);
          }
        }
        const sum = (type: string): bigint =>
          players
            .transfersOf('PG', 'kp1')
            .filter((transfer) => transfer.type === type && transfer.status === 'done')
            .reduce((total, { amountMinor }) => total + amountMinor, 0n);
        const { balanceMinor, turnoverMinor, winLossMinor } = players.get('PG', 'kp1');
        expect(balanceMinor).toBe(sum('deposit') - sum('withdraw') + played);
        expect(balanceMinor).toBeGreaterThanOrEqual(0n);
        expect([turnoverMinor, winLossMinor]).toEqual([turnover, played]);
      }),
    );
  });
});
