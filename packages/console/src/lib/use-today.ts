import { useRead } from './reads.ts';

const EVERY_MS = 10_000;
const NO_INPUT = {};

/** The queues and figures of the day: for Today and for the counts in the menu. */
export const useToday = () => useRead('GET /staff/api/today', NO_INPUT, { everyMs: EVERY_MS });
