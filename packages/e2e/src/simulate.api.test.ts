import { describe, expect, it } from 'vitest';
import { Decisions } from './simulation/decisions.ts';
import { simulate } from './simulation/simulate.ts';

/** A short life of the whole system; `npm run simulate` runs long ones. */
const SIZE = { members: 16, steps: 1_200, processes: 2 };

function decide(seed: number) {
  const decisions = new Decisions({
    seed,
    members: SIZE.members,
    steps: SIZE.steps,
    servers: SIZE.processes,
  });
  const kinds = new Map<string, number>();
  for (let decision = decisions.next(); decision; decision = decisions.next()) {
    kinds.set(decision.kind, (kinds.get(decision.kind) ?? 0) + 1);
  }
  return { digest: decisions.digest, kinds };
}

describe('the simulation', () => {
  it('decides by its seed alone', () => {
    expect(decide(7)).toEqual(decide(7));
    expect(decide(8).digest).not.toBe(decide(7).digest);
  });

  it(
    'loses no satang in 1,200 steps with faults and kills on two servers',
    { timeout: 180_000 },
    async () => {
      const seed = 7;
      const report = await simulate({
        ...SIZE,
        seed,
        database: 'postgres',
        settleWithinMs: 90_000,
        progress: () => {},
      });
      const { digest, kinds } = decide(seed);
      process.stdout.write(
        `simulation: ${report.tally.join('\n  ')}\n${JSON.stringify({ ...report, tally: undefined })}\n`,
      );
      expect(report.problems).toEqual([]);
      expect(report.digest).toBe(digest);
      // Every way there is was gone.
      expect([...kinds.keys()]).toHaveLength(17);
      expect(report.kills).toBeGreaterThan(0);
      expect(report.steps).toBe(SIZE.steps);
    },
  );
});
