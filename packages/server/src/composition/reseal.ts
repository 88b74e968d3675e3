import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/open.ts';
import { reseal } from '../database/sealed-columns.ts';
import { LOOK_EVERY_MS, SecretKeys } from '../database/secret-keys.ts';
import type { KeyRing } from '../kernel/secrets.ts';
import { SEALED_COLUMNS } from './sealed-values.ts';

/**
 * Has all servers seal with the newest key, and seals with it what is stored. The old keys can be left out of the
 * settings afterwards. Servers may serve meanwhile if all of them have both keys.
 * @returns how many values were resealed
 * @throws SettingsError when a key is missing
 */
export async function resealAll(database: Database, ring: KeyRing): Promise<number> {
  const keys = await SecretKeys.open(database, { ring, columns: SEALED_COLUMNS });
  const isNew = await keys.promoteNewest();
  await keys.look();
  // There has only ever been one key, and everything is under it.
  if (!ring.isNaming) return 0;
  let resealed = await reseal(database, ring, SEALED_COLUMNS);
  if (isNew) {
    // By then every server has looked which key seals. What it sealed before that is there to be found.
    await delay(2 * LOOK_EVERY_MS);
    resealed += await reseal(database, ring, SEALED_COLUMNS);
  }
  await keys.forgetOld();
  return resealed;
}
