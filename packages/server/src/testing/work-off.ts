import type { LaneSource } from '../kernel/lane-worker.ts';

/**
 * Runs one round of all due work, some pieces per lane. Failures are left to the next round, as in a worker.
 */
export async function workOff(source: LaneSource): Promise<void> {
  const lanes = await source.dueLanes();
  const taken = await source.take(lanes.map((lane) => ({ lane, room: 10 })));
  await Promise.allSettled(taken.map(({ run }) => run()));
}
