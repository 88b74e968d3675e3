import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { readSettings, SettingsError } from '../kernel/settings.ts';
import { ROTATION_REASONS, rotateSeeds } from '../modules/spinwheel/rotation.ts';
import { run } from './run.ts';

const USAGE = `npm run seeds -- rotate ${ROTATION_REASONS.join('|')}`;

// `npm run seeds -- rotate failover`: replaces the seed of every member's next draw. `npm run restore` does
// so automatically. The restored copy may be of an older version, so its schema is migrated first.
await run(async () => {
  const [command, given, ...rest] = process.argv.slice(2);
  const reason = ROTATION_REASONS.find((known) => known === given);
  if (command !== 'rotate' || !reason || rest.length > 0) throw new SettingsError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  try {
    await migrate(database);
    const count = await rotateSeeds(database, reason);
    console.log(`seeds: ${count} replaced`);
  } finally {
    await database.close();
  }
});
