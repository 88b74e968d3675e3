import type { Database } from '../../database/open.ts';
import { newPushKey, type PushKeyPair } from '../../kernel/push-key.ts';
import type { Secrets } from '../../kernel/secrets.ts';

const ID = 'vapid';

/** Context of the sealed private key. */
export const sealContext = (id: string): string => `push-key ${id}`;

/**
 * The key pair by which push services know us (VAPID). Browsers subscribe for it, so it is made once and shared by all
 * processes, with its private half sealed; or the operator sets it.
 */
export class VapidKey {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #given: PushKeyPair | undefined;
  #loaded: Promise<PushKeyPair> | undefined;

  constructor(parts: {
    database: Database;
    secrets: Secrets;
    /** The key of the settings. */
    given: PushKeyPair | undefined;
  }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
    this.#given = parts.given;
  }

  load(): Promise<PushKeyPair> {
    this.#loaded ??= this.#read().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #read(): Promise<PushKeyPair> {
    if (this.#given) return this.#given;
    const kept = await this.#select();
    if (kept) return kept;
    const pair = newPushKey();
    await this.#database.queries
      .insertInto('push_key')
      .values({
        id: ID,
        public: pair.publicKey,
        sealed: this.#secrets.seal(pair.privateKey, sealContext(ID)),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    // Another process may have been first. The stored key wins.
    const winner = await this.#select();
    if (!winner) throw new Error('the key of pushes was not kept');
    return winner;
  }

  async #select(): Promise<PushKeyPair | undefined> {
    const row = await this.#database.queries
      .selectFrom('push_key')
      .select(['public', 'sealed'])
      .where('id', '=', ID)
      .executeTakeFirst();
    return row && { publicKey: row.public, privateKey: this.#secrets.unseal(row.sealed, sealContext(ID)) };
  }
}
