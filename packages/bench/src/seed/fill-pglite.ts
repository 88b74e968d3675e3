import path from 'node:path';
import { migrate } from '@krapao/server/database/migrate';
import { openDatabase } from '@krapao/server/database/open';
import { PgliteClient } from '@krapao/server/database/pglite-client';
import { fillThrough, type FillOptions } from './fill.ts';

/** Makes a store in a data folder, as a server without `DATABASE_URL` keeps it, and fills it with members. */
export async function fillPglite(dataDir: string, options: FillOptions): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, databasePool: 2, dataDir });
  await migrate(database);
  await database.close();
  const client = await PgliteClient.open(path.join(dataDir, 'pglite'));
  try {
    await fillThrough({ query: async (sql, values = []) => (await client.query(sql, values)).rows }, options);
  } finally {
    await client.close();
  }
}
