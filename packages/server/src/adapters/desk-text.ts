import type { ChatMessage } from '@krapao/contract/chat';

/** Returns a customer's message as text, for a desk that takes text alone. */
export function textOf(message: ChatMessage['message']): string {
  switch (message.message_type) {
    case 'text':
      return message.payload.text;
    case 'media':
      return [message.payload.message, message.payload.url].filter(Boolean).join('\n');
    case 'postback':
      return message.payload.title;
    case 'buttons':
    case 'quick_replies':
      return message.payload.text;
    case 'generic':
      return message.payload.elements.map(({ title }) => title).join('\n');
    default:
      return message satisfies never;
  }
}
