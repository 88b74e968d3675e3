import { resealAll } from '../composition/reseal.ts';
import { openDatabase } from '../database/open.ts';
import { createSecrets, loadSecretKey } from '../kernel/secrets.ts';
import { readSettings } from '../kernel/settings.ts';
import { runCommand } from './command.ts';

const RESEAL = {
  command: 'npm run tool -- reseal',
  about: 'Seals every sealed value anew under SECRET_KEY.',
  options: {},
} as const;

// `npm run tool -- reseal`: reseals everything in the database that was sealed with one of SECRET_KEYS_OLD with
// SECRET_KEY. Servers may run meanwhile, if all of them have both keys.
await runCommand(RESEAL, async () => {
  const settings = readSettings(process.env);
  const ring = createSecrets(await loadSecretKey(settings), settings.oldSecretKeys);
  const database = await openDatabase(settings);
  try {
    const resealed = await resealAll(database, ring);
    console.log(`reseal: ${resealed} values sealed anew; all are under key ${ring.newestId} now`);
  } finally {
    await database.close();
  }
});
