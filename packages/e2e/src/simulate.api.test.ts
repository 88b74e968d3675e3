import { describe, expect, it } from 'vitest';
import { Decisions } from './simulation/decisions.ts';
import { simulate } from './simulation/simulate.ts';
import { inWhole } from './support/forms.ts';

/** A short simulation of the whole system; `npm run tool -- simulate` runs long ones. */
const SIZE = { members: 16, steps: 1_000, processes: 2 };
/** A seed with every kind of step, of trouble and of staff action; with slips before and after the feed. */
const SEED = 161;
const KINDS = 28;
/** Staff actions that completed. */
const ACTS = ['freeze OK', 'stop OK', 'providerOff OK', 'close OK', 'assign OK', 'restore'];

function decide(seed: number) {
  const decisions = new Decisions({ ...SIZE, seed, servers: SIZE.processes });
  const kinds = new Set<string>();
  for (let decision = decisions.next(); decision; decision = decisions.next()) kinds.add(decision.kind);
  return { digest: decisions.digest, kinds };
}

describe('the simulation', () => {
  it('decides by its seed alone', () => {
    expect(decide(SEED)).toEqual(decide(SEED));
    expect(decide(SEED + 1).digest).not.toBe(decide(SEED).digest);
    expect(decide(SEED).kinds.size).toBe(KINDS);
  });

  it('finds every satang after faults and kills on two servers', inWhole, async () => {
    const report = await simulate({
      ...SIZE,
      seed: SEED,
      database: 'postgres',
      decideWithinMs: 600_000,
      settleWithinMs: 90_000,
      progress: () => {},
    });
    expect(report.problems).toEqual([]);
    expect(report.digest).toBe(decide(SEED).digest);
    expect(report.steps).toBe(SIZE.steps);
    expect(report.kills).toBeGreaterThan(0);
    const done = report.tally.find((line) => line.startsWith('act '));
    for (const act of ACTS) expect(done).toContain(act);
  });
});
