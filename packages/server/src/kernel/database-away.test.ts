import { describe, expect, it } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('a database that is away', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300', '53100', '25006', '08006', '55P03'])(
    'is told by %s',
    (code) => {
      expect(isDatabaseAway(withCode(code))).toBe(true);
      expect(isDatabaseAway(new Error('a batch failed', { cause: withCode(code) }))).toBe(true);
      expect(isDatabaseAway(new AggregateError([withCode(code)]))).toBe(true);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])('is told by the driver’s %s', (message) => expect(isDatabaseAway(new Error(message))).toBe(true));

  it.each([
    ['a unique violation', withCode('23505')],
    ['bad data', withCode('22P02')],
    ['a fault of ours', new TypeError('Cannot read properties of undefined')],
    ['a word of a driver’s in somebody else’s error', withCode('23514', 'Connection terminated')],
    ['no error at all', 'ECONNREFUSED'],
  ])('is not told by %s', (_name, error) => expect(isDatabaseAway(error)).toBe(false));
});
