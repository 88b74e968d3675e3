import { useMemo, useSyncExternalStore } from 'react';
import { ApiError, CONNECTION_ERROR, NOTHING_SENT } from './api-error.ts';
import { serverNow } from './clock.ts';
import { isKeyInFlight, noteInFlight } from './in-flight.ts';
import { getSessionNo, getToken, tokenArea, useToken } from './session-token.ts';
import { readStored, writeStored } from './storage.ts';

/** Player's action whose outcome this device does not know yet. */
export interface Intent {
  /** Name of the operation. */
  name: string;
  /** Idempotency key. */
  key: string;
  /** Values that identify the intent; different content is a different intent. */
  content: unknown;
  /** Time of the first request, by the server's clock, epoch milliseconds. */
  atMs: number;
  /** The request was sent, and no certain answer came. */
  isUnsure: boolean;
}

const listeners = new Set<() => void>();
const storedText = () => readStored('intents', tokenArea()) ?? '';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const isIntent = (value: unknown): value is Intent =>
  typeof value === 'object' && value !== null && 'name' in value && 'key' in value && 'atMs' in value;

function parse(text: string): readonly Intent[] {
  try {
    const parsed: unknown = JSON.parse(text || '[]');
    return Array.isArray(parsed) ? parsed.filter(isIntent) : [];
  } catch {
    return [];
  }
}

function write(intents: readonly Intent[]): void {
  const text = intents.length === 0 ? null : JSON.stringify(intents);
  writeStored('intents', text, tokenArea());
  for (const listener of listeners) listener();
}

/** Returns all intents of this session without a certain outcome, from any page, oldest first. */
export const heldIntents = (): readonly Intent[] => parse(storedText());

/** True while this page is sending an intent. */
export const isInFlight = ({ key }: Intent): boolean => isKeyInFlight(key);

/** Follows the intents that were sent and got no certain answer. */
export function useUnsureIntents(): readonly Intent[] {
  useToken();
  const text = useSyncExternalStore(subscribe, storedText);
  return useMemo(() => parse(text).filter(({ isUnsure }) => isUnsure), [text]);
}

/** Calls a function whenever intents are kept or dropped. @returns stops that */
export const onIntentsChange = subscribe;

/** Time within which another window's change of the token follows its change of the intents. */
const TOKEN_FOLLOWS_MS = 300;

/**
 * Calls a function with the unsure intents that another window of this session has dropped: their outcome is
 * known there. @returns stops that
 */
export function onDroppedElsewhere(listener: (dropped: readonly Intent[]) => void): () => void {
  // The browser sends this event to the other windows only.
  const onStored = ({ key, oldValue }: StorageEvent) => {
    if (key !== 'intents' || getToken() === null) return;
    const sessionNo = getSessionNo();
    setTimeout(() => {
      // The end of a session drops them as well, just before the token: then no outcome is known.
      if (sessionNo !== getSessionNo()) return;
      const dropped = parse(oldValue ?? '').filter(
        (intent) => intent.isUnsure && !isInFlight(intent) && !isHeld(intent.key),
      );
      if (dropped.length > 0) listener(dropped);
    }, TOKEN_FOLLOWS_MS);
  };
  window.addEventListener('storage', onStored);
  return () => window.removeEventListener('storage', onStored);
}

/**
 * Statuses that say nothing of an earlier try under the same key: the server sends them before it looks the
 * key up.
 */
const SAYS_NOTHING_OF_BEFORE = new Set([401, 408, 429]);

function isCertain(error: unknown, wasUnsure: boolean, isRepeatable: boolean): boolean {
  if (!(error instanceof ApiError) || !error.isDefinite) return false;
  if (!wasUnsure) return true;
  return isRepeatable && !SAYS_NOTHING_OF_BEFORE.has(error.status) && error.code !== 'gone';
}

/** Returns the intent of that name and content that has no certain outcome yet. */
export function heldIntent(name: string, content: unknown): Intent | undefined {
  const contentText = JSON.stringify(content);
  return heldIntents().find((one) => one.name === name && JSON.stringify(one.content) === contentText);
}

/**
 * Runs a call that moves money under an idempotency key of its own.
 *
 * The key is stored before anything is sent. While the outcome is unknown (connection lost, server fault,
 * page reloaded) the same intent is sent again under the same key, so the money moves at most once.
 * A definite answer, good or bad, ends the intent. Without a network nothing is sent and nothing is stored.
 *
 * @param isRepeatable whether the server answers a repeated request with the first result. Where it does not,
 *   a refusal of the second says nothing of the first: the intent stays unsure.
 * @throws ApiError as `send` does, and `NOTHING_SENT` without a network
 */
export async function runIntent<Result>(
  name: string,
  content: unknown,
  send: (idempotencyKey: string) => Promise<Result>,
  isRepeatable = true,
): Promise<Result> {
  const held = heldIntent(name, content);
  // An earlier try may have arrived, so "nothing was sent" could be wrong.
  if (!navigator.onLine) throw new ApiError(held ? CONNECTION_ERROR : NOTHING_SENT, 0);
  const intent = held ?? { name, key: newKey(), content, atMs: serverNow(), isUnsure: false };
  const { key } = intent;
  const token = getToken();
  const landed = noteInFlight(key);
  keep(intent);
  try {
    const result = await send(key);
    dropIntent(key);
    return result;
  } catch (error) {
    if (isCertain(error, held?.isUnsure ?? false, isRepeatable)) dropIntent(key);
    // The member may have logged out, or another may have logged in.
    else if (token === getToken()) keep({ ...intent, isUnsure: true });
    throw error;
  } finally {
    landed();
  }
}

function keep(intent: Intent): void {
  write([...heldIntents().filter(({ key }) => key !== intent.key), intent]);
}

/** Marks an intent that another page of this session left behind; this page now recovers it. */
export function markUnsure(intent: Intent): void {
  if (!intent.isUnsure) keep({ ...intent, isUnsure: true });
}

/**
 * Drops an intent whose outcome is known.
 * @returns true when it was still held; otherwise another page has told the player
 */
export function dropIntent(key: string): boolean {
  const held = heldIntents();
  const rest = held.filter((one) => one.key !== key);
  if (rest.length === held.length) return false;
  write(rest);
  return true;
}

/**
 * Sets an intent aside whose request was refused for now, while the player is asked for something: nothing was done, so
 * that no page recovers it meanwhile. One that an earlier try may have done stays.
 * @returns takes it up again, before it is sent once more
 */
export function setAside(key: string): () => void {
  const intent = heldIntents().find((one) => one.key === key);
  if (!intent || intent.isUnsure) return () => undefined;
  dropIntent(key);
  return () => keep({ ...intent, atMs: serverNow() });
}

/** True while an intent has no certain outcome. */
export const isHeld = (key: string): boolean => heldIntents().some((one) => one.key === key);

/**
 * Returns a random idempotency key. `randomUUID` exists on secure origins only, and a phone on a test network
 * has none.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
