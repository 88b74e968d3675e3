import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { SharedLimiter } from '../database/shared-limiter.ts';
import type { AppError } from '../kernel/app-error.ts';
import { createSecrets } from '../kernel/secrets.ts';
import { sharedPostgres } from '../testing/databases.ts';
import { wideLimits } from '../testing/limits.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TEST_SECRET_KEY } from '../testing/test-server.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';

const NAME = 'CALLS_PER_MEMBER';
const POINTS = 64;
const WINDOW_MS = 60_000;

describe('calls counted in memory', () => {
  const clock = new TestClock();
  const databases: Database[] = [];

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    databases.push(await open(), await open());
  });
  afterAll(() => Promise.all(databases.map((database) => database.close())));

  /** Creates the limiter of one of the two processes. */
  const processOf = (index: 0 | 1, mostKeys?: number) => {
    const limiter = new SharedLimiter({
      database: databases[index]!,
      secrets: createSecrets(TEST_SECRET_KEY),
      limits: wideLimits({ [NAME]: POINTS }),
      onRefused: () => undefined,
    });
    return new MemoryRateLimiter({ limiter, clock, ...(mostKeys !== undefined && { mostKeys }) });
  };

  /** Returns how many of the calls pass. */
  const passing = (flood: MemoryRateLimiter, key: string, calls: number): number => {
    let passed = 0;
    for (let n = 0; n < calls; n += 1) {
      try {
        flood.hit(NAME, key);
        passed += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'REQUEST_LIMIT' });
      }
    }
    return passed;
  };

  it('pass so many times in a window, and each key by itself', () => {
    const flood = processOf(0);
    expect(passing(flood, 'a', POINTS + 10)).toBe(POINTS);
    expect(passing(flood, 'b', 1)).toBe(1);
    clock.forward(WINDOW_MS);
    expect(passing(flood, 'a', POINTS + 10)).toBe(POINTS);
  });

  it('say when the window is over', () => {
    const flood = processOf(0);
    clock.forward(WINDOW_MS - (clock.now().getTime() % WINDOW_MS) + 20_000);
    passing(flood, 'late', POINTS);
    const refusal = (): unknown => {
      try {
        return flood.hit(NAME, 'late');
      } catch (error) {
        return error;
      }
    };
    expect((refusal() as AppError).retryAfterMs).toBe(40_000);
  });

  it('are counted by two processes together', async () => {
    const [one, other] = [processOf(0), processOf(1)];
    expect(passing(one, 'both', POINTS / 2)).toBe(POINTS / 2);
    await one.exchange();
    // It learns of the first one's calls only when it has calls to share itself: a sixteenth of the limit.
    expect(passing(other, 'both', POINTS / 16)).toBe(POINTS / 16);
    await other.exchange();
    expect(passing(other, 'both', POINTS)).toBe(POINTS / 2 - POINTS / 16);
    await other.exchange();
    expect(passing(one, 'both', POINTS / 16)).toBe(POINTS / 16);
    await one.exchange();
    expect(passing(one, 'both', 1)).toBe(0);
  });

  it('are told of later when the database was away', async () => {
    const [one, other] = [processOf(0), processOf(1)];
    const { queries } = databases[0]!;
    passing(one, 'later', POINTS);
    await sql`alter table limit_count rename to limit_count_away`.execute(queries);
    await expect(one.exchange()).rejects.toThrow('limit_count');
    await sql`alter table limit_count_away rename to limit_count`.execute(queries);
    await one.exchange();
    passing(other, 'later', POINTS / 16);
    await other.exchange();
    expect(passing(other, 'later', 1)).toBe(0);
  });

  it('cost no query as long as they are few', async () => {
    const flood = processOf(0);
    expect(passing(flood, 'quiet', POINTS / 16 - 1)).toBe(POINTS / 16 - 1);
    const count = () =>
      databases[0]!.queries
        .selectFrom('limit_count')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
    const before = await count();
    await flood.exchange();
    expect(await count()).toEqual(before);
  });

  it('are forgotten of whoever came first when there are too many', () => {
    const flood = processOf(0, 100);
    for (let n = 0; n < 1_000; n += 1) flood.hit(NAME, `key ${n}`);
    expect(flood.size).toBe(100);
    expect(passing(flood, 'key 999', POINTS)).toBe(POINTS - 1);
  });
});
