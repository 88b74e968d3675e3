import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../kernel/ids.ts';
import { pgliteDatabase, pgliteDatabaseIn, postgresDatabase, postgresUrl } from '../testing/databases.ts';
import { DEAD_ADDRESS } from '../testing/counterparties-world.ts';
import { inWhole } from '../testing/forms.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';

const MAX_INT8 = 9_223_372_036_854_775_807n;

describe.each([
  ['PGlite', pgliteDatabase],
  ['PostgreSQL', postgresDatabase],
] as const)('the database on %s', (_name, open) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await sql`create table note (id int primary key, text text not null, constraint note_short check (length(text) < 9))`.execute(
      database.queries,
    );
  });
  afterAll(() => database.close());

  const note = (id: number, text = 'x') => sql`insert into note values (${id}, ${text})`;
  const count = async (id: number) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from note where id = ${id}`.execute(
      database.queries,
    );
    return rows[0]?.n;
  };

  it.each([0n, 1n, -1n, BigInt(Number.MAX_SAFE_INTEGER) + 2n, MAX_INT8, -MAX_INT8 - 1n])(
    'gives and takes whole numbers of any size exactly: %d',
    async (value) => {
      const { rows } = await sql<{ v: bigint; list: unknown; n: unknown }>`
        select ${value}::bigint as v, null::bigint as n`.execute(database.queries);
      expect(rows).toEqual([{ v: value, n: null }]);
    },
  );

  it('gives times, bytes and JSON as what they are', async () => {
    const at = new Date(1_735_689_600_123);
    const { rows } = await sql`select ${at}::timestamptz as at, ${Buffer.of(0, 255)}::bytea as bytes,
      '{"a":[1,"ก"]}'::jsonb as json, 'ກ'::text as text, true as yes`.execute(database.queries);
    const [row] = rows as { at: Date; bytes: Uint8Array; json: unknown; text: string; yes: boolean }[];
    expect(row).toMatchObject({ at, json: { a: [1, 'ก'] }, text: 'ກ', yes: true });
    expect(Buffer.from(row!.bytes)).toEqual(Buffer.of(0, 255));
  });

  it('keeps what a transaction did, or nothing of it', async () => {
    const kept = await database.transaction(async (tx) => {
      await note(1).execute(tx);
      return 'kept';
    });
    expect(kept).toBe('kept');
    const failing = database.transaction(async (tx) => {
      await note(2).execute(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect([await count(1), await count(2)]).toEqual([1, 0]);
  });

  it('refuses the root handle inside a transaction, at once', async () => {
    const misuse = database.transaction(async () => database.queries.selectFrom('member').execute());
    await expect(misuse).rejects.toThrow('the root database handle was used in a transaction');
    const deeper = database.transaction(async (tx) => {
      await note(3).execute(tx);
      await database.transaction(async () => {});
    });
    await expect(deeper).rejects.toThrow('the root database handle was used in a transaction');
    expect(await count(3)).toBe(0);
    expect(await database.isReachable()).toBe(true);
  });

  it('lets others use the root handle while a transaction is open', async () => {
    const [inside, outside] = await Promise.all([
      database.transaction(async (tx) => {
        await note(4).execute(tx);
        return 'inside';
      }),
      count(1),
    ]);
    expect([inside, outside]).toEqual(['inside', 1]);
  });

  it('keeps what is asked by the way out of a transaction, and lets neither wait for ever', async () => {
    const seen: unknown[] = [];
    const look = async () => {
      const rows = await database.prepared<{ n: number }>(
        sql`select count(*)::int as n from note where id = 5`,
      );
      seen.push(rows[0]?.n);
    };
    const over = new AbortController();
    // At least two queries are in flight while the transaction waits for its turn or runs.
    const looking = [0, 1, 2].map(async () => {
      while (!over.signal.aborted) await look();
    });
    const failing = database.transaction(async (tx) => {
      await note(5).execute(tx);
      await sql`select 1`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    over.abort();
    await Promise.all(looking);
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set([0]));
  });

  it('fails one statement of several that are on their way, and answers the others', async () => {
    const divide = (by: number) => database.prepared<{ n: number }>(sql`select 12 / ${by}::int as n`);
    const results = await Promise.allSettled([divide(3), divide(0), divide(4), divide(0), divide(6)]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value[0]?.n : 'failed'))).toEqual([
      4,
      'failed',
      3,
      'failed',
      2,
    ]);
    expect(await database.isReachable()).toBe(true);
  });

  it('keeps transactions that run at once apart', async () => {
    const ids = [10, 11, 12, 13, 14, 15];
    const results = await Promise.allSettled(
      ids.map((id) =>
        database.transaction(async (tx) => {
          await note(id).execute(tx);
          await sql`select 1`.execute(tx);
          if (id % 2) throw new Error('odd');
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(await Promise.all(ids.map(count))).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it('says what was wrong, the same on either engine', async () => {
    await note(20).execute(database.queries);
    await expect(note(20).execute(database.queries)).rejects.toMatchObject({
      code: '23505',
      constraint: 'note_pkey',
    });
    await expect(note(21, 'far too long').execute(database.queries)).rejects.toMatchObject({
      code: '23514',
      constraint: 'note_short',
    });
    await expect(sql`select * from nowhere`.execute(database.queries)).rejects.toMatchObject({
      code: '42P01',
    });
    expect(await database.isReachable()).toBe(true);
  });

  it('goes on after an error inside a transaction', async () => {
    const failing = database.transaction(async (tx) => {
      await note(30).execute(tx);
      await note(30).execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await count(30)).toBe(0);
    await note(30).execute(database.queries);
    expect(await count(30)).toBe(1);
  });
});

describe('PGlite in a folder', inWhole, () => {
  it('keeps its data when it is opened again', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'krapao-data-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const first = await pgliteDatabaseIn(dataDir);
    const code = newId();
    await first.queries.insertInto('ledger_account').values({ code, currency: 'LAK', house: true }).execute();
    await first.close();

    const second = await openDatabase({ databaseUrl: undefined, databasePool: 2, dataDir });
    expect(await migrate(second)).toBe(0);
    const row = await second.queries
      .selectFrom('ledger_account')
      .select('currency')
      .where('code', '=', code)
      .executeTakeFirst();
    expect(row).toEqual({ currency: 'LAK' });
    await second.close();
  }, 90_000);
});

describe('PostgreSQL', () => {
  it('is said to be out of reach when it is', async () => {
    const { port } = new URL(DEAD_ADDRESS);
    const database = await openDatabase({
      databaseUrl: `postgresql://nobody@127.0.0.1:${port}/nothing`,
      databasePool: 2,
      dataDir: '',
    });
    expect(await database.isReachable()).toBe(false);
    await expect(migrate(database)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await database.close();
  });

  it('comes back by itself when its connections were cut', async () => {
    const database = await openDatabase({ databaseUrl: await postgresUrl(), databasePool: 3, dataDir: '' });
    expect(await database.isReachable()).toBe(true);
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    // Opens a second connection, which is idle when the first one terminates it.
    await Promise.all([database.isReachable(), database.isReachable(), database.isReachable()]);
    await cut.execute(database.queries);
    for (let n = 0; n < 6; n += 1) await database.isReachable();
    expect(await database.isReachable()).toBe(true);
    await database.close();
  });
});
