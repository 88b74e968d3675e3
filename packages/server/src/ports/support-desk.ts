import type { ChatMessage } from '@krapao/contract/chat';
import type { Outcome } from './outcome.ts';
import type { IncomingCallback } from './payment-gateway.ts';
import type { CheckedService } from './service-check.ts';

/** A customer's message for the support desk. */
export interface DeskMessage {
  /** Room that receives the answer. */
  room: string;
  message: ChatMessage;
  /** URL that receives the desk's answers. */
  callbackUrl: string;
}

/** An answer of the operator's staff. */
export interface DeskReply {
  /** The desk's unique id. A repeated id is the same answer. */
  id: string;
  room: string;
  /** Content in a shape of the contract; the reader checks it. */
  content: unknown;
  /** Name of the answering person that the customer sees. */
  name: string;
}

/** Support desk of the operator's staff, who read and answer customers' messages. */
export interface SupportDesk extends CheckedService {
  /** Delivers a message. The desk accepts a repeated one as delivered. */
  deliver(message: DeskMessage): Promise<Outcome>;
  /**
   * Returns the answer in a callback; `nothing` when it has none for the customer; null when the callback is not the
   * desk's.
   */
  readReply(callback: IncomingCallback): DeskReply | 'nothing' | null;
}
