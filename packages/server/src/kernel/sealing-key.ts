import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is derived from one secret key, each part for one purpose. */
export class SealingKey {
  /** Names the key in the values that it seals, and tells nothing about it: eight hexadecimal digits. */
  readonly id: string;
  /** The key of digests, of an installation that began with this secret key. */
  readonly digestKey: Buffer;
  readonly #idBytes: Buffer;
  readonly #key: Buffer;

  constructor(secretKey: string) {
    const derive = (purpose: string, bytes = 32): Buffer =>
      Buffer.from(hkdfSync('sha256', secretKey, 'krapao', purpose, bytes));
    this.#key = derive('seal');
    this.#idBytes = derive('key id', ID_BYTES);
    this.id = this.#idBytes.toString('hex');
    this.digestKey = derive('digest');
  }

  /** AES-256-GCM. The result is the key's id, nonce, tag and ciphertext. */
  seal(clearText: Buffer, context: string): Buffer {
    return Buffer.concat([this.#idBytes, this.sealUnnamed(clearText, context)]);
  }

  /** The same without the key's id: version 1.1.14 and those before it read nothing else. */
  sealUnnamed(clearText: Buffer, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(clearText), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Whether a value says that this key sealed it. One from before values said so may do by chance. */
  isNamedBy(sealed: Buffer): boolean {
    return sealed.subarray(0, ID_BYTES).equals(this.#idBytes);
  }

  /** @throws Error when this key did not seal it for this context, or it was changed since */
  open(sealed: Buffer, context: string): Buffer {
    return this.openUnnamed(sealed.subarray(ID_BYTES), context);
  }

  /** The same for a value without a key's id, as they were before there could be several keys. */
  openUnnamed(sealed: Buffer, context: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
