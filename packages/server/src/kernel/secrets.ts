import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createWhole } from './files.ts';
import { SealingKey } from './sealing-key.ts';
import { SettingsError } from './settings.ts';

/** The server's secrets: encryption of stored values, and digests of values that must not be stored. */
export interface Secrets {
  /** Encrypts text for storage (AES-256-GCM). `context` binds the result to its row. */
  seal(clearText: string, context: string): Buffer;
  /** Decrypts a value of {@link Secrets.seal} for the same context; throws if it was tampered with. */
  unseal(sealed: Uint8Array, context: string): string;
  /** Keyed digest of a short secret such as a one-time code. */
  digest(...parts: readonly string[]): Buffer;
}

/**
 * Secrets under one or several secret keys. All of them open values; one seals. `database/secret-keys.ts`
 * decides which one: the processes of an installation must agree.
 */
export interface KeyRing extends Secrets {
  /** The id of `SECRET_KEY`, which seals once the stored values are resealed. */
  readonly newestId: string;
  /** @returns the key with this id; undefined if it is not in the settings */
  find(id: string): SealingKey | undefined;
  /**
   * Sets the key that seals from now on.
   * @param isNamed whether sealed values name their key, as they must once there has been another key
   */
  sealWith(key: SealingKey, isNamed: boolean): void;
  /** True if newly sealed values name their key. */
  readonly isNaming: boolean;
  /** Sets the key of digests from now on. */
  digestWith(digestKey: Buffer): void;
  /** Returns the key that opens a value; undefined if none does. */
  openerOf(sealed: Uint8Array, context: string): SealingKey | undefined;
}

/** @param oldKeys further secret keys that only open values */
export function createSecrets(secretKey: string, oldKeys: readonly string[] = []): KeyRing {
  const newest = new SealingKey(secretKey);
  const keys = [newest, ...oldKeys.map((key) => new SealingKey(key))];
  let sealing = newest;
  let isNaming = true;
  let { digestKey } = newest;
  const tryOpen = (sealed: Uint8Array, context: string) => {
    const bytes = Buffer.from(sealed);
    const attempts = [
      ...keys
        .filter((key) => key.isNamedBy(bytes))
        .map((key) => () => ({ key, text: key.unseal(bytes, context) })),
      ...keys.map((key) => () => ({ key, text: key.unsealUnnamed(bytes, context) })),
    ];
    for (const attempt of attempts) {
      try {
        return attempt();
      } catch {
        // Sealed with another key, for another row, or changed: try the next key.
      }
    }
    return undefined;
  };
  return {
    newestId: newest.id,
    find: (id) => keys.find((key) => key.id === id),
    sealWith(key, isNamed) {
      sealing = key;
      isNaming = isNamed;
    },
    get isNaming() {
      return isNaming;
    },
    digestWith: (key) => (digestKey = key),
    openerOf: (sealed, context) => tryOpen(sealed, context)?.key,
    seal(clearText, context) {
      const bytes = Buffer.from(clearText);
      return isNaming ? sealing.seal(bytes, context) : sealing.sealUnnamed(bytes, context);
    },
    unseal(sealed, context) {
      const opened = tryOpen(sealed, context);
      if (!opened) throw new Error('a sealed value was changed, or none of the secret keys sealed it');
      return opened.text.toString('utf8');
    },
    digest: (...parts) => createHmac('sha256', digestKey).update(JSON.stringify(parts)).digest(),
  };
}

interface SecretKeySettings {
  secretKey: string | undefined;
  dataDir: string;
  /** Undefined without the sandbox: the setting is then required. */
  sandboxUrl: string | undefined;
}

/**
 * Returns the server's secret key: the setting, or one in the data folder, created on first use. Processes
 * that share a database must share it.
 * @throws SettingsError if the setting is required and missing
 */
export async function loadSecretKey({ secretKey, dataDir, sandboxUrl }: SecretKeySettings): Promise<string> {
  if (secretKey) return secretKey;
  if (!sandboxUrl) throw new SettingsError('SECRET_KEY: must be set while SANDBOX=0');
  const file = path.join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  await createWhole(file, randomBytes(32).toString('base64url'));
  return readFile(file, 'utf8');
}

/** An opaque bearer token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A one-time code of six digits. */
export const newOtpCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Compares two digests in constant time. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compares two texts in a time that reveals neither where they differ nor their length. */
export const sameText = (a: string, b: string): boolean => sameBytes(hashToken(a), hashToken(b));
