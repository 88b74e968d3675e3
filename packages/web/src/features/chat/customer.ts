import type { ChatMessage } from '@krapao/contract/chat';
import { getSessionNo, getToken } from '../../lib/session-token.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { newUuid } from '../../lib/uuid.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    guestId: 'device';
  }
}

/** Owner of a conversation. */
export type Customer = Pick<ChatMessage, 'userId' | 'guestId' | 'username' | 'name'>;

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Returns the id of this browser's guest, if it has chatted before. */
export function knownGuestId(): string | null {
  const stored = readStored('guestId');
  return stored !== null && UUID_V4.test(stored) ? stored : null;
}

/**
 * Returns this browser's guest. The id is random and works as a secret; it never becomes part of an account.
 */
export function guest(): Customer {
  const known = knownGuestId();
  const guestId = known ?? newUuid();
  if (known === null) writeStored('guestId', guestId);
  return { userId: '', guestId, username: '', name: '' };
}

/** Returns the id of a conversation and its room. */
export const conversationOf = (customer: Customer): string => customer.userId || customer.guestId;

/** Returns a function that tells whether the session in which a chat began is still the current one. */
export function sessionWatch(): () => boolean {
  const sessionNo = getSessionNo();
  const isMember = getToken() !== null;
  return () => getSessionNo() === sessionNo && (getToken() !== null) === isMember;
}
