import { randomUUID } from 'node:crypto';
import type { SmsRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

export interface OutgoingSms {
  readonly reference: string;
  readonly to: string;
  readonly text: string;
}

/** A message as the control calls and the page show it. */
export interface InboxMessage {
  readonly to: string;
  readonly text: string;
  /** The first group of 4 to 8 digits of the text; null when it has none. */
  readonly otpCode: string | null;
  /** ISO time. */
  readonly sentAt: string;
}

const MAX_LISTED = 100;

export const otpCodeOf = (text: string): string | null => /(?<!\d)\d{4,8}(?!\d)/.exec(text)?.[0] ?? null;

const toInboxMessage = ({ to, text, sentAt }: SmsRecord): InboxMessage => ({
  to,
  text,
  otpCode: otpCodeOf(text),
  sentAt: new Date(sentAt).toISOString(),
});

/** Messages sent to the sandbox's phones. */
export class SmsInbox {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Sends a message once per reference. @returns its id; for a repeated reference, the first message's id.
   */
  send({ reference, to, text }: OutgoingSms): string {
    const sent = this.#store.get('sms', reference);
    if (sent) return sent.id;
    const id = randomUUID();
    const value = { id, reference, to, text, sentAt: this.#now() };
    this.#store.commit([{ table: 'sms', key: reference, value }]);
    return id;
  }

  /** Returns the newest messages, newest first: of one phone, or of all. */
  list(to: string | undefined): InboxMessage[] {
    return this.#store
      .newest('sms', MAX_LISTED, (message) => to === undefined || message.to === to)
      .map(toInboxMessage);
  }
}
