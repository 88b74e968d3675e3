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

/** A picture that staff sent. */
export interface DeskPicture {
  bytes: Buffer;
  /** Media type, such as `image/jpeg`. */
  mime: string;
}

/** An answer of the operator's staff. */
export interface DeskReply {
  /** The desk's unique id. A repeated id is the same answer. */
  id: string;
  room: string;
  /** Content in a shape of the contract, which the reader checks; or a picture, which the reader keeps. */
  content: unknown;
  picture?: DeskPicture;
  /** Name of the answering person that the customer sees. */
  name: string;
}

/**
 * What a callback has beside answers. `unconfirmed`: the desk was asked for a part of an answer and did not tell; the
 * callback may come again. `unplaced`: it answers a message that may be one of ours, of which the desk has not told us
 * yet.
 */
export type DeskGap = 'unconfirmed' | 'unplaced';

/** The answers in a callback; none when it has none for a customer. Null: it is not the desk's. */
export type DeskReading = readonly (DeskReply | DeskGap)[] | null;

/** Support desk of the operator's staff, who read and answer customers' messages. */
export interface SupportDesk extends CheckedService {
  /** Delivers a message. The desk accepts a repeated one as delivered. */
  deliver(message: DeskMessage): Promise<Outcome>;
  /** Reads the answers in a callback. */
  readReplies(callback: IncomingCallback): DeskReading | Promise<DeskReading>;
}
