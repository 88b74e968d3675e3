import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createLogger } from '../../kernel/logger.ts';
import { done } from '../../ports/outcome.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import { OTHER_AMOUNT, PutAsideError } from '../incoming-payments/service.ts';
import { RejectedEntries } from '../rejected-entries/service.ts';
import { FeedReader } from './feed-reader.ts';

let database: Database;

beforeAll(async () => {
  database = await postgresDatabase();
});
afterAll(() => database.close());

/** Returns a reader of a feed of three numbers, each handled by `take`. */
function readerOf(name: string, take: (entry: { number: bigint }) => Promise<void>) {
  const entries = [{ number: 1n }, { number: 2n }, { number: 3n }];
  return new FeedReader({
    name,
    feed: {
      read: async (after) => done({ entries: after === 'end' ? [] : entries, rejected: [], next: 'end' }),
    },
    take,
    rejected: new RejectedEntries(database),
    database,
    logger: createLogger('silent'),
    leaseMs: 10_000,
  });
}

const cursorOf = async (name: string) =>
  (await database.queries.selectFrom('feed').select('cursor').where('name', '=', name).executeTakeFirst())
    ?.cursor;
const ofFeed = async (name: string) =>
  (await new RejectedEntries(database).list()).filter(({ source }) => source === name);

it('puts an entry aside that fails again and again, and goes on behind it', async () => {
  const taken: bigint[] = [];
  const reader = readerOf('poisoned', async ({ number }) => {
    if (number === 2n) throw Object.assign(new Error('index row size exceeds'), { code: '54000' });
    taken.push(number);
  });
  for (let reading = 0; reading < 2; reading += 1) {
    await reader.readPage();
    expect(await cursorOf('poisoned')).toBe('');
  }
  await reader.readPage();
  expect(await cursorOf('poisoned')).toBe('end');
  expect(new Set(taken)).toEqual(new Set([1n, 3n]));
  expect(await ofFeed('poisoned')).toMatchObject([
    { reason: expect.stringContaining('index row size exceeds'), entry: '{"number":"2"}' },
  ]);
});

it('puts nothing aside because the database is away', async () => {
  let isAway = true;
  const taken: bigint[] = [];
  const reader = readerOf('patient', async ({ number }) => {
    if (isAway && number === 2n) throw Object.assign(new Error('gone'), { code: '57P01' });
    taken.push(number);
  });
  for (let reading = 0; reading < 6; reading += 1) await reader.readPage();
  expect(await cursorOf('patient')).toBe('');
  isAway = false;
  await reader.readPage();
  expect(await cursorOf('patient')).toBe('end');
  expect(taken).toContain(2n);
  expect(await ofFeed('patient')).toEqual([]);
});

it('puts an entry aside whose reference came before with another amount, and goes on behind it', async () => {
  const taken: bigint[] = [];
  const reader = readerOf('other-amount', async ({ number }) => {
    if (number === 2n) throw new PutAsideError(OTHER_AMOUNT);
    taken.push(number);
  });
  await reader.readPage();
  expect(await cursorOf('other-amount')).toBe('end');
  expect(taken).toEqual([1n, 3n]);
  expect(await ofFeed('other-amount')).toMatchObject([
    { reason: expect.stringContaining('another amount'), entry: '{"number":"2"}' },
  ]);
});

it('moves past no entry whose turn did not come, however often, and puts none aside for it', async () => {
  let isBusy = true;
  const taken: bigint[] = [];
  const reader = readerOf('busy', async ({ number }) => {
    if (isBusy && number === 2n) throw new AppError('REQUEST_LIMIT');
    taken.push(number);
  });
  for (let reading = 0; reading < 6; reading += 1) await reader.readPage();
  expect(await cursorOf('busy')).toBe('');
  expect(await ofFeed('busy')).toEqual([]);
  isBusy = false;
  await reader.readPage();
  expect(await cursorOf('busy')).toBe('end');
  expect(taken).toContain(2n);
});

it('skips an entry that is booked with another payee, and puts any other refused one aside', async () => {
  const reader = readerOf('refused', async ({ number }) => {
    if (number === 1n) throw new AppError('KEY_INVALID');
    if (number === 2n) throw new AppError('NO_BANK');
  });
  for (let reading = 0; reading < 3; reading += 1) await reader.readPage();
  expect(await cursorOf('refused')).toBe('end');
  expect(await ofFeed('refused')).toMatchObject([{ entry: '{"number":"2"}' }]);
});
