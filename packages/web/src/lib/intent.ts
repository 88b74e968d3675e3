import { ApiError } from './api-error.ts';
import { readStored, writeStored } from './storage.ts';

interface StoredIntent {
  key: string;
  /** What the intent is about; other content is another intent. */
  content: string;
}

const storageKeyOf = (name: string) => `intent:${name}`;

function readIntent(name: string): StoredIntent | null {
  try {
    const parsed: unknown = JSON.parse(readStored(storageKeyOf(name), 'session') ?? 'null');
    if (typeof parsed !== 'object' || parsed === null || !('key' in parsed) || !('content' in parsed))
      return null;
    return { key: String(parsed.key), content: String(parsed.content) };
  } catch {
    return null;
  }
}

/**
 * Runs a call that moves money under an idempotency key of its own.
 *
 * The key is stored before anything is sent. While the outcome is unknown (connection lost, server fault,
 * page reloaded) the same intent goes out under the same key again, so the money moves once at most.
 * A definite answer, good or bad, ends the intent.
 *
 * `name` is the kind of movement (`withdraw`), `content` what tells one from another (`{ amount: 100 }`).
 */
export async function runIntent<Result>(
  name: string,
  content: unknown,
  send: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  const contentText = JSON.stringify(content);
  const held = readIntent(name);
  const key = held?.content === contentText ? held.key : newKey();
  writeStored(
    storageKeyOf(name),
    JSON.stringify({ key, content: contentText } satisfies StoredIntent),
    'session',
  );
  try {
    const result = await send(key);
    forgetIntent(name);
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.isDefinite) forgetIntent(name);
    throw error;
  }
}

/** Drops an intent whose outcome the player has seen by other means. */
export function forgetIntent(name: string): void {
  writeStored(storageKeyOf(name), null, 'session');
}

/** A random idempotency key; `randomUUID` exists on secure origins only, and a phone on a test network is not one. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
