import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { emptyPgliteDatabase, postgresUrl } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { Heard } from '../testing/heard.ts';
import { isMigrated, migrate, SCHEMA_FOLDERS } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { openDatabase, type Database } from './open.ts';
import { splitStatements } from './split-statements.ts';

const GENERATE_TYPES = fileURLToPath(new URL('../../scripts/generate-types.mjs', import.meta.url));

const openPostgres = async (url?: string) =>
  openDatabase({ databaseUrl: url ?? (await postgresUrl()), databasePool: 4, dataDir: '' });

/** Number of migration files in version 1.1.14. */
const FILES_OF_1_1_14 = 21;

/** Migrations and functions of the product. */
async function schemaFiles(): Promise<string[]> {
  const names = await Promise.all(Object.values(SCHEMA_FOLDERS).map((folder) => readdir(folder)));
  return names.flat().filter((name) => name.endsWith('.sql'));
}

/** Returns whether version 1.1.14 and earlier would start: they must know every row. */
async function versionOneStarts(database: Database, files: number): Promise<boolean> {
  const { rows } = await sql<{ number: number }>`select number from schema_migration`.execute(
    database.queries,
  );
  return rows.every(({ number }) => number <= files);
}

it('each say whether the version before can start after them, and 1.1.14 can', async () => {
  const names = (await readdir(SCHEMA_FOLDERS.migrations)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names.slice(FILES_OF_1_1_14)) {
    const [line = ''] = (await readFile(path.join(SCHEMA_FOLDERS.migrations, name), 'utf8')).split('\n');
    expect([name, line]).toEqual([name, expect.stringMatching(/^-- (expand|contract)\b/)]);
  }
  const database = await openPostgres();
  await migrate(database);
  expect(await versionOneStarts(database, FILES_OF_1_1_14)).toBe(true);
  await database.close();
});

