// Writes src/database/schema.ts from the migrated schema. With --verify: only says whether it is current.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../../scripts/postgres.mjs';
import { migrate } from '../dist/database/migrate.js';
import { openDatabase } from '../dist/database/open.js';

const bin = fileURLToPath(new URL('../../../node_modules/.bin/kysely-codegen', import.meta.url));
const outFile = fileURLToPath(new URL('../src/database/schema.ts', import.meta.url));

const postgres = await startPostgres();
try {
  const database = await openDatabase({ databaseUrl: postgres.url, databasePool: 2, dataDir: '' });
  await migrate(database);
  await database.close();
  const args = ['--dialect', 'postgres', '--url', postgres.url, '--out-file', outFile, '--singularize'];
  args.push('--type-mapping', JSON.stringify({ int8: 'bigint', bytea: 'Buffer' }));
  if (process.argv.includes('--verify')) args.push('--verify');
  execFileSync(bin, args, { stdio: 'inherit' });
} finally {
  await postgres.stop();
}
