import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyPgliteDatabase, migratedPostgresUrl, postgresUrl } from '../testing/databases.ts';
import { isMigrated, migrate, SCHEMA_FOLDERS } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { openDatabase, type Database } from './open.ts';
import { readFunctions } from './schema-functions.ts';

const openPostgres = (databaseUrl: string) => openDatabase({ databaseUrl, databasePool: 4, dataDir: '' });

/** The migration that creates the table of functions. */
const TABLE = path.join(SCHEMA_FOLDERS.migrations, '0048_schema_functions.sql');
/** Migrations up to this number may define functions. */
const LAST_WITH_FUNCTIONS = 47;

describe.each([
  ['PGlite', emptyPgliteDatabase],
  ['PostgreSQL', async () => openPostgres(await postgresUrl())],
])('functions on %s', (_name, open) => {
  let database: Database;
  let root: string;
  let folders: { migrations: string; functions: string };

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await sql`drop schema public cascade`.execute(database.queries);
    await sql`create schema public`.execute(database.queries);
    root = await mkdtemp(path.join(tmpdir(), 'krapao-functions-'));
    folders = await makeFolders('current');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  afterAll(() => database.close());

  async function makeFolders(name: string) {
    const made = {
      migrations: path.join(root, name, 'migrations'),
      functions: path.join(root, name, 'functions'),
    };
    await Promise.all(Object.values(made).map((folder) => mkdir(folder, { recursive: true })));
    await writeFile(path.join(made.migrations, '0001_functions.sql'), await readFile(TABLE, 'utf8'));
    return made;
  }
  const write = (name: string, text: string, { functions } = folders) =>
    writeFile(path.join(functions, `${name}.sql`), text);
  const one = (version: number, result: number) =>
    `-- version ${version}\n-- It's a number; always the same.\ncreate or replace function one() returns int language sql as $$ select ${result}; $$;\n`;
  const call = async () => {
    const { rows } = await sql<{ one: number }>`select one()`.execute(database.queries);
    return rows[0]?.one;
  };

  it('are applied when their version is higher, and only then', async () => {
    await write('one', one(1, 1));
    expect(await migrate(database, folders)).toBe(2);
    expect([await migrate(database, folders), await call()]).toEqual([0, 1]);

    await write('one', one(2, 2));
    expect(await isMigrated(database, folders)).toBe(false);
    expect(await migrate(database, folders)).toBe(1);
    expect([await isMigrated(database, folders), await call()]).toEqual([true, 2]);
    const { rows } = await sql`select name, version from schema_function`.execute(database.queries);
    expect(rows).toEqual([{ name: 'one', version: 2 }]);
  });

  it('of a newer program stay when an older one starts', async () => {
    const older = await makeFolders('older');
    await write('one', one(1, 1), older);
    await write('one', one(3, 3));
    await write('two', one(1, 2).replace('function one', 'function two'));
    expect(await migrate(database, folders)).toBe(3);
    expect(await isMigrated(database, older)).toBe(true);
    expect(await migrate(database, older)).toBe(0);
    expect(await call()).toBe(3);
  });

  it('that a newer program has dropped leave the older one ready, and are not made again', async () => {
    await write('one', one(1, 1));
    await migrate(database, folders);
    const newer = await makeFolders('newer');
    await writeFile(
      path.join(newer.migrations, '0002_drop.sql'),
      `-- contract
drop function if exists one;
insert into schema_function (name, version, hash) values ('one', 1000, 'dropped')
  on conflict (name) do update set version = 1000, hash = 'dropped';
`,
    );
    await migrate(database, newer);
    expect(await isMigrated(database, folders)).toBe(true);
    await expect(call()).rejects.toThrow('does not exist');
  });

  it('that were edited without a new version stop the start', async () => {
    await write('one', one(1, 1));
    await migrate(database, folders);
    await write('one', one(1, 2));
    expect(await isMigrated(database, folders)).toBe(false);
    await expect(migrate(database, folders)).rejects.toThrow(
      new MigrationError('function one was edited after version 1 was applied: give it version 2'),
    );
    expect(await call()).toBe(1);
  });

  it('may have another comment in the same version', async () => {
    await write('one', one(1, 1));
    await migrate(database, folders);
    await write('one', one(1, 1).replace('always the same', 'it never changes'));
    expect([await migrate(database, folders), await isMigrated(database, folders)]).toEqual([0, true]);
  });

  it.each([
    [
      'another result',
      '-- version 2\ncreate or replace function one() returns text language sql as $$ select null::text; $$;',
      /^function one was refused by PostgreSQL: cannot change return type of existing function$/,
    ],
    [
      'other arguments',
      '-- version 2\ncreate or replace function one(n int) returns int language sql as $$ select n; $$;',
      /^function one has other arguments than before: give it another name$/,
    ],
    [
      'a body that is wrong',
      '-- version 2\ncreate or replace function one() returns int language sql as $$ select n from nowhere; $$;',
      /^function one was refused by PostgreSQL: relation "nowhere" does not exist$/,
    ],
  ])('with %s are refused, and nothing of the step is applied', async (_case, text, message) => {
    await write('one', one(1, 1));
    await migrate(database, folders);
    await write('one', text);
    await writeFile(path.join(folders.migrations, '0002_a.sql'), '-- expand\ncreate table a (n int);');
    await expect(migrate(database, folders)).rejects.toThrow(MigrationError);
    await expect(migrate(database, folders)).rejects.toThrow(message);
    expect(await call()).toBe(1);
    await expect(sql`select from a`.execute(database.queries)).rejects.toThrow(/does not exist/);
  });

  it.each([
    ['no version', one(1, 1).replace('-- version 1\n', ''), /its first line must be like '-- version 1'/],
    ['version 0', one(0, 1), /its first line must be like/],
    ['two statements', `${one(1, 1)}select 1;`, /one statement, create or replace function one$/],
    ['another name', one(1, 1).replace('function one', 'function other'), /one statement/],
    ['no replace', one(1, 1).replace('or replace ', ''), /one statement/],
    ['nothing', '-- version 1\n', /one statement/],
  ])('from a file with %s stop the start', async (_case, text, message) => {
    await write('one', text);
    await expect(migrate(database, folders)).rejects.toThrow(message);
  });

  it('serve the triggers of a migration, which creates them empty', async () => {
    await writeFile(
      path.join(folders.migrations, '0002_a.sql'),
      `-- expand
       create table a (n int);
       create function grow() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger a_grows before insert on a for each row execute function grow();`,
    );
    await write(
      'grow',
      '-- version 1\ncreate or replace function grow() returns trigger language plpgsql as $$\nbegin new.n := new.n + 1; return new; end $$;',
    );
    expect(await migrate(database, folders)).toBe(3);
    await sql`insert into a values (1)`.execute(database.queries);
    expect((await sql`select n from a`.execute(database.queries)).rows).toEqual([{ n: 2 }]);
  });
});