describe.each([
  ['PGlite', emptyPgliteDatabase],
  ['PostgreSQL', () => openPostgres()],
])('migrations on %s', (_name, open) => {
  let database: Database;
  let folder: string;

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await sql`drop schema public cascade`.execute(database.queries);
    await sql`create schema public`.execute(database.queries);
    folder = await mkdtemp(path.join(tmpdir(), 'krapao-migrations-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(() => database.close());

  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const tables = async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
      database.queries,
    );
    return rows.map(({ name }) => name);
  };

  it('bring a fresh database up to date, and find nothing to do again', async () => {
    const files = await schemaFiles();
    expect(await migrate(database)).toBe(files.length);
    const after = await tables();
    expect(after).toEqual(expect.arrayContaining(['ledger_account', 'ledger_transfer', 'member', 'session']));
    expect(await migrate(database)).toBe(0);
    expect(await tables()).toEqual(after);
  });

  it('of a newer version stop an older one, unless they only expand the schema', async () => {
    const older = async () => {
      const before = await mkdtemp(path.join(tmpdir(), 'krapao-migrations-'));
      onTestFinished(() => rm(before, { recursive: true, force: true }));
      await cp(folder, before, { recursive: true });
      return before;
    };
    await write('0001_a.sql', 'create table a (n int);');
    const first = await older();
    await write('0002_b.sql', '-- expand\nalter table a add column b int;');
    expect(await migrate(database, { migrations: folder })).toBe(2);
    expect(await migrate(database, { migrations: first })).toBe(0);
    expect(await isMigrated(database, { migrations: first })).toBe(true);
    expect(await versionOneStarts(database, 1)).toBe(true);
    const second = await older();

    await write('0003_c.sql', '-- contract\nalter table a drop column n;');
    expect(await migrate(database, { migrations: folder })).toBe(1);
    for (const before of [first, second]) {
      await expect(migrate(database, { migrations: before })).rejects.toThrow(MigrationError);
      await expect(migrate(database, { migrations: before })).rejects.toThrow(
        /0003_c[^\n]+a newer version made this schema/,
      );
    }
    expect(await versionOneStarts(database, 1)).toBe(false);
    expect(await migrate(database, { migrations: folder })).toBe(0);
  });

  it('apply what is new', async () => {
    await write('0001_a.sql', 'create table a (n int);');
    expect(await migrate(database, { migrations: folder })).toBe(1);
    await write('0002_b.sql', 'create table b (n int);\ninsert into a values (1);');
    await write('0003_c.sql', '-- nothing; really\n');
    expect(await migrate(database, { migrations: folder })).toBe(2);
    expect(await tables()).toEqual(['a', 'b', 'schema_expansion', 'schema_migration']);
  });

  it('stop at an applied file that was edited', async () => {
    await cp(SCHEMA_FOLDERS.migrations, folder, { recursive: true });
    await migrate(database, { migrations: folder });
    const [first = ''] = (await readdir(folder)).sort();
    await write(first, `${await readFile(path.join(folder, first), 'utf8')}\n-- a remark`);
    await expect(migrate(database, { migrations: folder })).rejects.toThrow(MigrationError);
    await expect(migrate(database, { migrations: folder })).rejects.toThrow(
      `migration ${first} was edited after it was applied`,
    );
  });

  it('stop at an applied file that is missing', async () => {
    await write('0001_a.sql', 'create table a (n int);');
    await write('0002_b.sql', 'create table b (n int);');
    await migrate(database, { migrations: folder });
    await rm(path.join(folder, '0002_b.sql'));
    await expect(migrate(database, { migrations: folder })).rejects.toThrow(
      'migration 0002_b.sql was applied, but its file is missing',
    );
  });

  it.each([
    ['a gap', ['0001_a.sql', '0003_c.sql'], '0003_c.sql: expected number 0002'],
    ['a number twice', ['0001_a.sql', '0001_b.sql'], '0001_b.sql: expected number 0002'],
    ['no number', ['a.sql'], 'a.sql: expected number 0001'],
    ['a start that is not the first', ['0002_b.sql'], '0002_b.sql: expected number 0001'],
  ])('stop at %s', async (_case, names, message) => {
    for (const name of names) await write(name, 'select 1;');
    await expect(migrate(database, { migrations: folder })).rejects.toThrow(message);
    expect(await tables()).toEqual([]);
  });

  it('apply all of a step or nothing', async () => {
    await write('0001_a.sql', 'create table a (n int);');
    await migrate(database, { migrations: folder });
    await write('0002_b.sql', 'create table b (n int);');
    await write('0003_c.sql', 'create table c (n int); select broken from nowhere;');
    await expect(migrate(database, { migrations: folder })).rejects.toThrow(/nowhere/);
    expect(await tables()).toEqual(['a', 'schema_expansion', 'schema_migration']);
    await write('0003_c.sql', 'create table c (n int);');
    expect(await migrate(database, { migrations: folder })).toBe(2);
  });
});

/** `pg_locks` shows those of all databases, in which tables may have the same id. */
const OF_THIS_DATABASE = sql`database = (select oid from pg_database where datname = current_database())`;

describe('migrations by several processes at once', () => {
  it('are made once', async () => {
    const url = await postgresUrl();
    const databases = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url)));
    const applied = await Promise.all(databases.map((database) => migrate(database)));
    const files = await schemaFiles();
    expect(applied.sort((a, b) => b - a)).toEqual([files.length, 0, 0, 0]);
    await Promise.all(databases.map((database) => database.close()));
  });
});

