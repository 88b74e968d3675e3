import { startSandbox } from '@krapao/sandbox/app';
import { minor } from '@krapao/contract/money';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  INSUFFICIENT_AT_PROVIDER,
  MAINTENANCE_AT_PROVIDER,
  NO_PLAYER_AT_PROVIDER,
} from '../../../ports/game-provider.ts';
import { cannedReply as reply } from '../../../testing/canned-reply.ts';
import { createAesexy } from './adapter.ts';
import { toCreated, toCredit, toLaunched, toLookedUp, toReport, toTransferred } from './replies.ts';

const unknown = expect.objectContaining({ outcome: 'unknown' }) as unknown;
const differs = expect.objectContaining({ outcome: 'differs' }) as unknown;
const done = (value: unknown) => ({ outcome: 'done', value });
const refused = (reason: string) => ({ outcome: 'refused', reason });

describe('a transfer', () => {
  it.each([
    ['0000', reply({ status: '0000', currentBalance: 100.5 }), done(10_050n)],
    ['0000 without a balance', reply({ status: '0000', amount: 1 }), unknown],
    ['1002', reply({ status: '1002' }), refused(NO_PLAYER_AT_PROVIDER)],
    ['1012, pending', reply({ status: '1012' }), unknown],
    ['1016, repeated', reply({ status: '1016' }), unknown],
    ['1018', reply({ status: '1018' }), refused(INSUFFICIENT_AT_PROVIDER)],
    ['1028', reply({ status: '1028' }), unknown],
    ['1031', reply({ status: '1031' }), refused(MAINTENANCE_AT_PROVIDER)],
    ['1027, a wrong certificate', reply({ status: '1027' }), unknown],
    ['a code that no document names', reply({ status: '9999' }), unknown],
    ['no code', reply({ currentBalance: 1 }), unknown],
    ['a page', reply('<html></html>'), unknown],
    ['a 500', reply({ status: '0000', currentBalance: 1 }, 500), unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toTransferred(answer)).toEqual(outcome);
  });
});

describe('a look-up', () => {
  const asked = { reference: 'r', username: 'kp1', direction: 'deposit', amount: minor(10_050n) } as const;
  const record = { status: '0000', userId: 'kp1', transferType: 'DEPOSIT', transferAmount: 100.5 };

  it.each([
    ['done', { ...record, txStatus: '1' }, done(undefined)],
    ['done, as a number and without a record', { status: '0000', txStatus: 1 }, done(undefined)],
    ['failed', { ...record, txStatus: '0' }, refused('failed')],
    ['without an end', record, unknown],
    ['with an end that is none', { ...record, txStatus: '2' }, unknown],
    ['of another amount', { ...record, txStatus: '1', transferAmount: 100 }, differs],
    ['of another direction', { ...record, txStatus: '1', transferType: 'WITHDRAW' }, differs],
    ['of another player', { ...record, txStatus: '1', userId: 'kp2' }, differs],
    ['1017', { status: '1017' }, { outcome: 'not_found' }],
    ['1012', { status: '1012' }, unknown],
    ['1031', { status: '1031' }, unknown],
    ['1002', { status: '1002' }, unknown],
  ])('%s', (_case, answer, outcome) => {
    expect(toLookedUp(reply(answer), asked)).toEqual(outcome);
  });
});

describe('the other answers', () => {
  it('take an existing player for created', () => {
    expect(toCreated(reply({ status: '1001' }))).toEqual(done(undefined));
    expect(toCreated(reply({ status: '1004' }))).toEqual(unknown);
  });

  it('tell the credit of the player who was asked about', () => {
    const results = [
      { userId: 'kp2', balance: 7 },
      { userId: 'KP1', balance: '1,234.567' },
    ];
    expect(toCredit(reply({ status: '0000', results }), 'kp1')).toEqual(done(123_456n));
    expect(toCredit(reply({ status: '0000', results }), 'kp3')).toEqual(unknown);
  });

  it('open only addresses of the web', () => {
    expect(toLaunched(reply({ status: '0000', url: 'https://games.example/x' }))).toEqual(
      done({ kind: 'url', url: 'https://games.example/x' }),
    );
    expect(toLaunched(reply({ status: '0000', url: 'javascript:alert(1)' }))).toEqual(unknown);
  });

  it('report what is settled, wait for what is open, and put aside the rest', () => {
    const row = {
      platformTxId: 'p1',
      userId: 'kp1',
      gameName: 'Baccarat',
      betAmount: 10,
      winAmount: 0,
      updateTime: '2026-01-02T11:04:05+08:00',
    };
    const transactions = [
      { ...row, txStatus: 1 },
      { ...row, platformTxId: 'p2', txStatus: 0 },
      { ...row, platformTxId: 'p3', txStatus: 2, updateTime: '2026-01-02T11:05:05+08:00' },
    ];
    expect(toReport(reply({ status: '0000', transactions }))).toMatchObject({
      value: {
        entries: [
          { reference: 'p1', turnover: 1_000n, winLoss: -1_000n, at: new Date('2026-01-02T03:04:05Z') },
        ],
        rejected: [{ reason: 'bet has the status 2' }],
        newest: new Date('2026-01-02T03:05:05Z'),
      },
    });
    expect(toReport(reply({ status: '1028' }))).toEqual(unknown);
  });
});

describe('the report', () => {
  it('is asked for once in 20 seconds, and tells every bet at least once', async () => {
    let nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
    const now = () => nowMs;
    const secret = 'a secret of the tests';
    const sandbox = await startSandbox({ now, secret, dialects: { SEXYGAME: 'aesexy' } });
    onTestFinished(() => sandbox.stop());
    const provider = createAesexy({
      baseUrl: `${sandbox.url}/provider/SEXYGAME`,
      secret,
      timeoutMs: 5_000,
      now,
      values: { AGENT: 'krapaodemo', BET_LIMIT: '{"SEXYBCRT":{"LIVE":{"limitId":[260901]}}}' },
    });
    await provider.createPlayer({ username: 'kp1', password: 'x' });
    await provider.transfer({
      reference: 'r1',
      username: 'kp1',
      direction: 'deposit',
      amount: minor(100_000n),
    });
    const play = (rounds: number) =>
      fetch(`${sandbox.url}/control/play`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'SEXYGAME', username: 'kp1', bet: 1, win: 0, rounds }),
      });
    const seen = new Set<string>();
    let cursor: string | null = null;
    const read = async () => {
      const page = await provider.turnoverSince(cursor);
      if (page.outcome !== 'done') return page;
      for (const { reference } of page.value.entries) seen.add(reference);
      ({ cursor } = page.value);
      return page;
    };
    await play(3);
    expect((await read()).outcome).toBe('done');
    expect(await read()).toMatchObject({ outcome: 'unknown', sent: false });
    nowMs += 21_000;
    await play(4);
    expect((await read()).outcome).toBe('done');
    expect(seen.size).toBe(7);
    // Hours without play, then play again.
    for (let hour = 0; hour < 3; hour += 1) {
      nowMs += 3_600_000;
      expect((await read()).outcome).toBe('done');
    }
    await play(2);
    nowMs += 21_000;
    await read();
    nowMs += 21_000;
    await read();
    expect(seen.size).toBe(9);
  });
});
