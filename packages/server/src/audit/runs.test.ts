import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { lookAtStuckMoney } from '../metrics/stuck-money.ts';
import { claimDay } from './daily-audit.ts';
import { beginRun, endRun } from './runs.ts';

let database: Database;
beforeAll(async () => {
  database = await postgresDatabase();
});
afterAll(() => database.close());

it('an audit by command is recorded beside the daily one, and is the last that finished', async () => {
  const day = await claimDay(database, 0);
  await sql`update audit_run set finished_at = now() - interval '1 hour', wrong = 3, attention = 0
    where day = ${day}::date`.execute(database.queries);
  const id = await beginRun(database);
  expect((await lookAtStuckMoney(database)).audit).toMatchObject({ wrong: 3 });
  await endRun(database, id, [{ severity: 'attention', check: 'c', subject: 's', message: 'm' }]);
  expect((await lookAtStuckMoney(database)).audit).toMatchObject({ wrong: 0, attention: 1 });
  const second = await beginRun(database);
  expect(second).not.toBe(id);
  expect(await claimDay(database, 0)).toBeUndefined();
});