describe('a migration while an older version serves', () => {
  it('lets everybody pass as long as a table is in use, and is made by one process when it is free', async () => {
    const url = await postgresUrl();
    const databases = await Promise.all([openPostgres(url), openPostgres(url), openPostgres(url)]);
    const [serving, ...starting] = databases;
    const folder = await mkdtemp(path.join(tmpdir(), 'krapao-migrations-'));
    onTestFinished(async () => {
      await Promise.all(databases.map((database) => database.close()));
      await rm(folder, { recursive: true, force: true });
    });
    await writeFile(path.join(folder, '0001_a.sql'), 'create table a (n int);');
    await migrate(serving, { migrations: folder });
    await writeFile(path.join(folder, '0002_m.sql'), 'alter table a add column m int;');

    const read = new Heard<void>();
    let letGo = (): void => undefined;
    const reading = serving.transaction(async (tx) => {
      await sql`select * from a`.execute(tx);
      read.add();
      await new Promise<void>((resolve) => (letGo = resolve));
    });
    await read.until((all) => all.length > 0);
    const migrating = Promise.all(starting.map((database) => migrate(database, { migrations: folder })));
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks
        where not granted and relation = 'a'::regclass and ${OF_THIS_DATABASE}`.execute(serving.queries);
      expect(rows).toHaveLength(1);
    });
    // The write would wait behind the migration, which waits for the reader.
    await sql`insert into a values (1)`.execute(serving.queries);
    letGo();
    await reading;
    expect((await migrating).toSorted((a, b) => a - b)).toEqual([0, 1]);
    await sql`insert into a values (2)`.execute(serving.queries);
    expect(await isMigrated(serving, { migrations: folder })).toBe(true);
    await writeFile(path.join(folder, '0003_b.sql'), 'create table b (n int);');
    expect(await isMigrated(serving, { migrations: folder })).toBe(false);
  });

  it('gives way when it and a request wait for each other, and tries again', async () => {
    const url = await postgresUrl();
    const [serving, starting] = await Promise.all([openPostgres(url), openPostgres(url)]);
    const folder = await mkdtemp(path.join(tmpdir(), 'krapao-migrations-'));
    onTestFinished(async () => {
      await Promise.all([serving.close(), starting.close()]);
      await rm(folder, { recursive: true, force: true });
    });
    await writeFile(path.join(folder, '0001_a.sql'), 'create table a (n int);');
    await migrate(serving, { migrations: folder });
    // Building the index allows reads, the second step does not: a reader wants to write in between.
    await writeFile(
      path.join(folder, '0002_m.sql'),
      `set local deadlock_timeout = '20ms'; create index a_n on a (n); select pg_sleep(0.5);
       alter table a add column m int;`,
    );
    let migrating: Promise<number> | undefined;
    await serving.transaction(async (tx) => {
      await sql`set local deadlock_timeout = '60s'`.execute(tx);
      await sql`select * from a`.execute(tx);
      migrating = migrate(starting, { migrations: folder });
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_locks where relation = 'a'::regclass and mode = 'ShareLock' and granted
            and ${OF_THIS_DATABASE}`.execute(tx);
        expect(rows).toHaveLength(1);
      });
      await sql`insert into a values (1)`.execute(tx);
    });
    expect(await migrating).toBe(1);
  });
});

describe('the generated types', () => {
  it('are those of the migrated schema', async () => {
    const url = await postgresUrl();
    const database = await openPostgres(url);
    await migrate(database);
    await database.close();
    const args = [GENERATE_TYPES, '--verify', '--url', url];
    await expect(promisify(execFile)(process.execPath, args)).resolves.toBeTruthy();
  });
});

describe('cutting a script into statements', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' ; ;\n', []],
    ['select 1', ['select 1']],
    ['select 1; select 2;', ['select 1', 'select 2']],
    ["select ';' ; select 'it''s;'", ["select ';'", "select 'it''s;'"]],
    ['select 1; -- not; this\nselect 2', ['select 1', '-- not; this\nselect 2']],
    ["select 1 -- it's\n; select 2", ["select 1 -- it's", 'select 2']],
    [
      'create function f() returns int language plpgsql as $$ begin return 1; end $$; select f()',
      ['create function f() returns int language plpgsql as $$ begin return 1; end $$', 'select f()'],
    ],
    ['-- only; a remark', []],
  ])('%j', (script, statements) => {
    expect(splitStatements(script)).toEqual(statements);
  });
});
