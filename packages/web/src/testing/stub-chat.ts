import type { ChatContent, ChatMessage } from '@krapao/contract/chat';
import type { RequestBody } from '@krapao/contract/routes';
import { refuse, type StubFault, type StubReplies } from './stub-api.ts';

type Sent = RequestBody<'POST /api/chat/send-message'>;
type Asked = RequestBody<'POST /api/chat/history'>;

/** Conversation as the server stores it: numbered without a gap, each id once. */
export class StubChat {
  readonly messages: ChatMessage[] = [];
  readSeq = 0;
  /** Fault of the calls about it; undefined: they succeed. */
  fault: StubFault | undefined;
  /** Called when messages are requested, before the answer. */
  onHistory: (() => void) | undefined;

  /** Adds a message of the staff. */
  says(content: ChatContent | string): ChatMessage {
    const message = typeof content === 'string' ? textOf(content) : content;
    return this.#add({ _id: crypto.randomUUID(), sender: 'operator', message, name: 'Nok' });
  }

  /** Adds this many messages of the staff, from `line 1` on. */
  saysLines(count: number): void {
    for (let n = 1; n <= count; n += 1) this.says(`line ${n}`);
  }

  /** The customer's texts in the server's order. */
  get customersTexts(): string[] {
    return this.messages
      .filter(({ sender }) => sender === 'customer')
      .map(({ message }) => (message.message_type === 'text' ? message.payload.text : message.message_type));
  }

  get replies(): StubReplies {
    return {
      'GET /api/chat/config': { PREFIX: 'krapao' },
      'POST /api/chat/history': ({ body }) => this.fault ?? this.#history(body as Asked),
      'POST /api/chat/send-message': ({ body }) => this.fault ?? this.#take(body as Sent),
      'PUT /api/chat/read-customer/': () => {
        if (this.fault) return this.fault;
        this.readSeq = this.messages.length;
        return { message: 'OK' };
      },
    };
  }

  #history({ limit, skip, afterSeq }: Asked) {
    this.onHistory?.();
    const messages =
      afterSeq === undefined
        ? this.messages.toReversed().slice(skip, skip + limit)
        : this.messages.filter(({ seq }) => seq > afterSeq).slice(0, limit);
    return { messages, total: this.messages.length, readSeq: this.readSeq };
  }

  #take({ _id, message, name }: Sent): ChatMessage | StubFault {
    const known = this.messages.find((one) => one._id === _id);
    if (!known) return this.#add({ _id, sender: 'customer', message, name });
    return JSON.stringify(known.message) === JSON.stringify(message) ? known : refuse(400, 'KEY_INVALID');
  }

  #add(part: Pick<ChatMessage, '_id' | 'sender' | 'message' | 'name'>): ChatMessage {
    const message: ChatMessage = {
      ...part,
      seq: this.messages.length + 1,
      createdAt: new Date().toISOString(),
      session_id: '',
      userId: '',
      guestId: '',
      username: '',
      deviceToken: '',
    };
    this.messages.push(message);
    return message;
  }
}

const textOf = (text: string): ChatContent => ({ message_type: 'text', payload: { text } });
