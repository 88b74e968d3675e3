import { AppError } from '../../kernel/app-error.ts';
import type { EwalletWebhook } from '../../ports/ewallet-webhook.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import { PutAsideError } from '../incoming-payments/service.ts';
import { textOfRead, type RejectedEntries } from '../rejected-entries/service.ts';
import type { EwalletTransferMatcher } from './ewallet-transfers.ts';

const SOURCE = 'ewallet';

/** Takes in the transfers that a digital wallet reports by callbacks. */
export class EwalletCallbacks {
  readonly #webhook: EwalletWebhook | undefined;
  readonly #transfers: Pick<EwalletTransferMatcher, 'take'>;
  readonly #rejected: Pick<RejectedEntries, 'add'>;

  constructor(parts: {
    /** Undefined where the wallet has a feed instead. */
    webhook: EwalletWebhook | undefined;
    transfers: Pick<EwalletTransferMatcher, 'take'>;
    rejected: Pick<RejectedEntries, 'add'>;
  }) {
    this.#webhook = parts.webhook;
    this.#transfers = parts.transfers;
    this.#rejected = parts.rejected;
  }

  /**
   * Handles a callback. Safe to repeat.
   * @returns false when the callback is not authentic, or no wallet reports by callbacks
   */
  async takeCallback(callback: IncomingCallback): Promise<boolean> {
    const transfer = await this.#webhook?.readCallback(callback);
    if (!transfer) return false;
    if ('reason' in transfer) {
      await this.#rejected.add({ source: SOURCE, form: 'callback' }, [transfer]);
      return true;
    }
    try {
      await this.#transfers.take(transfer);
    } catch (error) {
      if (error instanceof PutAsideError) {
        const entry = { reason: error.reason, text: textOfRead(transfer) };
        await this.#rejected.add({ source: SOURCE, form: 'read' }, [entry]);
      } else if (!(error instanceof AppError && error.code === 'KEY_INVALID')) {
        throw error;
      }
      // Booked with another payee, for example when its sender became a member since: nothing to do.
    }
    return true;
  }
}
