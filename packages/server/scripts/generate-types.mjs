// Writes src/database/schema.ts from the migrated schema. With --verify: only says whether it is current.
// With --url ADDRESS: reads that database, which is migrated already, instead of starting one (after a build).
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const bin = fileURLToPath(new URL('../../../node_modules/.bin/kysely-codegen', import.meta.url));
const outFile = fileURLToPath(new URL('../src/database/schema.ts', import.meta.url));

const { values } = parseArgs({ options: { verify: { type: 'boolean' }, url: { type: 'string' } } });

/** @param {string} url a migrated database */
function generate(url) {
  const args = ['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--singularize'];
  args.push('--type-mapping', JSON.stringify({ int8: 'bigint', bytea: 'Buffer' }));
  if (values.verify) args.push('--verify');
  execFileSync(bin, args, { stdio: 'inherit' });
}

async function generateFromNew() {
  const { startPostgres } = await import('../../../scripts/postgres.mjs');
  const { migrate } = await import('../dist/database/migrate.js');
  const { openDatabase } = await import('../dist/database/open.js');
  const postgres = await startPostgres();
  try {
    const database = await openDatabase({ databaseUrl: postgres.url, databasePool: 2, dataDir: '' });
    await migrate(database);
    await database.close();
    generate(postgres.url);
  } finally {
    await postgres.stop();
  }
}

if (values.url) generate(values.url);
else await generateFromNew();
