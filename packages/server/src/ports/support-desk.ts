import type { ChatMessage } from '@krapao/contract/chat';
import type { Outcome } from './outcome.ts';
import type { IncomingCallback } from './payment-gateway.ts';

/** A customer's message, as the desk is told of it. */
export interface DeskMessage {
  /** The room: where the answer goes. */
  room: string;
  message: ChatMessage;
  /** Where the desk sends answers. */
  callbackUrl: string;
}

/** What the operator's staff answers. */
export interface DeskReply {
  /** The desk's own, unique: the same id again is the same answer. */
  id: string;
  room: string;
  /** Of a shape the contract knows; checked by the reader. */
  content: unknown;
  /** Who answers, as the customer sees it. */
  name: string;
}

/** Where the operator's staff reads what customers write, and answers. */
export interface SupportDesk {
  /** Hands a message on. The desk takes one it knows already as taken. */
  deliver(message: DeskMessage): Promise<Outcome>;
  /** The answer in a callback; null when the callback is not the desk's. */
  readReply(callback: IncomingCallback): DeskReply | null;
}
