import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { assertSessionsAreKept } from '../database/pooler.ts';
import { readSettings } from '../kernel/settings.ts';
import { runCommand } from './command.ts';

const MIGRATE = {
  command: 'npm run migrate',
  about: 'Migrates the schema of the database.',
  options: {},
} as const;

// `npm run migrate`: migrates the schema, before servers of this version start or while others run.
await runCommand(MIGRATE, async () => {
  const settings = readSettings(process.env);
  if (settings.databaseUrl) await assertSessionsAreKept(settings.databaseUrl);
  const database = await openDatabase({ ...settings, databasePool: 2 });
  try {
    console.log(`migrate: ${await migrate(database)} applied; the schema is up to date`);
  } finally {
    await database.close();
  }
});
