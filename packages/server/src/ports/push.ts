import type { PushBrowser } from '@krapao/contract/push-subscription';
import type { PushKeyPair } from '../kernel/push-key.ts';

export interface PushMessage {
  /** Encrypted for the browser: the push service cannot read it. */
  payload: string;
  /** A later message with the same topic takes the place of one that waits. Letters, figures, `-` and `_`, 32 at most. */
  topic: string;
  isUrgent: boolean;
}

/**
 * `gone`: the browser takes no more pushes. `refused`: this push will never be taken. `unknown`: it can be tried again,
 * after `retryAfterMs` where the service says so.
 */
export type PushOutcome =
  | { outcome: 'done' | 'gone' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown'; reason: string; retryAfterMs?: number };

export interface PushEndpoint {
  /** In its usual form. */
  address: string;
  /** The push service: a known host, or a pattern of hosts. */
  service: string;
}

/** Sends web pushes. */
export interface WebPush {
  /** Reads a browser's address; undefined for one that is not sent to. */
  readEndpoint(endpoint: string): PushEndpoint | undefined;
  /** @param keys ours, and the contact that the service may write to */
  send(
    target: PushBrowser,
    message: PushMessage,
    keys: PushKeyPair & { contact: string },
  ): Promise<PushOutcome>;
}
