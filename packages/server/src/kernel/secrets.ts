import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createWhole } from './files.ts';
import { SealingKey } from './sealing-key.ts';
import { SettingsError } from './settings.ts';

/** The server's secrets: what is stored encrypted, and digests of what must not be stored. */
export interface Secrets {
  /** Encrypts text for storage (AES-256-GCM). `context` binds the result to its row. */
  seal(clearText: string, context: string): Buffer;
  /** Decrypts what {@link Secrets.seal} made for the same context; throws when it was tampered with. */
  open(sealed: Uint8Array, context: string): string;
  /** Keyed digest of a short secret such as a one-time code. */
  digest(...parts: readonly string[]): Buffer;
}

/**
 * Secrets under one or several secret keys. All of them open values, one of them seals. `database/secret-keys.ts`
 * decides which one: the processes of an installation must agree.
 */
export interface KeyRing extends Secrets {
  /** The id of `SECRET_KEY`, the key that is to seal once the stored values are resealed. */
  readonly newestId: string;
  /** @returns the key with this id; undefined when the settings do not have it */
  find(id: string): SealingKey | undefined;
  /**
   * The key that seals from now on.
   * @param isNamed whether its values name it, as they must once there has been another key
   */
  sealWith(key: SealingKey, isNamed: boolean): void;
  /** Whether values that are sealed now name their key. */
  readonly isNaming: boolean;
  /** The key of digests from now on. */
  digestWith(digestKey: Buffer): void;
  /** The key that opens a value; undefined when none does. */
  openerOf(sealed: Uint8Array, context: string): SealingKey | undefined;
}

/** @param oldKeys secret keys that open values as well */
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
        .map((key) => () => ({ key, text: key.open(bytes, context) })),
      ...keys.map((key) => () => ({ key, text: key.openUnnamed(bytes, context) })),
    ];
    for (const attempt of attempts) {
      try {
        return attempt();
      } catch {
        // Sealed with another key, for another row, or changed: the next key tells.
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
    open(sealed, context) {
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
  /** Undefined in an installation without the sandbox: it has to be given its key. */
  sandboxUrl: string | undefined;
}

/**
 * The server's secret key: the setting when given, else one kept in the data folder, made on first use.
 * Processes that share a database must share it.
 * @throws SettingsError where a key has to be given
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
