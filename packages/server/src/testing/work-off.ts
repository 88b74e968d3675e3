import type { LaneSource } from '../kernel/lane-worker.ts';

/**
 * Runs one round of all due work, some pieces per lane. Failures are left to the next round, as in a worker.
 */
export async function workOff(source: LaneSource): Promise<void> {
  const lanes = await source.dueLanes();
  const taken = await source.take(lanes.map((lane) => ({ lane, room: 10 })));
  await Promise.allSettled(taken.map(({ run }) => run()));
}

/** Work that makes more work for longer than this never ends. */
const MOST_ROUNDS = 50;

/** Runs rounds of work until one finds none. @throws Error when there is always more */
export async function workOffRounds(round: () => Promise<boolean>): Promise<void> {
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) if (!(await round())) return;
  throw new Error('work that is due makes more of it, without an end');
}
