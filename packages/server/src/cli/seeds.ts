import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { ROTATION_REASONS, rotateSeeds } from '../modules/spinwheel/rotation.ts';
import { runCommand } from './command.ts';

const SEEDS = {
  command: 'npm run tool -- seeds',
  about: 'Replaces the seed of every member’s next draw.',
  words: `rotate ${ROTATION_REASONS.join('|')}`,
  options: {},
} as const;

// `npm run tool -- seeds rotate failover`: replaces the seed of every member's next draw. `npm run tool -- restore` does
// so automatically. The restored copy may be of an older version, so its schema is migrated first.
await runCommand(SEEDS, async ({ positionals }) => {
  const [command, given, ...rest] = positionals;
  const reason = ROTATION_REASONS.find((known) => known === given);
  if (command !== 'rotate' || !reason || rest.length > 0) throw new UsageError(usageOf(SEEDS));
  const database = await openDatabase(readSettings(process.env));
  try {
    await migrate(database);
    const count = await rotateSeeds(database, reason);
    console.log(`seeds: ${count} replaced`);
  } finally {
    await database.close();
  }
});
