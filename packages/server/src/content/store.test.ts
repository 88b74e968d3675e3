import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/open.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { readContent } from './read.ts';
import type { Content } from './schema.ts';
import { ContentStore } from './store.ts';

describe('the content store', () => {
  let database: Database;
  let content: Content;

  beforeAll(async () => {
    [database, content] = await Promise.all([postgresDatabase(), readContent(DEMO_CONTENT)]);
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => database.close());

  const closed = (): Content => ({ ...content, operator: { ...content.operator, active: false } });

  it('is empty at first, and says how to fill it', async () => {
    await database.queries.deleteFrom('content').execute();
    const store = new ContentStore(database);
    expect(await store.isEmpty()).toBe(true);
    await expect(store.get()).rejects.toThrow('npm run tool -- content');
    await store.save(content);
    expect(await store.isEmpty()).toBe(false);
    expect(await store.get()).toEqual(content);
  });

  it('has the defaults of lines that the version which stored it did not know', async () => {
    const { protection, payouts, ...others } = content;
    const { passwordMinimum: _new, stepUpAbove: _too, ...older } = protection;
    const { rules, ...baht } = payouts.BAHT;
    const { accessChanged: _rule, ...fewer } = rules;
    const stored = {
      ...others,
      protection: older,
      payouts: { ...payouts, BAHT: { ...baht, rules: fewer } },
    };
    const store = new ContentStore(database);
    await store.save(stored as Content);
    const read = await store.get();
    expect(read.protection).toEqual({
      ...older,
      passwordMinimum: 8,
      stepUpAbove: { BAHT: '10000.00', LAK: '5000000.00' },
    });
    expect(read.payouts.BAHT.rules).toEqual({
      ...fewer,
      accessChanged: { above: '0.00', withinHours: 24, strong: false },
    });
    expect(read.operator).toEqual(content.operator);
  });

  it('is served as it was stored where it is not valid any more', async () => {
    const operator = { ...content.operator, currency: 'GONE', fromLater: true };
    const { protection: _file, ...others } = content;
    const store = new ContentStore(database);
    await store.save({ ...others, operator } as unknown as Content);
    expect(await store.get()).toMatchObject({ operator, protection: { protection: 'strict' } });
  });

  it('follows what another process saves within seconds, without asking each time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [here, there] = [new ContentStore(database), new ContentStore(database)];
    await there.save(content);
    const first = await here.get();
    await there.save(closed());
    vi.setSystemTime(Date.now() + 4_999);
    expect(await here.get()).toBe(first);
    vi.setSystemTime(Date.now() + 1);
    expect((await here.get()).operator.active).toBe(false);
    // Unchanged content: the cached object is kept.
    const known = await here.get();
    vi.setSystemTime(Date.now() + 60_000);
    expect(await here.get()).toBe(known);
  });
});
