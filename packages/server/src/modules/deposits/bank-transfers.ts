import type { Currency } from '@krapao/contract/money';
import { isQr } from '../../content/checks.ts';
import type { DepositBank } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { BankTransfer } from '../../ports/feeds.ts';
import type { ArrivalService } from '../arrivals/service.ts';
import { maskPattern, matchesMaskedName } from '../../kernel/account-mask.ts';

/** Why a transfer is in suspense. */
type Unmatched = 'unknown_destination' | 'paid_by_qr' | 'no_member' | 'ambiguous';

/**
 * Credits transfers to the operator's bank accounts to the members whose accounts they came from. An account that is
 * paid by QR code credits nobody: its gateway tells of the same money under another reference.
 */
export class BankTransferMatcher {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #arrivals: ArrivalService;

  constructor(parts: { database: Database; content: ContentStore; arrivals: ArrivalService }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#arrivals = parts.arrivals;
  }

  /** Takes one transfer of the feed in. Safe to repeat. */
  async take(transfer: BankTransfer): Promise<void> {
    const { depositAccounts, operator } = await this.#content.get();
    const destination = depositAccounts.banks.find(
      (account) =>
        account.enabled && account.bankType === 'BANK' && account.bankAccountNo === transfer.toAccountNo,
    );
    const currency = destination?.currency ?? operator.currency;
    const payee = await this.#payeeOf(transfer, destination);
    const isMatched = typeof payee === 'bigint';
    await this.#arrivals.credit({
      house: `bank:${transfer.toAccountNo}`,
      reference: transfer.reference,
      currency,
      amount: transfer.amount,
      payee: isMatched ? payee : null,
      detail: {
        provider: transfer.fromBankCode,
        fromAccountNo: transfer.fromAccountNo,
        fromName: transfer.fromName,
        ...(!isMatched && { unmatched: payee }),
      },
    });
  }

  async #payeeOf(
    transfer: BankTransfer,
    destination: DepositBank | undefined,
  ): Promise<AccountId | Unmatched> {
    if (!destination) return 'unknown_destination';
    return isQr(destination) ? 'paid_by_qr' : this.#findSender(transfer, destination.currency);
  }

  async #findSender(transfer: BankTransfer, currency: Currency): Promise<AccountId | Unmatched> {
    const candidates = await this.#database.queries
      .selectFrom('member')
      .select(['wallet_account', 'bank_account_name'])
      .where('bank_code', '=', transfer.fromBankCode)
      .where('bank_account_no', 'like', maskPattern(transfer.fromAccountNo))
      .where('currency', '=', currency)
      .execute();
    // A masked number may fit several members; the name then decides, when it fits one alone.
    const named =
      candidates.length > 1
        ? candidates.filter((member) => matchesMaskedName(transfer.fromName, member.bank_account_name))
        : candidates;
    const [only, ...others] = named;
    if (!only) return candidates.length > 1 ? 'ambiguous' : 'no_member';
    return others.length > 0 ? 'ambiguous' : (only.wallet_account as AccountId);
  }
}
