/** The operator's support desk: customers' messages, and the answers of staff or the bot. */
import { randomUUID } from 'node:crypto';
import type { Callbacks } from '../callbacks/callbacks.ts';
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
}

export class Desk {
  readonly #store: Store;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;

  constructor(store: Store, callbacks: Callbacks, now: () => number) {
    this.#store = store;
    this.#callbacks = callbacks;
    this.#now = now;
  }

  /** Stores a customer's message once. */
  take({ id, room, name, content, callbackUrl }: CustomerMessage): void {
    if (this.#store.get('deskMessages', id)) return;
    const at = this.#now();
    const known = this.#store.get('deskRooms', room);
    const record: DeskRoomRecord = { room, name, callbackUrl, bot: known?.bot ?? true, lastAt: at };
    this.#store.commit([
      { table: 'deskRooms', key: room, value: record },
      { table: 'deskMessages', key: id, value: { id, room, from: 'customer', name, content, at } },
    ]);
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

  /** Answers as a member of staff. @throws HttpError 404 */
  answer(room: string, content: object): DeskMessageRecord {
    return this.#say(this.#room(room), 'staff', content);
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
      ...this.#callbacks.prepare(
        'desk',
        room.callbackUrl,
        { id, room: room.room, name, message: content },
        `desk:${room.room}`,
      ),
    ];
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
    return message;
  }
}
