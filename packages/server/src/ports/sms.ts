import type { Outcome } from './outcome.ts';

/** Sends text messages. */
export interface Sms {
  /** @param message `reference` is ours; a repeated reference sends no second message */
  send(message: { reference: string; to: string; text: string }): Promise<Outcome>;
}
