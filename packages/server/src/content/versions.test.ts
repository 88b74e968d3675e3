import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { sharedPostgres } from '../testing/databases.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { readContent } from './read.ts';
import type { Content } from './schema.ts';
import { ContentStore } from './store.ts';
import { ContentVersions } from './versions.ts';

describe('the versions of the content', () => {
  let database: Database;
  let elsewhere: Database;
  let demo: Content;

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    [database, elsewhere, demo] = await Promise.all([open(), open(), readContent(DEMO_CONTENT)]);
  });
  afterAll(() => Promise.all([database.close(), elsewhere.close()]));

  const named = (name: string): Content => ({
    ...demo,
    operator: { ...demo.operator, name: { th: name, la: name, en: name } },
  });
  const inForce = async () => (await new ContentStore(database).get()).operator.name.en;
  const versions = () => new ContentVersions(database);
  const newest = async () => (await versions().list())[0]!;

  it('are made of every other content that is loaded, with who loaded it and why', async () => {
    const store = new ContentStore(database);
    const first = await store.save(named('one'), { by: 'Somsri', note: 'opening' });
    expect(await store.save(named('one'), { by: 'Malee', note: 'again' })).toBeUndefined();
    const second = await store.save(named('two'), { by: 'Malee', note: 'a new name' });
    const list = await versions().list();
    expect(list.map(({ number, by, note }) => ({ number, by, note }))).toEqual([
      { number: second, by: 'Malee', note: 'a new name' },
      { number: first, by: 'Somsri', note: 'opening' },
    ]);
    expect(list[0]!.loadedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('can be put in force again, which makes a new version', async () => {
    const store = new ContentStore(database);
    const old = await store.save(named('old'));
    await store.save(named('new'));
    const again = await versions().goBack(old!, { by: 'Somsri', note: 'back' });
    expect(await inForce()).toBe('old');
    expect(await newest()).toMatchObject({ number: again, by: 'Somsri', note: 'back' });
    expect((await versions().find(again!)).value).toEqual((await versions().find(old!)).value);
    expect(await versions().goBack(old!, { by: '', note: '' })).toBeUndefined();
    expect((await newest()).number).toBe(again);
    await expect(versions().find(4_711)).rejects.toThrow('there is no version 4711');
    expect(await versions().goBack(4_711, { by: '', note: '' })).toBeUndefined();
  });

  it('loses none of several loads at once, and the newest is in force', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `at once ${n}`);
    const numbers = await Promise.all(
      names.map((name, n) =>
        new ContentStore(n % 2 ? database : elsewhere).save(named(name), { by: name, note: '' }),
      ),
    );
    expect(new Set(numbers).size).toBe(names.length);
    const list = (await versions().list()).slice(0, names.length);
    expect(list.map(({ by }) => by).sort()).toEqual(names.toSorted());
    for (const { number, by } of list) {
      expect(numbers[names.indexOf(by)]).toBe(number);
      const { operator } = (await versions().find(number)).value as Content;
      expect(operator.name.en).toBe(by);
    }
    expect(await inForce()).toBe(list[0]!.by);
  });

  it('are made of what the version before of this program loads, too', async () => {
    const value = JSON.stringify(named('from before'));
    await sql`update content set version = 'other', value = ${value}::jsonb, loaded_at = now()`.execute(
      database.queries,
    );
    expect(await newest()).toMatchObject({ digest: 'other', by: '', note: '' });
  });

  it('leave what is there alone when a store is filled for the first time', async () => {
    const { number } = await newest();
    await new ContentStore(database).saveFirst(named('first start'));
    expect(await inForce()).toBe('from before');
    expect((await newest()).number).toBe(number);
  });

  it('are a hundred at most', async () => {
    const store = new ContentStore(database);
    for (let n = 0; n < 105; n += 1) await store.save(named(`many ${n}`));
    const list = await versions().list();
    expect(list).toHaveLength(100);
    expect(list.map(({ number }) => number)).toEqual(
      list.map(({ number }) => number).toSorted((a, b) => b - a),
    );
    expect(await inForce()).toBe('many 104');
  });
});
