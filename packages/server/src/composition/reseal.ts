import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/open.ts';
import { reseal } from '../database/sealed-columns.ts';
import { LOOK_EVERY_MS, SecretKeys } from '../database/secret-keys.ts';
import type { KeyRing } from '../kernel/secrets.ts';
import { SEALED_COLUMNS } from './sealed-values.ts';

/**
 * Makes all servers seal with the newest key and reseals the stored values with it. The old keys can be
 * removed from the settings afterwards. Servers may keep serving if all of them have both keys.
 * @returns the number of resealed values
 * @throws SettingsError when a key is missing
 */
export async function resealAll(database: Database, ring: KeyRing): Promise<number> {
  const keys = await SecretKeys.open(database, { ring, columns: SEALED_COLUMNS });
  const isNew = await keys.promoteNewest();
  await keys.look();
  // There has only been one key, and all values are sealed with it.
  if (!ring.isNaming) return 0;
  let resealed = await reseal(database, ring, SEALED_COLUMNS);
  if (isNew) {
    // By now every server has switched to the new key. This pass finds the values sealed with the old one in
    // between.
    await delay(2 * LOOK_EVERY_MS);
    resealed += await reseal(database, ring, SEALED_COLUMNS);
  }
  await keys.forgetOld();
  return resealed;
}
