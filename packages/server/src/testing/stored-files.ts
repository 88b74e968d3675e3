import type { Database } from '../database/open.ts';
import { createDatabaseStore } from '../modules/files/database-store.ts';
import { StoredFiles } from '../modules/files/service.ts';

/** Creates file storage with a server's defaults. */
export const storedFiles = (database: Database): StoredFiles =>
  new StoredFiles({
    database,
    stores: new Map([['database', createDatabaseStore(database)]]),
    current: 'database',
  });
