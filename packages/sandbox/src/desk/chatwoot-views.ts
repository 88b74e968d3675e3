/** The objects of Chatwoot's interface. */
import { CHATWOOT } from '../services/credentials.ts';
import type { ChatwootContactRecord, DeskRoomRecord } from '../store/records.ts';
import type { NumberedMessage } from './desk.ts';
import { plainText } from './plain-text.ts';

const KIND = { customer: 0, staff: 1, bot: 1 } as const;
const seconds = (atMs: number): number => Math.floor(atMs / 1000);
const AGENT = { id: 3, name: 'Nok', email: 'nok@demo.example', type: 'user' };

export const contactView = ({ sourceId, id, name, email, phone }: ChatwootContactRecord) => ({
  source_id: sourceId,
  pubsub_token: `demo-pubsub-${sourceId}`,
  id,
  name,
  email,
  phone_number: phone,
});

interface Button {
  readonly title?: string;
  readonly payload?: string;
  readonly url?: string;
}

/** Buttons and cards, as the service's own kinds of content have them. */
function richPart(content: unknown): { content_type: string; content_attributes: object } {
  const { message_type: kind, payload } = content as {
    message_type?: string;
    payload?: {
      buttons?: Button[];
      quick_replies?: Button[];
      elements?: { title?: string; subtitle?: string; image_url?: string; buttons?: Button[] }[];
    };
  };
  const items = payload?.buttons ?? payload?.quick_replies;
  if (items) {
    const options = items.map(({ title, payload: value, url }) => ({ title, value: value ?? url }));
    return { content_type: 'input_select', content_attributes: { items: options } };
  }
  if (kind !== 'generic') return { content_type: 'text', content_attributes: {} };
  const cards = payload?.elements?.map(({ title, subtitle, image_url: picture, buttons = [] }) => ({
    title,
    description: subtitle,
    media_url: picture,
    actions: buttons.map(({ title: text, payload: value, url }) =>
      url ? { type: 'link', text, uri: url } : { type: 'postback', text, payload: value },
    ),
  }));
  return { content_type: 'cards', content_attributes: { items: cards } };
}

export const messageView = (message: NumberedMessage, conversationId: number) => ({
  id: message.number,
  content: plainText(message.content),
  message_type: KIND[message.from],
  ...richPart(message.content),
  created_at: seconds(message.at),
  conversation_id: conversationId,
  attachments: [],
  sender: message.from === 'customer' ? { name: message.name, type: 'contact' } : AGENT,
});

export const conversationView = (room: DeskRoomRecord, messages: readonly NumberedMessage[]) => ({
  id: room.conversationId,
  uuid: `00000000-0000-4000-8000-${String(room.conversationId).padStart(12, '0')}`,
  inbox_id: CHATWOOT.inboxId,
  contact_last_seen_at: seconds(room.lastAt),
  agent_last_seen_at: 0,
  status: 'open',
  messages: messages.map((message) => messageView(message, room.conversationId ?? 0)),
  contact: { name: room.name },
});

/** The body of the webhook `message_created`, which tells of messages in both directions. */
export const messageCreated = (room: DeskRoomRecord, message: NumberedMessage) => ({
  event: 'message_created',
  id: message.number,
  content: plainText(message.content),
  ...richPart(message.content),
  created_at: new Date(message.at).toISOString(),
  message_type: message.from === 'customer' ? 'incoming' : 'outgoing',
  private: false,
  source_id: null,
  sender: message.from === 'customer' ? { id: 1, name: message.name, type: 'contact' } : AGENT,
  account: { id: CHATWOOT.accountId, name: 'Krapao' },
  inbox: { id: CHATWOOT.inboxId, name: 'Krapao' },
  conversation: {
    id: room.conversationId,
    inbox_id: CHATWOOT.inboxId,
    status: 'open',
    contact_inbox: { source_id: room.sourceId, inbox_id: CHATWOOT.inboxId },
  },
});
