import type { ChatContent } from '@krapao/contract/chat';
import { readStored, writeStored, type StorageKey } from '../../lib/storage.ts';
import type { AttachmentKind } from './chat-rules.ts';
import { conversationOf, type Customer } from './customer.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    chatOutbox: 'logIn';
    guestChatOutbox: 'device';
  }
}

export type Delivery = 'uploading_file' | 'sending' | 'failed' | 'succeed';

/** Message waiting to be sent. */
export interface Pending {
  /** Generated here: the server stores a message of that id once. */
  readonly id: string;
  /** Epoch milliseconds by the server's clock. */
  readonly at: number;
  readonly delivery: Exclude<Delivery, 'succeed'>;
  /** Content to send; null while its file is not uploaded yet. */
  readonly content: ChatContent | null;
  readonly file: { readonly name: string; readonly kind: AttachmentKind } | null;
  /** Preview of the file, as a data address; empty when there is none. */
  readonly preview: string;
  /** Reason for the failure: a catalogue code or the code of a connection error; empty without a failure. */
  readonly fault: string;
}

interface Kept {
  readonly conversation: string;
  readonly items: readonly Pending[];
}

const keyOf = (customer: Customer): StorageKey => (customer.userId ? 'chatOutbox' : 'guestChatOutbox');

/** Returns a customer's messages that the server has not stored yet, oldest first. They survive a reload. */
export function readOutbox(customer: Customer): Pending[] {
  const kept = readKept(keyOf(customer));
  return kept?.conversation === conversationOf(customer) ? [...kept.items] : [];
}

/** Returns the ids of all waiting messages in this browser, whichever customer's. */
export function waitingIds(): string[] {
  return (['chatOutbox', 'guestChatOutbox'] as const).flatMap(
    (key) => readKept(key)?.items.map(({ id }) => id) ?? [],
  );
}

function readKept(key: StorageKey): Kept | null {
  try {
    const kept = JSON.parse(readStored(key) ?? 'null') as Kept | null;
    if (!Array.isArray(kept?.items)) return null;
    return { ...kept, items: kept.items.filter((item: unknown) => isPending(item)) };
  } catch {
    return null;
  }
}

export function writeOutbox(customer: Customer, items: readonly Pending[]): void {
  const kept: Kept = { conversation: conversationOf(customer), items };
  writeStored(keyOf(customer), items.length === 0 ? null : JSON.stringify(kept));
}

function isPending(item: unknown): item is Pending {
  if (typeof item !== 'object' || item === null) return false;
  const { id, at, content, file } = item as Partial<Record<keyof Pending, unknown>>;
  return typeof id === 'string' && typeof at === 'number' && (content !== null || file !== null);
}
