import pLimit from 'p-limit';

/** Maximum number of file parts in progress in a process. Money calls share the connection pool. */
const PARTS_AT_A_TIME = 2;

/** Queues a query for a part of a file. */
export const inTurn = pLimit(PARTS_AT_A_TIME);
