import { visibleText } from '@krapao/contract/visible-text';
import { chatContent, type ChatContent, type ChatMessage } from '@krapao/contract/chat';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../database/open.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { LaneSource, Room, Taken } from '../../kernel/lane-worker.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { DeskReply, SupportDesk } from '../../ports/support-desk.ts';
import type { ChatBudget } from './budget.ts';
import type { FileLinks, LinkFor } from './file-links.ts';
import type { ChatFiles } from './files.ts';
import { MessageWriter, type AddRules } from './message-writer.ts';
import {
  findContent,
  findCustomer,
  hasUnconfirmed,
  listAfter,
  listNewest,
  markRead,
  postponeDelivery,
  readState,
  claimForDesk,
  type Customer,
  type DeskLane,
  type DeskMessage,
  type NewMessage,
  type StoredMessage,
} from './repo.ts';
import { toWire } from './wire.ts';

/** Messages a customer may send in a minute. */
const PER_MINUTE = 40;
const GUEST_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface SentMessage {
  id: string;
  content: ChatContent;
  sessionId: string;
}

/** Conversations between customers and the operator's support desk. */
export class ChatService implements LaneSource {
  readonly #database: Database;
  readonly #writer: MessageWriter;
  readonly #files: ChatFiles;
  readonly #links: FileLinks;
  readonly #budget: ChatBudget;
  readonly #desk: SupportDesk;
  readonly #prefix: string;
  readonly #callbackUrl: () => string;
  readonly #leaseMs: number;
  readonly #everyMs: number;
  readonly #logger: Logger;
  readonly #listeners: ((room: string, message: ChatMessage) => void)[] = [];

  constructor(parts: {
    database: Database;
    files: ChatFiles;
    links: FileLinks;
    budget: ChatBudget;
    desk: SupportDesk;
    /** Prefix of room names. */
    prefix: string;
    /** Returns the URL to which the desk sends replies. */
    callbackUrl: () => string;
    /** Lease of a message during its delivery to the desk; longer than the call takes. */
    leaseMs: number;
    /** Interval of the search for due messages. */
    everyMs: number;
    logger: Logger;
  }) {
    this.#database = parts.database;
    this.#writer = new MessageWriter(parts.database);
    this.#files = parts.files;
    this.#links = parts.links;
    this.#budget = parts.budget;
    this.#desk = parts.desk;
    this.#prefix = parts.prefix;
    this.#callbackUrl = parts.callbackUrl;
    this.#leaseMs = parts.leaseMs;
    this.#everyMs = parts.everyMs;
    this.#logger = parts.logger;
  }

  get prefix(): string {
    return this.#prefix;
  }

  roomOf(customer: Pick<Customer, 'conversationId'>): string {
    return `${this.#prefix}-${customer.conversationId}`;
  }

  /**
   * Returns the customer of a request: the member, even if the request names a guest, or else the guest,
   * whose id only their browser knows.
   * @throws AppError UNAUTHORIZED when the request has neither
   */
  customerOf(member: Member | undefined, guestId: string, { address }: Caller): Customer {
    if (member) return { conversationId: member.id, memberId: member.id };
    if (!GUEST_ID.test(guestId)) throw new AppError('UNAUTHORIZED');
    return { conversationId: guestId, memberId: undefined, address };
  }

