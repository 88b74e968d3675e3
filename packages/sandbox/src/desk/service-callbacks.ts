/** The webhooks that tell of the desk's messages, in the shapes of the services. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { NewCallback } from '../callbacks/callbacks.ts';
import { LINE } from '../services/credentials.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type { DeskRoomRecord } from '../store/records.ts';
import { messageCreated } from './chatwoot-views.ts';
import type { NumberedMessage, ServiceCallback } from './desk.ts';
import { plainText } from './plain-text.ts';

/** Prefix of the room of a LINE chat; the chat's id follows. */
export const LINE_ROOM = 'line-';
const FIRST_LINE_ID = 500_000_000_000n;

export const lineMessageId = (number: number): string => String(FIRST_LINE_ID + BigInt(number));

/** A chat's id in an event: a group's, a room's or a user's. */
function sourceOf(chat: string) {
  if (chat.startsWith('C')) return { type: 'group', groupId: chat, userId: LINE.staffUserId };
  if (chat.startsWith('R')) return { type: 'room', roomId: chat, userId: LINE.staffUserId };
  return { type: 'user', userId: chat };
}

/** A member of staff answers by quoting the newest message that was pushed into the chat. */
const lineEvents = (room: DeskRoomRecord, message: NumberedMessage) => ({
  destination: LINE.botUserId,
  events: [
    {
      type: 'message',
      message: {
        type: 'text',
        id: lineMessageId(message.number),
        quoteToken: randomBytes(16).toString('base64url'),
        text: plainText(message.content),
        ...(room.quoted && { quotedMessageId: room.quoted }),
      },
      webhookEventId: randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26),
      deliveryContext: { isRedelivery: false },
      timestamp: message.at,
      source: sourceOf(room.room.slice(LINE_ROOM.length)),
      replyToken: randomBytes(16).toString('hex'),
      mode: 'active',
    },
  ],
});

export const deskCallbacks =
  (webhooks: Webhooks): ServiceCallback =>
  (room, message): NewCallback | null => {
    const webhook = room.service && webhooks.get(room.service);
    if (!webhook || !room.service) return null;
    const { url, signed } = webhook;
    return room.service === 'line'
      ? { port: 'desk:line', url, body: lineEvents(room, message), signedBy: 'line' }
      : {
          port: 'desk:chatwoot',
          url,
          body: messageCreated(room, message),
          signedBy: signed ? 'chatwoot' : 'none',
          // Chatwoot sends each of its webhooks once.
          maxAttempts: 1,
        };
  };
