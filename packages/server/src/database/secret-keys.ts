import type { Logger } from 'pino';
import type { KeyRing } from '../kernel/secrets.ts';
import type { SealingKey } from '../kernel/sealing-key.ts';
import { SettingsError } from '../kernel/settings.ts';
import type { Database, Queries } from './open.ts';
import { sampleOf, type SealedColumn } from './sealed-columns.ts';

const CONTEXT = 'secret key';

/**
 * Pause between looks at the sealing key: this long after `npm run tool -- reseal` has begun, all processes seal with
 * the new one.
 */
export const LOOK_EVERY_MS = 2_000;

/**
 * The secret keys of this installation as recorded in the database. A process that cannot open the stored
 * values does not start; one that lacks a key added later is not ready.
 */
export class SecretKeys {
  readonly #database: Database;
  readonly #ring: KeyRing;
  readonly #logger: Logger | undefined;
  #missing: string | undefined;

  private constructor(database: Database, ring: KeyRing, logger: Logger | undefined) {
    this.#database = database;
    this.#ring = ring;
    this.#logger = logger;
  }

  /**
   * Checks the keys against the database and sets the ring's sealing key to the one that all processes use.
   * @param columns the sealed columns: for a database from before this table, one of their values identifies
   *   the key
   * @throws SettingsError when a key is missing
   */
  static async open(
    database: Database,
    parts: { ring: KeyRing; columns: readonly SealedColumn[]; logger?: Logger },
  ): Promise<SecretKeys> {
    const { ring, columns, logger } = parts;
    const rows = await readKeys(database.queries);
    if (rows.length === 0) await registerFirst(database, ring, columns);
    const keys = new SecretKeys(database, ring, logger);
    await keys.look();
    if (keys.#missing) throw new SettingsError(missingKey(keys.#missing));
    return keys;
  }

  /** True if this process lacks a key that stored values are sealed with. */
  get isMissingOne(): boolean {
    return this.#missing !== undefined;
  }

  /** Follows the database: another process may have resealed all values under another key. */
  async look(): Promise<void> {
    const rows = await readKeys(this.#database.queries);
    const missing = rows.find(({ id }) => !this.#ring.find(id))?.id;
    if (missing !== this.#missing && missing) this.#logger?.error(missingKey(missing));
    this.#missing = missing;
    const sealing = rows.find(({ is_sealing: seals }) => seals);
    const key = sealing && this.#ring.find(sealing.id);
    if (!key) return;
    this.#ring.sealWith(key, sealing.names_values);
    this.#ring.digestWith(unsealDigestKey(key, sealing.digest_key));
  }

  /** Makes `SECRET_KEY` the sealing key. @returns true if it was not before */
  async promoteNewest(): Promise<boolean> {
    const ring = this.#ring;
    return this.#database.transaction(async (tx) => {
      const rows = await tx.selectFrom('secret_key').selectAll().forUpdate().execute();
      const sealing = rows.find(({ is_sealing: seals }) => seals);
      const [from, to] = [sealing && ring.find(sealing.id), ring.find(ring.newestId)];
      if (!sealing || !from || !to) throw new SettingsError(missingKey(sealing?.id ?? ring.newestId));
      if (from.id === to.id) return false;
      const sealsNow = { is_sealing: true, names_values: true };
      const digestKey = unsealDigestKey(from, sealing.digest_key);
      await tx.updateTable('secret_key').set({ is_sealing: false }).execute();
      await tx
        .insertInto('secret_key')
        .values({ id: to.id, digest_key: to.seal(digestKey, CONTEXT), ...sealsNow })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(sealsNow))
        .execute();
      return true;
    });
  }

  /** Deletes the keys that no stored value is sealed with any more. */
  async forgetOld(): Promise<void> {
    await this.#database.queries.deleteFrom('secret_key').where('id', '!=', this.#ring.newestId).execute();
  }
}

/** If several processes start on a new database at once, the first one decides. */
async function registerFirst(
  database: Database,
  ring: KeyRing,
  columns: readonly SealedColumn[],
): Promise<void> {
  const sample = await sampleOf(database, columns);
  const key = sample ? ring.openerOf(sample.sealed, sample.context) : ring.find(ring.newestId);
  if (!key) {
    throw new SettingsError(
      'SECRET_KEY: the values in this database were sealed with another key; set that one, or add it to SECRET_KEYS_OLD',
    );
  }
  await database.queries
    .insertInto('secret_key')
    .values({ id: key.id, digest_key: key.seal(key.digestKey, CONTEXT), is_sealing: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const readKeys = (queries: Queries) =>
  queries.selectFrom('secret_key').select(['id', 'digest_key', 'is_sealing', 'names_values']).execute();

function unsealDigestKey(key: SealingKey, sealed: Uint8Array): Buffer {
  try {
    return key.unseal(Buffer.from(sealed), CONTEXT);
  } catch {
    throw new SettingsError(missingKey(key.id));
  }
}

const missingKey = (id: string): string =>
  `SECRET_KEY: values in this database are sealed with another key, ${id}; set that one, or add it to SECRET_KEYS_OLD`;
