import type { Currency, Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import { AppError } from '../../kernel/app-error.ts';
import { derivedId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { DepositDetail } from '../../ledger/kinds/deposit.ts';
import type { AccountId, TransferState } from '../../ledger/types.ts';

/** Reasons for setting an incoming payment aside whose reference is known. */
export const OTHER_AMOUNT = 'its reference came before with another amount';
export const OTHER_PAYMENT = 'its reference came before for another payment';

/** A payment cannot be booked as it is told: staff must find out what is right. */
export class PutAsideError extends AppError {
  readonly reason: string;

  /** @param reason such as {@link OTHER_AMOUNT} */
  constructor(reason: string) {
    super('KEY_INVALID');
    this.reason = reason;
  }
}

/** A payment to the operator from outside. */
export interface IncomingPayment {
  /**
   * House account of the receiving channel, and the payment's reference there. The transfer's id is derived
   * from both, so a payment that is reported repeatedly or by several channels is credited once.
   */
  house: string;
  reference: string;
  /** Transfer id that was issued before the money came. The caller ensures that it is used once. */
  id?: string;
  currency: Currency;
  amount: Minor;
  /** Wallet account of the receiving member; null when no member or more than one matches. */
  payee: AccountId | null;
  /** `provider` is the origin shown in the statement. */
  detail: Omit<DepositDetail, 'reference'>;
}

/** Credits incoming payments to the receiving member, or to suspense. No payment is dropped. */
export class IncomingPayments {
  readonly #ledger: Ledger;
  readonly #logger: Logger;

  constructor(parts: { ledger: Ledger; logger: Logger }) {
    this.#ledger = parts.ledger;
    this.#logger = parts.logger;
  }

  /**
   * Credits a payment once.
   * @returns the transfer; `isNew` is false when it had been credited before
   * @throws PutAsideError when booked with another amount; AppError KEY_INVALID when with another payee
   */
  async credit(
    payment: IncomingPayment,
  ): Promise<{ id: string; isNew: boolean; state: TransferState; amount: Minor }> {
    const { house, reference, currency, amount, payee, detail } = payment;
    const id = payment.id ?? derivedId('arrival', house, reference);
    const result = await this.#ledger.submit({
      id,
      debit: await this.#ledger.house(house, currency),
      credit: payee ?? (await this.#ledger.house('suspense', currency)),
      amount,
      kind: 'deposit',
      pending: false,
      detail: { ...detail, reference },
    });
    if (result.outcome === 'created' || result.outcome === 'repeated') {
      const isNew = result.outcome === 'created';
      if (isNew && payee === null)
        // The log leaves out the sender, account and phone. `npm run tool -- suspense` shows them.
        this.#logger.error(
          { house, reference, transferId: id, unmatched: detail.unmatched },
          'incoming payment kept in suspense',
        );
      return { id, isNew, state: result.state, amount: result.amount };
    }
    this.#logger.error(
      { house, reference, outcome: result.outcome },
      'incoming payment was told of before with other content',
    );
    const known = await this.#ledger.find(id);
    if (known && known.amount !== amount) throw new PutAsideError(OTHER_AMOUNT);
    throw new AppError('KEY_INVALID');
  }
}
