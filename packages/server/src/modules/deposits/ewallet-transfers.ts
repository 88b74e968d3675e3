import { EWALLET_MINIMUM } from '@krapao/contract/limits';
import { MINOR_PER_MAJOR, type Currency } from '@krapao/contract/money';
import type { SuspenseWhy } from '@krapao/contract/staff/incoming';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { EwalletTransfer } from '../../ports/feeds.ts';
import { findByPhone } from '../account/queries.ts';
import type { IncomingPayments } from '../incoming-payments/service.ts';

/** Origin of a digital-wallet transfer in the statement. */
export const EWALLET = 'EWALLET';

/** Credits digital-wallet transfers to the member whose registered phone they came from. */
export class EwalletTransferMatcher {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #incomingPayments: IncomingPayments;

  constructor(parts: { database: Database; content: ContentStore; incomingPayments: IncomingPayments }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#incomingPayments = parts.incomingPayments;
  }

  /** Books one transfer of the feed. Safe to repeat. */
  async take(transfer: EwalletTransfer): Promise<void> {
    const { depositAccounts, operator } = await this.#content.get();
    const ours = depositAccounts.wallets.find(
      (wallet) => wallet.enabled && wallet.mode === 'AUTO' && wallet.walletAccountNo === transfer.toWallet,
    );
    const currency = ours?.currency ?? operator.currency;
    const isEnough = transfer.amount >= BigInt(EWALLET_MINIMUM) * MINOR_PER_MAJOR;
    const payee = ours && isEnough ? await this.#findSender(transfer.senderMobile, currency) : null;
    const unmatched: SuspenseWhy = !ours ? 'unknown_destination' : !isEnough ? 'below_minimum' : 'no_member';
    await this.#incomingPayments.credit({
      house: `ewallet:${transfer.toWallet}`,
      reference: transfer.transactionId,
      currency,
      amount: transfer.amount,
      payee,
      detail: {
        provider: EWALLET,
        senderMobile: transfer.senderMobile,
        ...(payee === null && { unmatched }),
      },
    });
  }

  /** Finds the sender. A member with another currency cannot be credited; staff resolve it. */
  async #findSender(phone: string, currency: Currency): Promise<AccountId | null> {
    const member = await findByPhone(this.#database.queries, phone);
    return member?.currency === currency ? member.walletAccount : null;
  }
}
