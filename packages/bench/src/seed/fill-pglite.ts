import path from 'node:path';
import { migrate } from '@krapao/server/database/migrate';
import { openDatabase } from '@krapao/server/database/open';
import { PgliteThread } from '@krapao/server/database/pglite-thread';
import { createPoolOfOne } from '@krapao/server/database/postgres-pool';
import { fillThrough, type FillOptions } from './fill.ts';

/** Creates a store in a data folder, as for a server without `DATABASE_URL`, and fills it with members. */
export async function fillPglite(dataDir: string, options: FillOptions): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, databasePool: 2, dataDir });
  await migrate(database);
  await database.close();
  const thread = await PgliteThread.open(path.join(dataDir, 'pglite'));
  const pool = createPoolOfOne(() => thread.connect());
  try {
    await fillThrough({ query: async (sql, values) => (await pool.query(sql, values)).rows }, options);
  } finally {
    await pool.end();
    await thread.close();
  }
}
