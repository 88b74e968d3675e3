import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createWhole } from './files.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys derived from the server's one secret, each for one purpose. */
export interface Secrets {
  /** Encrypts text for storage (AES-256-GCM). `context` binds the result to its row. */
  seal(clearText: string, context: string): Buffer;
  /** Decrypts what {@link Secrets.seal} made for the same context; throws when it was tampered with. */
  open(sealed: Uint8Array, context: string): string;
  /** Keyed digest of a short secret such as a one-time code. */
  digest(...parts: readonly string[]): Buffer;
}

export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secretKey, 'krapao', purpose, 32));
  const sealKey = derive('seal');
  const digestKey = derive('digest');
  return {
    seal(clearText, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(clearText, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    digest: (...parts) => createHmac('sha256', digestKey).update(JSON.stringify(parts)).digest(),
  };
}

/**
 * The server's secret: the setting when given, else one kept in the data folder, made on first use.
 * Processes that share a database must share it.
 */
export async function loadSecretKey(setting: string | undefined, dataDir: string): Promise<string> {
  if (setting) return setting;
  const file = path.join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  await createWhole(file, randomBytes(32).toString('base64url'));
  return readFile(file, 'utf8');
}

/** An opaque bearer token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A one-time code of six digits. */
export const newOtpCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Compares two digests without telling by time where they differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compares two texts without telling by time where they differ, nor how long they are. */
export const sameText = (a: string, b: string): boolean => sameBytes(hashToken(a), hashToken(b));
