import type { ChatContent, ChatMessage } from '@krapao/contract/chat';
import { formatDateTime, toEpochMs } from '../../lib/dates.ts';
import type { ChatState } from './chat-state.ts';
import type { Delivery, Pending } from './outbox.ts';

/** One message as shown on the screen. */
export interface Row {
  readonly id: string;
  readonly sender: ChatMessage['sender'];
  /** Null while its file is being uploaded. */
  readonly content: ChatContent | null;
  readonly delivery: Delivery;
  /** `HH:mm` in Bangkok. */
  readonly time: string;
  /** `DD/MM/YYYY` in Bangkok, on the first message of a day. */
  readonly day: string | null;
  /** The last of several by the same person within a few minutes: only it shows the time. */
  readonly isLast: boolean;
  /** Name of the staff member who wrote it, on the first of several. */
  readonly name: string;
  readonly pending: Pending | null;
  readonly preview: string;
}

/** Messages this close together are one turn. */
const TURN_MS = 5 * 60_000;

interface Flat extends Pick<Row, 'id' | 'sender' | 'content' | 'delivery' | 'name' | 'pending' | 'preview'> {
  atMs: number;
}

/**
 * Returns the conversation's messages and after them the pending ones. A failed message stays where it was
 * written.
 */
export function rowsOf({ timeline, pending, previews }: ChatState): Row[] {
  const here = new Set(timeline.map(({ _id }) => _id));
  const flat = timeline.map((message) => fromMessage(message, previews[message._id] ?? ''));
  for (const item of pending) {
    if (here.has(item.id)) continue;
    const next = item.delivery === 'failed' ? flat.findIndex(({ atMs }) => atMs > item.at) : -1;
    flat.splice(next < 0 ? flat.length : next, 0, fromPending(item));
  }
  return flat.map((one, index) => toRow(one, flat[index - 1], flat[index + 1]));
}

const fromMessage = (message: ChatMessage, preview: string): Flat => ({
  id: message._id,
  sender: message.sender,
  content: message.message,
  delivery: 'succeed',
  name: message.sender === 'operator' ? message.name : '',
  pending: null,
  preview,
  atMs: toEpochMs(message.createdAt) ?? 0,
});

const fromPending = (item: Pending): Flat => ({
  id: item.id,
  sender: 'customer',
  content: item.content,
  delivery: item.delivery,
  name: '',
  pending: item,
  preview: item.preview,
  atMs: item.at,
});

function toRow({ atMs, ...one }: Flat, before: Flat | undefined, after: Flat | undefined): Row {
  const day = dayOf(atMs);
  const continues = (other: Flat | undefined) =>
    other?.sender === one.sender &&
    other.name === one.name &&
    dayOf(other.atMs) === day &&
    Math.abs(other.atMs - atMs) < TURN_MS;
  return {
    ...one,
    time: formatDateTime(atMs).slice(11, 16),
    day: before && dayOf(before.atMs) === day ? null : day,
    isLast: !continues(after),
    name: continues(before) ? '' : one.name,
  };
}

export const dayOf = (atMs: number): string => formatDateTime(atMs).slice(0, 10);
