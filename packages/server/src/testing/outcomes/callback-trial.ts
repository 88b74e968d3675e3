import type { IncomingCallback } from '../../ports/payment-gateway.ts';

/** A callback that a service signs. */
export interface CallbackTrial {
  service: string;
  /** What it tells. */
  body: Readonly<Record<string, unknown>>;
  /** A field without which it tells nothing. */
  needed: string;
  sign: (body: object, secret: string, atMs: number) => Omit<IncomingCallback, 'path'>;
  /** @returns null when it is not believed */
  read: (callback: IncomingCallback) => unknown;
}
