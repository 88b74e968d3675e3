import { compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { newId } from '../../kernel/ids.ts';
import type { Secrets } from '../../kernel/secrets.ts';

const PURPOSE = 'gift-link';
const ALGORITHM = 'RSA-OAEP-256';
const ENCRYPTION = 'A256GCM';

const publicJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() });

export interface GiftPublicKey {
  kty: 'RSA';
  n: string;
  e: string;
  kid: string;
  alg: typeof ALGORITHM;
}

/**
 * Key pair for encrypting gift links. Created once and shared by all processes; the private key is sealed.
 */
export class GiftKey {
  readonly #database: Database;
  readonly #secrets: Secrets;
  #loaded: Promise<{ publicKey: GiftPublicKey; privateJwk: JWK }> | undefined;

  constructor(parts: { database: Database; secrets: Secrets }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
  }

  async publicKey(): Promise<GiftPublicKey> {
    return (await this.#load()).publicKey;
  }

  /** Decrypts a compact JWE for this key; null when it is invalid. */
  async decrypt(jwe: string): Promise<string | null> {
    const { privateJwk } = await this.#load();
    const key = await importJWK(privateJwk, ALGORITHM);
    try {
      const { plaintext } = await compactDecrypt(jwe, key, {
        keyManagementAlgorithms: [ALGORITHM],
        contentEncryptionAlgorithms: [ENCRYPTION],
      });
      return new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
    } catch {
      return null;
    }
  }

  #load() {
    this.#loaded ??= this.#read().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #read(): Promise<{ publicKey: GiftPublicKey; privateJwk: JWK }> {
    const kept = await this.#select();
    if (kept) return kept;
    const pair = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
    const [ours, secret] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
    await this.#database.queries
      .insertInto('server_key')
      .values({
        purpose: PURPOSE,
        kid: newId(),
        public: JSON.stringify(ours),
        sealed: this.#secrets.seal(JSON.stringify(secret), PURPOSE),
      })
      .onConflict((conflict) => conflict.column('purpose').doNothing())
      .execute();
    // Another process may have been first. The stored key wins.
    const winner = await this.#select();
    if (!winner) throw new Error('the gift-link key was not kept');
    return winner;
  }

  async #select(): Promise<{ publicKey: GiftPublicKey; privateJwk: JWK } | undefined> {
    const row = await this.#database.queries
      .selectFrom('server_key')
      .select(['kid', 'public', 'sealed'])
      .where('purpose', '=', PURPOSE)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      publicKey: { ...publicJwk.parse(row.public), kid: row.kid, alg: ALGORITHM },
      privateJwk: JSON.parse(this.#secrets.unseal(row.sealed, PURPOSE)) as JWK,
    };
  }
}
