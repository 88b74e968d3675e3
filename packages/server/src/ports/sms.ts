import type { Outcome } from './outcome.ts';
import type { CheckedService } from './service-check.ts';

/** Sends text messages. */
export interface Sms extends CheckedService {
  /** @param message `reference` is ours; a repeated reference sends no second message */
  send(message: { reference: string; to: string; text: string }): Promise<Outcome>;
}
