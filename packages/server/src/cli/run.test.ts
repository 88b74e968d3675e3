import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../database/open.ts';
import { postgresUrl } from '../testing/databases.ts';
import { explain } from './run.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ databaseUrl: await postgresUrl(), databasePool: 1, dataDir: '' });
});
afterAll(() => database.close());

describe('a command’s failure', () => {
  it('on a database that was never migrated is one line that says what to do', async () => {
    const failure = await sql`select from staff`.execute(database.queries).catch((error: unknown) => error);
    expect(explain(failure)).toBe('the database is not migrated to this version: npm run migrate');
  });

  it('of ours is not explained away', () => {
    expect(explain(new TypeError('x is undefined'))).toBeUndefined();
  });
});
