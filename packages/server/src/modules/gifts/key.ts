import { compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { ServerKey, type KeyPair } from '../../database/server-key.ts';
import type { Secrets } from '../../kernel/secrets.ts';

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

/** Key pair for encrypting gift links. */
export class GiftKey {
  readonly #key: ServerKey;

  constructor(parts: { database: Database; secrets: Secrets }) {
    this.#key = new ServerKey({ ...parts, purpose: 'gift-link', make });
  }

  async publicKey(): Promise<GiftPublicKey> {
    const { public: key, kid } = await this.#key.load();
    return { ...publicJwk.parse(key), kid, alg: ALGORITHM };
  }

  /** Decrypts a compact JWE for this key; null when it is invalid. */
  async decrypt(jwe: string): Promise<string | null> {
    const key = await importJWK(JSON.parse((await this.#key.load()).private) as JWK, ALGORITHM);
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
}

async function make(): Promise<KeyPair> {
  const pair = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  const [ours, secret] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  return { public: ours, private: JSON.stringify(secret) };
}
