// Writes src/database/schema.ts and sql/schema.sql from the migrated schema. With --verify: only says whether
// schema.ts is current. With --url ADDRESS: reads that database, which is migrated already, instead of starting one.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const bin = fileURLToPath(new URL('../../../node_modules/.bin/kysely-codegen', import.meta.url));
const typesFile = fileURLToPath(new URL('../src/database/schema.ts', import.meta.url));
const dumpFile = fileURLToPath(new URL('../sql/schema.sql', import.meta.url));

const { values } = parseArgs({ options: { verify: { type: 'boolean' }, url: { type: 'string' } } });

/** @param {string} url a migrated database */
async function generate(url) {
  if (!values.verify) await writeDump(url);
  const args = ['--dialect', 'postgres', '--url', url, '--out-file', typesFile, '--singularize'];
  args.push('--type-mapping', JSON.stringify({ int8: 'bigint', bytea: 'Buffer' }));
  if (values.verify) args.push('--verify');
  execFileSync(bin, args, { stdio: 'inherit' });
}

/** @param {string} url a migrated database */
async function writeDump(url) {
  const { dumpSchema, unversionedChanges } = await import('../dist/database/schema-dump.js');
  const { openDatabase } = await import('../dist/database/open.js');
  const database = await openDatabase({ databaseUrl: url, databasePool: 1, dataDir: '' });
  try {
    const dump = await dumpSchema(database.queries);
    const changes = unversionedChanges(readFileSync(dumpFile, 'utf8'), dump);
    if (changes.length > 0) {
      console.error(`sql/functions: changed, so it needs a higher version: ${changes.join(', ')}`);
      process.exitCode = 1;
      return;
    }
    writeFileSync(dumpFile, dump);
  } finally {
    await database.close();
  }
}

async function generateFromNew() {
  const { startPostgres } = await import('../../../scripts/lib/postgres.mjs');
  const { migrate } = await import('../dist/database/migrate.js');
  const { openDatabase } = await import('../dist/database/open.js');
  const postgres = await startPostgres();
  try {
    const database = await openDatabase({ databaseUrl: postgres.url, databasePool: 2, dataDir: '' });
    await migrate(database);
    await database.close();
    await generate(postgres.url);
  } finally {
    await postgres.stop();
  }
}

if (values.url) await generate(values.url);
else await generateFromNew();
