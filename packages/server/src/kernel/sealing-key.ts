import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The keys derived from one secret key, one per purpose. */
export class SealingKey {
  /**
   * Identifies the key in the values that it seals and reveals nothing about it: eight hexadecimal digits.
   */
  readonly id: string;
  /** The digest key of an installation that began with this secret key. */
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

  /** Encrypts with AES-256-GCM. The result is the key's id, nonce, tag and ciphertext. */
  seal(clearText: Buffer, context: string): Buffer {
    return Buffer.concat([this.#idBytes, this.sealUnnamed(clearText, context)]);
  }

  /** Like `seal`, without the key's id: version 1.1.14 and earlier read only this form. */
  sealUnnamed(clearText: Buffer, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(clearText), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Returns whether a value names this key. An old value without a key id may match by chance. */
  isNamedBy(sealed: Buffer): boolean {
    return sealed.subarray(0, ID_BYTES).equals(this.#idBytes);
  }

  /** @throws Error if another key or context sealed the value, or if it was changed */
  unseal(sealed: Buffer, context: string): Buffer {
    return this.unsealUnnamed(sealed.subarray(ID_BYTES), context);
  }

  /** Like `open`, for a value without a key id, from before several keys were possible. */
  unsealUnnamed(sealed: Buffer, context: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
