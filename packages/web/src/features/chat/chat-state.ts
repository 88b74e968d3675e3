import type { Pending } from './outbox.ts';
import type { Timeline } from './timeline.ts';

/** Current source of messages. */
export type Link =
  | 'connecting'
  /** Over the socket, at once. */
  | 'live'
  /** No socket is available: the server is polled every few seconds. */
  | 'asking'
  /** The server refuses the room. */
  | 'refused';

export interface ChatState {
  /** `failed`: the server refused, so there is nothing to show. */
  readonly phase: 'starting' | 'ready' | 'failed';
  readonly link: Link;
  readonly isOnline: boolean;
  /** The server has not answered the latest attempt to start; it is retried. */
  readonly isUnanswered: boolean;
  readonly timeline: Timeline;
  readonly pending: readonly Pending[];
  /** Progress of file uploads by message, 0 to 1. */
  readonly progress: Readonly<Record<string, number>>;
  /** Previews of files sent from here, by message: shown until the full picture has loaded. */
  readonly previews: Readonly<Record<string, string>>;
  readonly isLoadingOlder: boolean;
  /** Number of the last message that the server has marked as read by the customer. */
  readonly readSeq: number;
}

export const EMPTY_CHAT: ChatState = {
  phase: 'starting',
  link: 'connecting',
  isOnline: true,
  isUnanswered: false,
  timeline: [],
  pending: [],
  progress: {},
  previews: {},
  isLoadingOlder: false,
  readSeq: 0,
};

/** True when the conversation has messages before the loaded ones: its numbers begin at 1. */
export const hasOlder = ({ phase, timeline }: ChatState): boolean =>
  phase === 'ready' && (timeline[0]?.seq ?? 1) > 1;
