import { createHmac } from 'node:crypto';
import { sameBytes } from '../../kernel/secrets.ts';
import { unknown, type Outcome, type Unknown } from '../../ports/outcome.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { DeskMessage, SupportDesk } from '../../ports/support-desk.ts';
import { textOf } from '../desk-text.ts';
import { parseObject } from '../http/read-answer.ts';
import {
  callService,
  callServiceForList,
  JSON_BODY,
  type ServiceAnswer,
  type ServiceConnection,
} from '../http/service-call.ts';
import { readConversation, readEvent, readMessageTaken, readNewest, readSource } from './transform.ts';

export interface ChatwootOptions extends ServiceConnection {
  /** Identifier of the API inbox. */
  inbox: string;
  /** Token of the inbox that proves a contact's identifier. */
  hmacToken: string;
  /** Secret of the webhook. */
  webhookSecret: string;
}

/** A customer's place at the desk. */
interface Place {
  source: string;
  conversation: string;
}

const CLOCK_TOLERANCE_S = 5 * 60;
/** Number of rooms whose places are remembered. */
const REMEMBERED = 10_000;

/**
 * Chatwoot, by an API inbox. Official source. A room is the identifier and the source of its contact, so that any
 * process finds its conversation and the room of an answer. A version that chooses sources by itself is understood
 * by the process that made the contact. Unsigned webhooks of old versions are not taken.
 */
export function createChatwoot(options: ChatwootOptions): SupportDesk {
  return new Chatwoot(options);
}

class Chatwoot implements SupportDesk {
  readonly #options: ChatwootOptions;
  readonly #places = new Map<string, Place>();
  readonly #rooms = new Map<string, string>();

  constructor(options: ChatwootOptions) {
    this.#options = options;
  }

  async deliver({ room, message }: DeskMessage): Promise<Outcome> {
    const place =
      this.#places.get(room) ?? (await this.#place(room, message.name || message.username || room));
    if ('outcome' in place) return place;
    const path = `/contacts/${encodeURIComponent(place.source)}/conversations/${place.conversation}/messages`;
    const answer = await this.#post(path, { content: textOf(message.message), echo_id: message._id });
    const taken = answer.outcome === 'unknown' ? answer : readMessageTaken(answer);
    // The conversation may be gone: the next delivery looks for it again.
    if (taken.outcome !== 'done') this.#places.delete(room);
    return taken;
  }

  readReplies(callback: IncomingCallback) {
    const body = this.#isSigned(callback) ? parseObject(callback.rawBody) : null;
    if (!body) return null;
    const reply = readEvent(body, this.#options.inbox, (source) => this.#rooms.get(source) ?? source);
    return reply === 'nothing' ? [] : [reply];
  }

  /** Finds the conversation of a room, or begins it. */
  async #place(room: string, name: string): Promise<Place | Unknown> {
    const identifier_hash = createHmac('sha256', this.#options.hmacToken).update(room).digest('hex');
    const contact = { source_id: room, identifier: room, identifier_hash, name };
    const made = await this.#post('/contacts', contact);
    const source = made.outcome === 'answer' ? readSource(made) : '';
    if (source === '') return unknownOf(made);
    const path = `/contacts/${encodeURIComponent(source)}/conversations`;
    const known = await this.#list(path);
    if (typeof known !== 'string') return known;
    const begun = known === '' ? await this.#post(path, {}) : null;
    const conversation = begun?.outcome === 'answer' ? readConversation(begun.body) : known;
    if (conversation === '') return unknownOf(begun ?? made);
    const place = { source, conversation };
    remember(this.#places, room, place);
    remember(this.#rooms, source, room);
    return place;
  }

  /** Returns the newest conversation; empty when there is none. */
  async #list(path: string): Promise<string | Unknown> {
    const url = this.#url(path);
    const list = await callServiceForList({ method: 'GET', url, timeoutMs: this.#options.timeoutMs });
    return 'outcome' in list ? list : readNewest(list);
  }

  #post(path: string, content: object): Promise<ServiceAnswer | Unknown> {
    const body = JSON.stringify(content);
    const { timeoutMs } = this.#options;
    return callService({ method: 'POST', url: this.#url(path), headers: JSON_BODY, body, timeoutMs });
  }

  #url(path: string): URL {
    const { baseUrl, inbox } = this.#options;
    return new URL(`${baseUrl}/public/api/v1/inboxes/${encodeURIComponent(inbox)}${path}`);
  }

  #isSigned({ headers, rawBody }: IncomingCallback): boolean {
    const timestamp = String(headers['x-chatwoot-timestamp'] ?? '');
    if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= CLOCK_TOLERANCE_S)) return false;
    const [, given = ''] =
      /^sha256=([0-9a-f]{64})$/i.exec(String(headers['x-chatwoot-signature'] ?? '')) ?? [];
    const text = `${timestamp}.${rawBody}`;
    const expected = createHmac('sha256', this.#options.webhookSecret).update(text).digest();
    return sameBytes(Buffer.from(given, 'hex'), expected);
  }
}

const unknownOf = (answer: ServiceAnswer | Unknown): Unknown =>
  answer.outcome === 'unknown' ? answer : unknown(`status ${answer.status}`);

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest);
}