describe("the product's functions", () => {
  it('each have a file, and no migration defines one any more', async () => {
    const database = await openPostgres(await migratedPostgresUrl());
    const { rows } = await sql<{ name: string; version: number | null }>`
      select proname as name, f.version from pg_proc left join schema_function f on f.name = proname
        where pronamespace = 'public'::regnamespace order by proname`.execute(database.queries);
    await database.close();
    const files = await readFunctions(SCHEMA_FOLDERS.functions);
    expect(rows).toEqual(files.map(({ name, version }) => ({ name, version })));

    const names = (await readdir(SCHEMA_FOLDERS.migrations)).toSorted().slice(LAST_WITH_FUNCTIONS);
    for (const name of names) {
      const text = await readFile(path.join(SCHEMA_FOLDERS.migrations, name), 'utf8');
      expect([name, /\breplace function\b/i.test(text)]).toEqual([name, false]);
    }
  });

  it('are applied once by several processes that start together', async () => {
    const url = await postgresUrl();
    const databases = await Promise.all(Array.from({ length: 3 }, () => openPostgres(url)));
    const functions = await readFunctions(SCHEMA_FOLDERS.functions);
    const migrations = { migrations: SCHEMA_FOLDERS.migrations };
    await Promise.all(databases.map((database) => migrate(database, migrations)));
    const applied = await Promise.all(databases.map((database) => migrate(database)));
    expect(applied.toSorted((a, b) => b - a)).toEqual([functions.length, 0, 0]);
    await Promise.all(databases.map((database) => database.close()));
  });
});
