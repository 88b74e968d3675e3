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
