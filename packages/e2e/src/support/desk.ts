import { z } from 'zod';
import { exchange } from './exchange.ts';

const message = z.object({
  id: z.string(),
  from: z.enum(['customer', 'staff', 'bot']),
  content: z.object({ message_type: z.string(), payload: z.record(z.string(), z.unknown()) }),
});
export type DeskMessage = z.output<typeof message>;

/** The operator's support desk as its staff use it: the sandbox's control calls. */
export class Desk {
  readonly url: string;

  constructor(sandboxUrl: string) {
    this.url = `${sandboxUrl}/control/desk`;
  }

  /** Returns the messages of a customer's conversation, oldest first; empty before they have written. */
  async messages(conversation: string): Promise<DeskMessage[]> {
    const { status, text } = await exchange(this.#room(conversation), { method: 'GET' });
    return status === 200 ? z.array(message).parse(JSON.parse(text)) : [];
  }

  /** Returns the texts of one side, in the support desk's order. */
  async textsOf(conversation: string, from: DeskMessage['from']): Promise<unknown[]> {
    const messages = await this.messages(conversation);
    return messages.filter((one) => one.from === from).map(({ content }) => content.payload['text']);
  }

  async answer(conversation: string, text: string): Promise<void> {
    const { status } = await exchange(this.#room(conversation), { method: 'POST', body: { text } });
    if (status !== 200) throw new Error(`the desk answered ${status}`);
  }

  #room(conversation: string): string {
    return `${this.url}/${encodeURIComponent(`krapao-${conversation}`)}`;
  }
}
