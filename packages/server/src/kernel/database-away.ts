/** What the system says when there is nobody at the address, or the connection ends. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What PostgreSQL says when it cannot work at the moment, and not because of what it was asked. */
const SQL_STATES = new Set([
  '25006', // read only: it was the primary, or is not yet
  '57014', // took longer than it may
  '57P01', // is being shut down
  '57P02', // another connection crashed
  '57P03', // is starting
  '57P05', // the session was idle for too long
  '25P03', // a transaction was idle for too long
  '55P03', // a lock was not to be had in time
  '53000', // out of something,
  '53100', // of disk,
  '53200', // of memory,
  '53300', // of connections
  '58000', // the system's fault,
  '58030', // reading or writing
]);

/** What the driver says without a code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/**
 * Whether an error means that the database cannot be reached or cannot work at the moment. What was asked of it
 * may have been done or not.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') {
      // Class 08 is of connections.
      if (SYSTEM_CODES.has(code) || SQL_STATES.has(code) || /^08\w{3}$/.test(code)) return true;
    } else if (DRIVER_MESSAGES.some((message) => at.message.startsWith(message))) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
  }
  return false;
}
