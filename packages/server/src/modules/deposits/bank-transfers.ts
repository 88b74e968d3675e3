import type { Currency } from '@krapao/contract/money';
import { BOUNDS, isPlausible } from '@krapao/contract/plausible-time';
import { isQr } from '../../content/checks.ts';
import { isOurAccount } from '../../content/our-accounts.ts';
import type { DepositBank } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import { canBeOfDays, TIME_CANNOT_BE } from '../../kernel/entry-days.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { BankTransfer } from '../../ports/feeds.ts';
import type { StatementEntry } from '../../ports/statement-file.ts';
import { PutAsideError } from '../incoming-payments/service.ts';
import type { FilePlace, IncomingTransfers } from '../incoming/service.ts';
import type { SenderProblem } from '../senders/service.ts';
import type { SenderFinder } from '../senders/service.ts';

/** Reason why a transfer is in suspense. */
type Unmatched = 'unknown_destination' | 'paid_by_qr' | 'own_transfer' | SenderProblem;

/** Fields that feed and files alike tell of a transfer. */
type Told = Pick<BankTransfer, 'toAccountNo' | 'fromBankCode' | 'fromAccountNo' | 'fromName'>;

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

  /**
   * Books one transfer of the feed. Safe to repeat.
   * @param toldAt when the feed told of it
   * @returns its id in the books
   * @throws PutAsideError also for a time that cannot be
   */
  async take(transfer: BankTransfer, toldAt: Date): Promise<string> {
    const { toAccountNo: accountNo, reference, amount, at, fromBankCode, fromAccountNo, fromName } = transfer;
    if (!isPlausible(at, toldAt, BOUNDS.minute)) throw new PutAsideError(TIME_CANNOT_BE);
    const { currency, payee } = await this.#receiverOf(transfer);
    const from = { bankCode: fromBankCode, accountNo: fromAccountNo, name: fromName };
    return this.#incoming.fromFeed({ accountNo, reference, currency, amount, at, from }, payee);
  }

  /**
   * Books one entry of a statement file. Safe to repeat.
   * @param toldAt when the file came
   * @returns the id of its transfer in the books
   * @throws PutAsideError also for days that cannot be
   */
  async takeEntry(
    { credit, noPayment }: Omit<StatementEntry, 'currency'>,
    place: FilePlace,
    toldAt: Date,
  ): Promise<string> {
    if (!canBeOfDays(credit, toldAt)) throw new PutAsideError(TIME_CANNOT_BE);
    const { currency, payee } = await this.#receiverOf(credit);
    return this.#incoming.fromFile({ credit, currency, noPayment }, place, payee);
  }

  async #receiverOf(told: Told): Promise<{ currency: Currency; payee: AccountId | Unmatched }> {
    const { depositAccounts, operator } = await this.#content.get();
    const destination = depositAccounts.banks.find(
      (account) =>
        account.enabled && account.bankType === 'BANK' && account.bankAccountNo === told.toAccountNo,
    );
    return {
      currency: destination?.currency ?? operator.currency,
      payee: await this.#payeeOf(told, destination, depositAccounts.banks),
    };
  }

  async #payeeOf(
    transfer: Told,
    destination: DepositBank | undefined,
    ours: readonly DepositBank[],
  ): Promise<AccountId | Unmatched> {
    if (!destination) return 'unknown_destination';
    if (isQr(destination)) return 'paid_by_qr';
    if (isOurAccount(ours, transfer)) return 'own_transfer';
    return this.#findSender(transfer, destination.currency);
  }

  async #findSender(transfer: Told, currency: Currency): Promise<AccountId | Unmatched> {
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
