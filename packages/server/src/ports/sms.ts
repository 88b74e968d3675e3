import type { Outcome } from './outcome.ts';

/** Sends text messages. */
export interface Sms {
  /** @param message `reference` is ours; sending it again sends nothing twice */
  send(message: { reference: string; to: string; text: string }): Promise<Outcome>;
}
