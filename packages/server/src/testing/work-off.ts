import type { LaneSource } from '../kernel/lane-worker.ts';

/** One turn for all work that is due, some pieces a lane. Failures are left to the next turn, as a worker does. */
export async function workOff(source: LaneSource): Promise<void> {
  const lanes = await source.dueLanes();
  const taken = await source.take(lanes.map((lane) => ({ lane, room: 10 })));
  await Promise.allSettled(taken.map(({ run }) => run()));
}
