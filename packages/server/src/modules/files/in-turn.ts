import pLimit from 'p-limit';

/** Parts of files that one process reads or writes at a time: money's calls share the pool of connections with them. */
const PARTS_AT_A_TIME = 2;

/** Runs a query for a part of a file when its turn comes. */
export const inTurn = pLimit(PARTS_AT_A_TIME);
