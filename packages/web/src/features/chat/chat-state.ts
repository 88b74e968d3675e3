import type { Pending } from './outbox.ts';
import type { Timeline } from './timeline.ts';

/** How messages come at the moment. */
export type Link =
  | 'connecting'
  /** Over the socket, at once. */
  | 'live'
  /** There is no socket to be had: the server is asked every few seconds. */
  | 'asking'
  /** The server does not let us into the room. */
  | 'refused';

export interface ChatState {
  /** `failed`: the server said no, so that there is nothing to show. */
  readonly phase: 'starting' | 'ready' | 'failed';
  readonly link: Link;
  readonly isOnline: boolean;
  /** The server has not answered the latest try to begin; it is tried again. */
  readonly isUnanswered: boolean;
  readonly timeline: Timeline;
  readonly pending: readonly Pending[];
  /** Of files that are being uploaded, by message: 0 to 1. */
  readonly progress: Readonly<Record<string, number>>;
  /** Small pictures of what was sent from here, by message: shown until the picture itself has come. */
  readonly previews: Readonly<Record<string, string>>;
  readonly isLoadingOlder: boolean;
  /** Up to where the server knows the customer to have read. */
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

/** Whether there is more of the conversation than is here: its numbers begin at 1. */
export const hasOlder = ({ phase, timeline }: ChatState): boolean =>
  phase === 'ready' && (timeline[0]?.seq ?? 1) > 1;
