import { useIsLive } from './live.ts';
import { useRead } from './reads.ts';

/** While the server tells of changes, only the figures of the day grow old. */
const EVERY_MS = { live: 60_000, alone: 10_000 };
const NO_INPUT = {};

/** The queues and figures of the day: for Today and for the counts in the menu. */
export function useToday() {
  const isLive = useIsLive();
  return useRead('GET /staff/api/today', NO_INPUT, { everyMs: isLive ? EVERY_MS.live : EVERY_MS.alone });
}