  /** Returns the customer of a room; undefined when the room is another customer's or invalid. */
  customerOfRoom(room: string, member: Member | undefined): Customer | undefined {
    const id = room.startsWith(`${this.#prefix}-`) ? room.slice(this.#prefix.length + 1) : '';
    if (member) return id === member.id ? { conversationId: id, memberId: id } : undefined;
    return GUEST_ID.test(id) ? { conversationId: id, memberId: undefined } : undefined;
  }

  /**
   * Adds a customer's message. A repeated id adds nothing.
   * @throws AppError REQUEST_LIMIT; KEY_INVALID for an id of a different message, and for a file
   *   that is not the customer's
   */
  async send(customer: Customer, member: Member | undefined, sent: SentMessage): Promise<ChatMessage> {
    const content = await this.#checkedContent(customer, sent.content);
    const message = {
      id: sent.id,
      sender: 'customer' as const,
      content,
      sessionId: sent.sessionId,
      username: member?.username ?? '',
      name: member?.name ?? '',
    };
    const book = (tx: Tx) => this.#budget.bookText(tx, customer, Buffer.byteLength(JSON.stringify(content)));
    return this.#add(customer, message, {
      mostAMinute: PER_MINUTE,
      book: member ? undefined : book,
    });
  }

  /**
   * Reads a page of the conversation, newest first, or the messages after a sequence number, oldest first.
   */
  async history(
    customer: Customer,
    { limit, skip, afterSeq }: { limit: number; skip: number; afterSeq: number | undefined },
  ): Promise<{ messages: ChatMessage[]; total: number; readSeq: number }> {
    const { conversationId } = customer;
    const { queries } = this.#database;
    const [messages, state] = await Promise.all([
      afterSeq === undefined
        ? listNewest(queries, conversationId, limit, skip)
        : listAfter(queries, conversationId, afterSeq, limit),
      readState(queries, conversationId),
    ]);
    return { messages: messages.map((message) => this.#toWire(message)), ...state };
  }

  markRead(customer: Customer): Promise<void> {
    return markRead(this.#database.queries, customer.conversationId);
  }

  /**
   * Takes the replies in a callback of the desk. A repeated reply adds nothing, and one that fails keeps none of the
   * others away.
   * @returns false when the callback is not the desk's
   * @throws AppError KEY_INVALID an invalid reply; NO_DATA no such room; SERVICE_UNAVAILABLE when the desk did not
   *   tell a part, or which of our messages is answered: it may come again; FILE_NOT_SUPPORTED, REQUEST_LIMIT a picture that cannot be kept
   */
  async takeReplies(callback: IncomingCallback): Promise<boolean> {
    const replies = await this.#desk.readReplies(callback);
    if (!replies) return false;
    const faults: unknown[] = [];
    for (const reply of replies) {
      if (typeof reply === 'string') {
        const mayBeOurs = reply === 'unconfirmed' || (await hasUnconfirmed(this.#database.queries));
        if (mayBeOurs) faults.push(new AppError('SERVICE_UNAVAILABLE'));
      } else await this.#takeReply(reply).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw faults[0];
    return true;
  }

  async #takeReply(reply: DeskReply): Promise<void> {
    const parsed = reply.picture ? undefined : chatContent.safeParse(reply.content);
    if (parsed?.success === false || !UUID.test(reply.id))
      throw new AppError('KEY_INVALID', { cause: parsed?.error });
    const id = reply.room.startsWith(`${this.#prefix}-`) ? reply.room.slice(this.#prefix.length + 1) : '';
    const customer = await findCustomer(this.#database.queries, id);
    if (!customer) throw new AppError('NO_DATA');
    const content = parsed?.data ?? (await this.#keptPicture(customer, reply));
    await this.#add(customer, {
      id: reply.id,
      sender: 'operator',
      content,
      sessionId: '',
      username: '',
      name: visibleText(reply.name),
    });
  }

  /** Keeps the picture of a reply. A repeated reply has the picture that was kept first. */
  async #keptPicture(customer: Customer, { id, picture }: DeskReply): Promise<ChatContent> {
    const known = await findContent(this.#database.queries, id);
    if (known) return known;
    if (!picture) throw new AppError('KEY_INVALID');
    const { bytes, mime } = picture;
    const fileName = `picture.${mime.slice(mime.indexOf('/') + 1)}`;
    const kept = await this.#files.keepPicture(customer, { outcome: 'file', bytes, fileName, mime });
    return { message_type: 'media', payload: { message: '', ...kept } };
  }

  dueLanes(): Promise<string[]> {
    // One statement finds and claims due messages, so both lanes are always tried.
    return Promise.resolve(['members', 'guests'] satisfies DeskLane[]);
  }

  /** Delivers customers' messages to the desk, in order within each conversation. */
  async take(rooms: readonly Room[]): Promise<Taken[]> {
    const due = await claimForDesk(this.#database.queries, rooms, this.#leaseMs);
    return due.map((one) => ({ lane: one.lane, run: () => this.#handOn(one) }));
  }

  /** @returns true when the desk took or refused the message, so the conversation's next message is due */
  async #handOn({ message, attempts }: DeskMessage): Promise<boolean> {
    const room = this.roomOf(message);
    const delivered = await this.#desk.deliver({
      room,
      message: this.#toWire(message, 'desk'),
      callbackUrl: this.#callbackUrl(),
    });
    if (delivered.outcome === 'unknown') {
      await postponeDelivery(this.#database.queries, message.id, this.#deskWaitMs(attempts));
      return false;
    }
    if (delivered.outcome === 'refused') {
      // A refusal is final: the message stays in the conversation and does not block later ones.
      this.#logger.warn({ room, messageId: message.id, reason: delivered.reason }, 'desk refused a message');
    }
    await this.#writer.handedOn(message.id);
    return true;
  }

  /** Returns the wait after the n-th delivery without an answer: 1, 2, 4 … rounds, a minute at most. */
  #deskWaitMs(attempts: number): number {
    return Math.min(LONGEST_DESK_WAIT_MS, this.#everyMs * 2 ** Math.min(attempts - 1, 20));
  }

  /** Registers a listener for every message that this process has stored. */
  onMessage(listener: (room: string, message: ChatMessage) => void): void {
    this.#listeners.push(listener);
  }

  async #add(customer: Customer, message: NewMessage, rules?: AddRules): Promise<ChatMessage> {
    const added = await this.#writer.add(customer, message, rules);
    if (added.outcome === 'flood') throw new AppError('REQUEST_LIMIT');
    const { outcome, stored } = added;
    const isSame =
      stored.conversationId === customer.conversationId &&
      stored.sender === message.sender &&
      isDeepStrictEqual(stored.content, message.content);
    if (!isSame) throw new AppError('KEY_INVALID');
    const wire = this.#toWire(stored);
    if (outcome === 'added') for (const listener of this.#listeners) listener(this.roomOf(customer), wire);
    return wire;
  }

  /** Converts a message for sending, with a temporary link to its file. */
  #toWire(stored: StoredMessage, whose: LinkFor = 'browser'): ChatMessage {
    const wire = toWire(stored);
    const { message } = wire;
    if (message.message_type !== 'media') return wire;
    const url = this.#links.sign(message.payload.url, whose);
    return { ...wire, message: { ...message, payload: { ...message.payload, url } } };
  }

  async #checkedContent(customer: Customer, content: ChatContent): Promise<ChatContent> {
    if (content.message_type === 'text') {
      const text = content.payload.text.trim();
      if (text === '') throw new AppError('KEY_INVALID');
      return { ...content, payload: { text } };
    }
    if (content.message_type !== 'media') return content;
    const file = await this.#files.find(content.payload.filePath, customer.conversationId);
    if (!file) throw new AppError('KEY_INVALID');
    return { ...content, payload: { ...content.payload, ...file } };
  }
}

const LONGEST_DESK_WAIT_MS = 60_000;
