import { newId } from '../kernel/ids.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { Database } from './open.ts';

/** A key pair as text. */
export interface KeyPair {
  /** JSON, as whoever made it has it. */
  public: unknown;
  private: string;
}

/** A key pair of the server, of one purpose: made once and shared by all processes. The private key is sealed. */
export class ServerKey {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #purpose: string;
  readonly #make: () => KeyPair | Promise<KeyPair>;
  #loaded: Promise<KeyPair & { kid: string }> | undefined;

  constructor(parts: {
    database: Database;
    secrets: Secrets;
    purpose: string;
    /** Makes the pair if there is none. */
    make: () => KeyPair | Promise<KeyPair>;
  }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
    this.#purpose = parts.purpose;
    this.#make = parts.make;
  }

  load(): Promise<KeyPair & { kid: string }> {
    this.#loaded ??= this.#read().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #read(): Promise<KeyPair & { kid: string }> {
    const kept = await this.#select();
    if (kept) return kept;
    const pair = await this.#make();
    await this.#database.queries
      .insertInto('server_key')
      .values({
        purpose: this.#purpose,
        kid: newId(),
        public: JSON.stringify(pair.public),
        sealed: this.#secrets.seal(pair.private, this.#purpose),
      })
      .onConflict((conflict) => conflict.column('purpose').doNothing())
      .execute();
    // Another process may have been first. The stored key wins.
    const winner = await this.#select();
    if (!winner) throw new Error(`the key for ${this.#purpose} was not kept`);
    return winner;
  }

  async #select(): Promise<(KeyPair & { kid: string }) | undefined> {
    const row = await this.#database.queries
      .selectFrom('server_key')
      .select(['kid', 'public', 'sealed'])
      .where('purpose', '=', this.#purpose)
      .executeTakeFirst();
    return (
      row && {
        kid: row.kid,
        public: row.public,
        private: this.#secrets.unseal(row.sealed, this.#purpose),
      }
    );
  }
}
