import { derivedId } from '../../kernel/ids.ts';
import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import { isObject, readObject, readText, type JsonObject } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';

/** UTF-16 units of a text message. */
const LONGEST_TEXT = 5_000;
const LABEL_DIGITS = 10;

/** What a person of staff wrote. */
export interface StaffMessage {
  /** Id of the event. A repeated one is the same message. */
  eventId: string;
  text: string;
  /** LINE's id of the message that it quotes; empty when it quotes none. */
  quotedId: string;
  /** Time of the event in milliseconds; 0 when it tells none. */
  atMs: number;
}

/**
 * Returns the labels that a room may have, best first: two rooms may share one by chance, and then the second room
 * takes its next label.
 */
export function labelsOf(room: string): string[] {
  const digits = derivedId('line room', room).replaceAll('-', '').toUpperCase();
  return [0, LABEL_DIGITS, 2 * LABEL_DIGITS].map((from) => digits.slice(from, from + LABEL_DIGITS));
}

/** Returns the text as staff read it: the label, the name and what the customer wrote. */
export const labelled = (label: string, name: string, text: string): string =>
  `${[`#${label}`, name].filter(Boolean).join(' ')}\n${text}`.slice(0, LONGEST_TEXT);

/** Splits off the label that a text begins with; undefined when it begins with none. */
export function readLabel(text: string): { label: string; rest: string } | undefined {
  const [whole = '', label = ''] = /^#([0-9a-f]{10})(?![0-9a-z])/i.exec(text) ?? [];
  return whole === '' ? undefined : { label: label.toUpperCase(), rest: text.slice(whole.length).trim() };
}

/**
 * Reads whether a push was taken, and LINE's ids of its messages. A retry key that was taken before is answered with
 * 409: the message is in the chat.
 */
export function readPushed({ status, body }: ServiceAnswer): Outcome<string[]> {
  const ids = readIds(body['sentMessages']);
  if (status === 409) return done(ids);
  // Asked again, LINE says 409 and tells the id that the answer lacks.
  if (status === 200) return ids.length > 0 ? done(ids) : unknown('the answer names no message');
  const reason = [`status ${status}`, readText(body['message'])].filter(Boolean).join(': ');
  return status === 400 && isAboutMessages(body['details']) ? refused(reason) : unknown(reason);
}

const readIds = (list: unknown): string[] =>
  Array.isArray(list)
    ? list
        .filter(isObject)
        .map(({ id }) => readText(id))
        .filter(Boolean)
    : [];

/** Returns whether an error is about the content of messages, which LINE never takes then. */
const isAboutMessages = (details: unknown): boolean =>
  Array.isArray(details) &&
  details.filter(isObject).some(({ property }) => readText(property).startsWith('messages['));

/** Reads whether the access token was taken. */
export function readBot({ status, body }: ServiceAnswer): Outcome<null> {
  if (status === 401 || status === 403) return refused(readText(body['message']) || `status ${status}`);
  return status === 200 && readText(body['userId']) !== '' ? done(null) : unknown(`status ${status}`);
}

/** Reads how many messages are left this month; null when the plan has no limit or an answer does not tell. */
export function readLeft(quota: ServiceAnswer, consumption: ServiceAnswer): string | null {
  const { type, value } = quota.body;
  const { totalUsage } = consumption.body;
  if (quota.status !== 200 || consumption.status !== 200 || type !== 'limited') return null;
  return typeof value === 'number' && typeof totalUsage === 'number'
    ? `${value - totalUsage} messages`
    : null;
}

/** Reads what staff wrote in their chat. @param chat the user, group or room that staff answer in */
export function readStaffMessages(body: JsonObject, chat: string): StaffMessage[] {
  const { events } = body;
  if (!Array.isArray(events)) return [];
  return events.filter(isObject).flatMap((event) => {
    const message = readObject(event['message']);
    const isTheirs = event['type'] === 'message' && chatOf(readObject(event['source'])) === chat;
    const eventId = readText(event['webhookEventId']);
    const text = message['type'] === 'text' ? readText(message['text']).trim() : '';
    if (!isTheirs || eventId === '' || text === '') return [];
    const { timestamp } = event;
    const atMs = typeof timestamp === 'number' ? timestamp : 0;
    return [{ eventId, text, quotedId: readText(message['quotedMessageId']), atMs }];
  });
}

/** Returns the chat of a source: a person of a group is told beside the group. */
const chatOf = (source: JsonObject): string =>
  readText(source['groupId']) || readText(source['roomId']) || readText(source['userId']);

/** Returns whether a text can be the id of a message, and part of an address. */
export const isMessageId = (text: string): boolean => /^\d{1,30}$/.test(text);
