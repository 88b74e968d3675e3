import { randomUUID } from 'node:crypto';
import type { DeskMessage } from '../ports/support-desk.ts';

/** A customer's message of a room, for the support desk. */
export function deskMessage(room: string, text = 'สวัสดี'): DeskMessage {
  const message = {
    _id: randomUUID(),
    seq: 1,
    sender: 'customer' as const,
    message: { message_type: 'text' as const, payload: { text } },
    createdAt: new Date().toISOString(),
    session_id: '',
    userId: '',
    guestId: '',
    username: '0812345678',
    name: 'สมชาย',
    deviceToken: '',
  };
  return { room, message, callbackUrl: 'http://127.0.0.1:1/' };
}
