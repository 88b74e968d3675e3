import type { Currency } from '@krapao/contract/money';
import { isQr } from '../../content/checks.ts';
import type { DepositBank } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { BankTransfer } from '../../ports/feeds.ts';
import type { IncomingTransfers } from '../incoming/service.ts';
import type { SenderProblem } from '../senders/service.ts';
import type { SenderFinder } from '../senders/service.ts';

/** Reason why a transfer is in suspense. */
type Unmatched = 'unknown_destination' | 'paid_by_qr' | SenderProblem;

/**
 * Credits transfers to the operator's bank accounts to the members whose accounts they came from. A transfer
 * to an account for QR payments credits no member: its gateway reports the same money under another
 * reference.
 */
export class BankTransferMatcher {
  readonly #senders: SenderFinder;
  readonly #content: ContentStore;
  readonly #incoming: IncomingTransfers;

  constructor(parts: { senders: SenderFinder; content: ContentStore; incoming: IncomingTransfers }) {
    this.#senders = parts.senders;
    this.#content = parts.content;
    this.#incoming = parts.incoming;
  }

  /** Books one transfer of the feed or of a statement file. Safe to repeat. */
  async take(transfer: BankTransfer): Promise<void> {
    const { depositAccounts, operator } = await this.#content.get();
    const destination = depositAccounts.banks.find(
      (account) =>
        account.enabled && account.bankType === 'BANK' && account.bankAccountNo === transfer.toAccountNo,
    );
    const currency = destination?.currency ?? operator.currency;
    const payee = await this.#payeeOf(transfer, destination);
    const { toAccountNo, reference, amount, at, isDayOnly, fromBankCode, fromAccountNo, fromName } = transfer;
    const from = { bankCode: fromBankCode, accountNo: fromAccountNo, name: fromName };
    await this.#incoming.fromStatement(
      { accountNo: toAccountNo, reference, currency, amount, at, from, ...(isDayOnly && { isDayOnly }) },
      payee,
    );
  }

  async #payeeOf(
    transfer: BankTransfer,
    destination: DepositBank | undefined,
  ): Promise<AccountId | Unmatched> {
    if (!destination) return 'unknown_destination';
    return isQr(destination) ? 'paid_by_qr' : this.#findSender(transfer, destination.currency);
  }

  async #findSender(transfer: BankTransfer, currency: Currency): Promise<AccountId | Unmatched> {
    const { fromBankCode, fromAccountNo, fromName } = transfer;
    const sender = await this.#senders.find({
      bankCode: fromBankCode,
      accountNo: fromAccountNo,
      name: fromName,
    });
    if (typeof sender === 'string') return sender;
    // A member with another currency cannot be credited; staff resolve it.
    return sender.currency === currency ? sender.wallet : 'no_member';
  }
}
