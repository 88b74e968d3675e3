import { visibleText } from '@krapao/contract/visible-text';
import type { chatContent, ChatMessage } from '@krapao/contract/chat';
import type { z } from 'zod';
import type { StoredMessage } from './repo.ts';

type Wire = z.input<typeof chatContent>;

/** Converts a stored message for sending. */
export function toWire(stored: StoredMessage): ChatMessage {
  return {
    _id: stored.id,
    seq: stored.seq,
    sender: stored.sender,
    message: stored.content satisfies Wire,
    createdAt: stored.createdAt.toISOString(),
    session_id: stored.sessionId,
    userId: stored.memberId ?? '',
    guestId: stored.memberId === null ? stored.conversationId : '',
    username: stored.username,
    name: visibleText(stored.name),
    deviceToken: '',
  };
}
