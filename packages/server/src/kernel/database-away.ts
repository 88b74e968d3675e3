/** Error codes of the operating system for an unreachable host or a broken connection. */
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

/** PostgreSQL's state of a refused write on a read-only server: a standby, or no longer the primary. */
export const READ_ONLY = '25006';

/** PostgreSQL states for a server that cannot work at the moment, whatever the statement is. */
const SQL_STATES = new Set([
  READ_ONLY,
  '57014', // statement timeout
  '57P01', // shutting down
  '57P02', // another connection crashed
  '57P03', // is starting
  '57P05', // session idle for too long
  '25P03', // transaction idle for too long
  '55P03', // lock timeout
  '53000', // insufficient resources:
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '58000', // system error:
  '58030', // I/O error
]);

/** PostgreSQL's state of a transaction that was undone, since it and another one waited for each other. */
const DEADLOCK = '40P01';

/** Messages of driver errors that have no code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** Returns whether an error means that a transaction was undone for another one. It can be made again. */
export const isDeadlock = (error: unknown): boolean =>
  withCauses(error).some((at) => (at as { code?: unknown }).code === DEADLOCK);

/**
 * Returns whether an error means that the database is unreachable or unable to work at the moment. The failed
 * statement may or may not have taken effect.
 */
export function isDatabaseAway(error: unknown): boolean {
  return withCauses(error).some((at) => {
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
    const { code } = at as { code?: unknown };
    // Class 08 is connection errors.
    if (typeof code === 'string')
      return SYSTEM_CODES.has(code) || SQL_STATES.has(code) || /^08\w{3}$/.test(code);
    return DRIVER_MESSAGES.some((message) => at.message.startsWith(message));
  });
}

/** Returns an error with its causes, as far as drivers nest them. */
function withCauses(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 4; at = at.cause) found.push(at);
  return found;
}
