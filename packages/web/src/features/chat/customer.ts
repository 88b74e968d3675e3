import type { ChatMessage } from '@krapao/contract/chat';
import { getSessionNo, getToken } from '../../lib/session-token.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts';
import { newUuid } from '../../lib/uuid.ts';

/** Whose conversation it is. */
export type Customer = Pick<ChatMessage, 'userId' | 'guestId' | 'username' | 'name'>;

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The id of this browser's guest, if it has chatted before. */
export function knownGuestId(): string | null {
  const stored = readStored(STORAGE_KEYS.guestId);
  return stored !== null && UUID_V4.test(stored) ? stored : null;
}

/** The guest of this browser. Their id is random and works as a secret; it never becomes part of an account. */
export function guest(): Customer {
  const known = knownGuestId();
  const guestId = known ?? newUuid();
  if (known === null) writeStored(STORAGE_KEYS.guestId, guestId);
  return { userId: '', guestId, username: '', name: '' };
}

/** The id a conversation and its room are known by. */
export const conversationOf = (customer: Customer): string => customer.userId || customer.guestId;

/** Tells whether the session that a chat began in is still the one held. */
export function sessionWatch(): () => boolean {
  const sessionNo = getSessionNo();
  const isMember = getToken() !== null;
  return () => getSessionNo() === sessionNo && (getToken() !== null) === isMember;
}
