import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { emptyPgliteDatabase, postgresDatabase, postgresUrl } from '../testing/databases.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { compareSchemas, dumpSchema, unversionedChanges } from './schema-dump.ts';

const readKept = () => readFile(new URL('../../sql/schema.sql', import.meta.url), 'utf8');

describe.each([
  ['PGlite', emptyPgliteDatabase],
  [
    'PostgreSQL',
    async () => openDatabase({ databaseUrl: await postgresUrl(), databasePool: 2, dataDir: '' }),
  ],
])('sql/schema.sql and a migrated database on %s', (_name, open) => {
  it('are equal; a change needs `npm run tool -- db-types`', async () => {
    const database = await open();
    await migrate(database);
    expect(compareSchemas(await readKept(), await dumpSchema(database.queries))).toEqual([]);
    await database.close();
  });
});

describe('a dump', () => {
  it.each<[string, string, string | RegExp]>([
    [
      'column',
      'alter table member add column shoe_size int',
      'table: member differs:\n  +   shoe_size integer',
    ],
    [
      'default',
      'alter table slip alter column credited_before set default true',
      /^table: slip differs:\n {2}- .*false,?\n {2}\+ .*true,?$/,
    ],
    [
      'index',
      'drop index slip_image_store',
      /^table: slip_image differs:\n {2}- CREATE INDEX slip_image_store /,
    ],
    [
      'constraint',
      'alter table member drop constraint member_coin_check',
      /^table: member differs:\n {2}- +constraint member_coin_check /,
    ],
    [
      'trigger',
      'drop trigger refuse_gifts on gift_link',
      /^table: gift_link differs:\n {2}- CREATE TRIGGER refuse_gifts /,
    ],
    [
      'storage',
      'alter table file_part alter column bytes set storage main',
      /^table: file_part differs:\n {2}- +bytes/,
    ],
    [
      'identity',
      'alter table audit_run alter column id drop identity',
      /^table: audit_run differs:\n {2}- +id bigint/,
    ],
    ['option', 'alter table ledger_account reset (fillfactor)', /^table: ledger_account differs:\n {2}- \)/],
    ['new table', 'create table shoe (n int)', 'table: shoe is in the database and not in schema.sql'],
    ['lost table', 'drop table gift_ticket', 'table: gift_ticket is in schema.sql and not in the database'],
    [
      'function',
      'create or replace function person_key(p_name text) returns text language sql immutable as $$ select p_name $$',
      /^function: person_key differs:\n/,
    ],
    [
      'new function',
      'create function shoe() returns int language sql as $$ select 1 $$',
      'function: shoe is in the database and not in schema.sql',
    ],
  ])('shows a changed %s', async (_case, statement, message) => {
    const database = await postgresDatabase();
    await sql.raw(statement).execute(database.queries);
    const differences = compareSchemas(await readKept(), await dumpSchema(database.queries));
    await database.close();
    expect(differences).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
  });

  it.each([
    ['view', 'create view shoe as select 1 as n'],
    ['type', "create type shoe as enum ('left', 'right')"],
    ['sequence', 'create sequence shoe'],
  ])('refuses a %s, which it could not compare', async (_case, statement) => {
    const database = await postgresDatabase();
    await sql.raw(statement).execute(database.queries);
    await expect(dumpSchema(database.queries)).rejects.toThrow(/not shoe$/);
    await database.close();
  });

  it('tells a function that changed without a new version', async () => {
    const kept =
      '-- function: one\n-- version 2, sha256 aa\nbody\n\n-- function: two\n-- version 1, sha256 bb\nbody\n';
    expect(unversionedChanges(kept, kept)).toEqual([]);
    expect(unversionedChanges(kept, kept.replace('aa', 'cc'))).toEqual(['one']);
    expect(unversionedChanges(kept, kept.replace('2, sha256 aa', '1, sha256 cc'))).toEqual(['one']);
    expect(unversionedChanges(kept, kept.replace('2, sha256 aa', '3, sha256 cc'))).toEqual([]);
    expect(unversionedChanges('', kept)).toEqual([]);
  });
});
