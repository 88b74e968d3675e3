import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedTransfer } from '../ports/game-provider.ts';
import { compareHistory } from './balance-history.ts';
import type { BookedMovement } from './books.ts';
import { Findings, type Finding } from './finding.ts';

const PLAYER = 'IMI/kp1';
const MINUTE_MS = 60_000;
const SINCE = new Date('2026-08-01T00:00:00.000Z');
/** Returns a moment of the period. */
const at = (minutes: number): Date => new Date(SINCE.getTime() + minutes * MINUTE_MS);

let made = 0;
const movement = (
  kind: 'game_in' | 'game_out',
  satang: bigint,
  minutes: number,
  state: BookedMovement['state'] = 'posted',
): BookedMovement => ({
  id: `transfer-${(made += 1)}`,
  kind,
  state,
  amount: minor(satang),
  player: 'PG/player',
  notBefore: null,
  createdAt: at(minutes),
});
const entry = (direction: 'deposit' | 'withdraw', satang: bigint, minutes: number): RecordedTransfer => ({
  reference: null,
  direction,
  amount: minor(satang),
  isDone: true,
  at: at(minutes),
});

function compare(movements: BookedMovement[], history: RecordedTransfer[]): Finding[] {
  const findings = new Findings('game transfers');
  const period = { since: SINCE, settledBefore: at(500), toleranceMs: 10 * MINUTE_MS };
  compareHistory(PLAYER, movements, history, period, findings);
  return findings.list;
}

describe('a history without references', () => {
  it('agrees with the movements it is made of, in any order and with any clock within reason', () => {
    const step = fc.record({
      isIn: fc.boolean(),
      satang: fc.bigInt({ min: 1n, max: 5n }),
      minutes: fc.integer({ min: 0, max: 400 }),
      offMinutes: fc.integer({ min: -4, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const movements = steps.map(({ isIn, satang, minutes }) =>
          movement(isIn ? 'game_in' : 'game_out', satang, minutes),
        );
        const history = steps.map(({ isIn, satang, minutes, offMinutes }) =>
          entry(isIn ? 'deposit' : 'withdraw', satang, minutes + offMinutes),
        );
        expect(compare(movements.toSorted(byTime), history.toReversed())).toEqual([]);
      }),
      { seed: 3 },
    );
  });

  it('lacks a movement that is posted here', () => {
    const [here] = [movement('game_in', 1_250n, 30)];
    const message = `deposit of 12.50 is posted here, and not in the history of ${PLAYER}`;
    const wrong = [{ severity: 'wrong', check: 'game transfers', subject: here.id, message }];
    expect(compare([here], [])).toEqual(wrong);
    // Another amount, the other direction, or a distant time does not match.
    const near = [entry('deposit', 1_251n, 30), entry('withdraw', 1_250n, 30), entry('deposit', 1_250n, 41)];
    for (const other of near) expect(compare([here], [other])).toEqual(expect.arrayContaining(wrong));
    expect(compare([here], [entry('deposit', 1_250n, 39)])).toEqual([]);
  });

  it('has a movement that is voided here, or one that nobody knows of', () => {
    const voided = movement('game_out', 500n, 30, 'voided');
    expect(compare([voided], [])).toEqual([]);
    expect(compare([voided], [entry('withdraw', 500n, 30)])).toMatchObject([
      { severity: 'wrong', subject: voided.id },
    ]);
    expect(compare([], [entry('withdraw', 500n, 30)])).toMatchObject([
      { severity: 'wrong', subject: `${PLAYER} at ${at(30).toISOString()}` },
    ]);
  });

  it('has one entry for two movements: one of them is missing', () => {
    const twins = [movement('game_in', 500n, 30), movement('game_in', 500n, 31)];
    expect(compare(twins, [entry('deposit', 500n, 30), entry('deposit', 500n, 31)])).toEqual([]);
    expect(compare(twins, [entry('deposit', 500n, 31)])).toMatchObject([{ severity: 'wrong' }]);
  });

  it('says of a movement that is pending for long whether it is there', () => {
    const pending = movement('game_in', 500n, 30, 'pending');
    expect(compare([pending], [])).toMatchObject([
      { severity: 'attention', subject: pending.id, message: expect.stringContaining('not in the history') },
    ]);
    expect(compare([pending], [entry('deposit', 500n, 30)])).toMatchObject([{ severity: 'attention' }]);
    const young = movement('game_in', 500n, 501, 'pending');
    expect(compare([young], [])).toEqual([]);
    expect(compare([young], [entry('deposit', 500n, 501)])).toEqual([]);
  });

  it('may begin with what was moved just before the period', () => {
    expect(compare([], [entry('deposit', 500n, -5), entry('deposit', 500n, 9)])).toEqual([]);
    expect(compare([], [entry('deposit', 500n, 10)])).toHaveLength(1);
  });
});

const byTime = (a: BookedMovement, b: BookedMovement): number =>
  a.createdAt.getTime() - b.createdAt.getTime();
