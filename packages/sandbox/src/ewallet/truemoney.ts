/** The emulated webhook of TrueMoney: each transfer to the merchant's wallet is posted as a signed token. */
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import { TRUEMONEY } from '../services/credentials.ts';
import type { Webhooks } from '../services/webhooks.ts';
import { bangkokIso } from '../http/bangkok-time.ts';
import type { WalletTransferRecord } from '../store/records.ts';
import type { Change } from '../store/store.ts';
import { signJwt } from './jwt.ts';

const PORT = 'ewallet:truemoney';

interface Parts {
  readonly webhooks: Webhooks;
  readonly callbacks: Callbacks;
  readonly faults: Faults;
}

const claimsOf = (transfer: WalletTransferRecord) => ({
  event_type: 'P2P',
  received_time: bangkokIso(transfer.at),
  // Satang, as whole numbers.
  amount: Number(transfer.amountMinor),
  sender_mobile: transfer.fromPhone,
  sender_name: 'สมหญิง ***',
  message: transfer.message,
  iat: Math.floor(transfer.at / 1000),
});

export class TrueMoneyWebhook {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the changes that announce a transfer; none where the merchant has set no address. */
  announce(transfer: WalletTransferRecord): Change[] {
    const { webhooks, callbacks, faults } = this.#parts;
    const webhook = webhooks.get('truemoney');
    if (!webhook) return [];
    // Not every version of the service sends the transaction's id.
    const id = faults.planAlternate(PORT) ? {} : { transaction_id: transfer.transactionId };
    const token = signJwt({ ...claimsOf(transfer), ...id }, TRUEMONEY.webhookSecret);
    return callbacks.prepareSigned({
      port: PORT,
      url: webhook.url,
      body: { message: token },
      signedBy: 'none',
    });
  }

  wake(changes: readonly Change[]): void {
    this.#parts.callbacks.wake(changes);
  }
}
