/** The operator's support desk: customers' messages, and the answers of staff or the bot. */
import { randomUUID } from 'node:crypto';
import type { Callbacks, NewCallback } from '../callbacks/callbacks.ts';
import { notFound } from '../http/http-error.ts';
import type { DeskMessageRecord, DeskRoomRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';
import { botAnswer } from './bot.ts';

const STAFF = 'Nok';
const BOT = 'Krapao bot';

export interface CustomerMessage {
  readonly id: string;
  readonly room: string;
  readonly name: string;
  readonly content: unknown;
  readonly callbackUrl: string;
  /** For a service's room. */
  readonly service?: DeskRoomRecord['service'];
  readonly sourceId?: string;
  readonly conversationId?: number;
  readonly quoted?: string;
}

/** Callbacks of the services that the desk can be reached through. */
export type ServiceCallback = (room: DeskRoomRecord, message: NumberedMessage) => NewCallback | null;

/** A message with its place among all messages of the desk, from 1 on. */
export interface NumberedMessage extends DeskMessageRecord {
  readonly number: number;
}

export class Desk {
  readonly #store: Store;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;
  readonly #toService: ServiceCallback;

  constructor(parts: { store: Store; callbacks: Callbacks; now: () => number; toService: ServiceCallback }) {
    this.#store = parts.store;
    this.#callbacks = parts.callbacks;
    this.#now = parts.now;
    this.#toService = parts.toService;
  }

  /** Stores a customer's message once. */
  take({ id, room, name, content, ...rest }: CustomerMessage): void {
    if (this.#store.get('deskMessages', id)) return;
    const at = this.#now();
    const known = this.#store.get('deskRooms', room);
    const record: DeskRoomRecord = { ...known, room, name, ...rest, bot: known?.bot ?? true, lastAt: at };
    const message: DeskMessageRecord = { id, room, from: 'customer', name, content, at };
    const changes: Change[] = [
      { table: 'deskRooms', key: room, value: record },
      { table: 'deskMessages', key: id, value: message },
      // Chatwoot's webhook also tells what the customer wrote.
      ...(record.service === 'chatwoot' ? this.#callback(record, message) : []),
    ];
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
    const answer = record.bot ? botAnswer(content) : undefined;
    if (answer) this.#say(record, 'bot', answer);
  }

  /** Returns the rooms, most recently used first. */
  rooms(): DeskRoomRecord[] {
    return this.#store.list('deskRooms').toSorted((a, b) => b.lastAt - a.lastAt);
  }

  /** Returns a room's messages, oldest first. @throws HttpError 404 */
  messages(room: string): DeskMessageRecord[] {
    this.#room(room);
    return this.#store.list('deskMessages').filter((message) => message.room === room);
  }

  /** Returns a room's messages with their numbers, oldest first. */
  numbered(room: string): NumberedMessage[] {
    return this.#store
      .list('deskMessages')
      .map((message, index) => ({ ...message, number: index + 1 }))
      .filter((message) => message.room === room);
  }

  /** Answers as a member of staff. @throws HttpError 404 */
  answer(room: string, content: object): DeskMessageRecord {
    return this.#say(this.#room(room), 'staff', content);
  }

  /** Returns the number that the next message of the desk gets. */
  nextNumber(): number {
    return this.#store.list('deskMessages').length + 1;
  }

  /** Switches the bot of a room on or off. @throws HttpError 404 */
  switchBot(room: string, bot: boolean): DeskRoomRecord {
    const value = { ...this.#room(room), bot };
    this.#store.commit([{ table: 'deskRooms', key: room, value }]);
    return value;
  }

  #room(room: string): DeskRoomRecord {
    const record = this.#store.get('deskRooms', room);
    if (!record) throw notFound('nobody has written from this room');
    return record;
  }

  #say(room: DeskRoomRecord, from: 'staff' | 'bot', content: object): DeskMessageRecord {
    const id = randomUUID();
    const name = from === 'bot' ? BOT : STAFF;
    const message: DeskMessageRecord = { id, room: room.room, from, name, content, at: this.#now() };
    const changes: Change[] = [
      { table: 'deskMessages', key: id, value: message },
      ...this.#callback(room, message),
    ];
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
    return message;
  }

  #callback(room: DeskRoomRecord, message: DeskMessageRecord): Change[] {
    const { id, name, content } = message;
    const lane = `desk:${room.room}`;
    if (!room.service) {
      const body = { id, room: room.room, name, message: content };
      return this.#callbacks.prepare('desk', room.callbackUrl, body, lane);
    }
    const number = this.nextNumber();
    const callback = this.#toService(room, { ...message, number });
    return callback ? this.#callbacks.prepareSigned({ ...callback, lane }) : [];
  }
}
