import { CHAT_IMAGE_MAX_BYTES } from '@krapao/contract/limits';
import { createHmac } from 'node:crypto';
import { derivedId } from '../../kernel/ids.ts';
import { sameBytes } from '../../kernel/secrets.ts';
import { done, unknown, type Outcome, type Unknown } from '../../ports/outcome.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import type {
  DeskGap,
  DeskMessage,
  DeskPicture,
  DeskReading,
  DeskReply,
  SupportDesk,
} from '../../ports/support-desk.ts';
import { textOf } from '../desk-text.ts';
import { exchangeFile } from '../http/exchange.ts';
import { parseObject } from '../http/read-answer.ts';
import {
  bearerAuth,
  callService,
  JSON_BODY,
  type ServiceAnswer,
  type ServiceConnection,
} from '../http/service-call.ts';
import {
  isMessageId,
  labelled,
  labelsOf,
  readBot,
  readLabel,
  readLeft,
  readPushed,
  readStaffMessages,
  type StaffMessage,
} from './transform.ts';

export interface LineOptions extends ServiceConnection {
  /** Access token of the channel. */
  token: string;
  /** Secret of the channel, which signs webhooks. */
  secret: string;
  /** The user, group or room whose people answer: `U…`, `C…`, `R…`. */
  chat: string;
  records: ServiceRecords;
}

const PUBLIC_URL = 'https://api.line.me';
/** LINE serves what people send from another host. */
const PUBLIC_FILES_URL = 'https://api-data.line.me';
/** Age of an answer up to which the message that it quotes may be one of ours that is not known yet. */
const MAY_BE_OURS_MS = 10 * 60_000;
/** Service of the records: each of them has LINE's id of a message, or a label, and the room that it belongs to. */
const RECORDS = 'line';

/**
 * LINE, by the Messaging API of an official account. Official documentation and client (npm `@line/bot-sdk`). Customers'
 * messages are pushed into one chat of staff. An answer quotes one of them, or begins with the label of its room; what
 * staff write otherwise stays among them. LINE tells no sent message by an id of ours: a message is sent again under the
 * same retry key, which LINE takes once a day.
 */
export function createLine(options: LineOptions): SupportDesk {
  return new Line(options);
}

class Line implements SupportDesk {
  readonly #options: LineOptions;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  async deliver({ room, message }: DeskMessage): Promise<Outcome> {
    const { token, chat, records, baseUrl, timeoutMs } = this.#options;
    const label = await this.#labelOf(room);
    const text = labelled(label, message.name || message.username, textOf(message.message));
    const answer = await callService({
      method: 'POST',
      url: new URL(`${baseUrl}/v2/bot/message/push`),
      headers: {
        ...JSON_BODY,
        ...bearerAuth(token),
        'x-line-retry-key': derivedId('line message', message._id),
      },
      body: JSON.stringify({ to: chat, messages: [{ type: 'text', text }] }),
      timeoutMs,
    });
    const pushed = answer.outcome === 'unknown' ? answer : readPushed(answer);
    if (pushed.outcome !== 'done') return pushed;
    for (const id of pushed.value) await records.keep(RECORDS, id, room);
    return done(undefined);
  }

  async check(): Promise<Outcome<string | null>> {
    const bot = await this.#get('/v2/bot/info');
    const known = bot.outcome === 'unknown' ? bot : readBot(bot);
    if (known.outcome !== 'done') return known;
    const quota = await this.#get('/v2/bot/message/quota');
    const consumption = await this.#get('/v2/bot/message/quota/consumption');
    const isTold = quota.outcome === 'answer' && consumption.outcome === 'answer';
    return done(isTold ? readLeft(quota, consumption) : null);
  }

  async readReplies(callback: IncomingCallback): Promise<DeskReading> {
    if (!this.#isSigned(callback)) return null;
    const body = parseObject(callback.rawBody);
    const written = body ? readStaffMessages(body, this.#options.chat) : [];
    const read: (DeskReply | DeskGap)[] = [];
    for (const one of written) read.push(...(await this.#repliesIn(one)));
    return read;
  }

  async #repliesIn({ eventId, text, quotedId, atMs }: StaffMessage): Promise<(DeskReply | DeskGap)[]> {
    const replyOf = (room: string, content: string): DeskReply[] =>
      content === ''
        ? []
        : [{ id: derivedId('line event', eventId), room, content: textContent(content), name: '' }];
    const quoted = isMessageId(quotedId) ? await this.#roomOf(quotedId) : undefined;
    if (quoted !== undefined) return replyOf(quoted, text);
    const begin = readLabel(text);
    const room = begin && (await this.#roomOf(`#${begin.label}`));
    if (room === undefined) {
      // A push whose answer was lost is in the chat, and its id is not known before it is sent again.
      return isMessageId(quotedId) && Date.now() - atMs < MAY_BE_OURS_MS ? ['unplaced'] : [];
    }
    const replies = replyOf(room, begin?.rest ?? '');
    // LINE lets a picture quote nothing, so staff quote their own picture and name the room.
    const picture = isMessageId(quotedId) ? await this.#picture(quotedId) : null;
    if (picture === null) return replies;
    if ('outcome' in picture) return [...replies, 'unconfirmed'];
    const id = derivedId('line picture', eventId);
    return [...replies, { id, room, content: null, picture, name: '' }];
  }

  /** Returns the picture of a message; null when it has none that may be sent on. */
  async #picture(messageId: string): Promise<DeskPicture | Unknown | null> {
    const { token, baseUrl, timeoutMs } = this.#options;
    const host = baseUrl === PUBLIC_URL ? PUBLIC_FILES_URL : baseUrl;
    const url = new URL(`${host}/v2/bot/message/${messageId}/content`);
    const file = await exchangeFile(
      { method: 'GET', url, headers: bearerAuth(token), timeoutMs },
      CHAT_IMAGE_MAX_BYTES,
    );
    if (file.outcome === 'unknown') return file;
    const { status, contentType: mime, bytes } = file;
    if (status === 200 && bytes === undefined) return null;
    if (status === 200 && bytes && mime.startsWith('image/')) return { bytes, mime };
    const hasNone = status === 400 || status === 404 || status === 410 || /^(video|audio)\//.test(mime);
    return hasNone ? null : unknown(`status ${status}, not a picture`);
  }

  /** Returns the label of a room, and keeps whose it is. */
  async #labelOf(room: string): Promise<string> {
    for (const label of labelsOf(room)) {
      await this.#options.records.keep(RECORDS, `#${label}`, room);
      if ((await this.#roomOf(`#${label}`)) === room) return label;
    }
    throw new Error(`no label is free for ${room}`);
  }

  async #roomOf(key: string): Promise<string | undefined> {
    return (await this.#options.records.find(RECORDS, key))?.theirs ?? undefined;
  }

  #get(path: string): Promise<ServiceAnswer | Unknown> {
    const { baseUrl, token, timeoutMs } = this.#options;
    return callService({
      method: 'GET',
      url: new URL(baseUrl + path),
      headers: bearerAuth(token),
      timeoutMs,
    });
  }

  #isSigned({ headers, rawBody }: IncomingCallback): boolean {
    const given = Buffer.from(String(headers['x-line-signature'] ?? ''), 'base64');
    return sameBytes(given, createHmac('sha256', this.#options.secret).update(rawBody).digest());
  }
}

const textContent = (text: string) => ({ message_type: 'text', payload: { text } });
