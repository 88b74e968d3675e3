import type { Currency, Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import { AppError } from '../../kernel/app-error.ts';
import { derivedId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AccountId, TransferDetail, TransferState } from '../../ledger/types.ts';

/** The reference of an arrival stands for one of another amount: a person has to find out which of them is true. */
export class OtherAmountError extends AppError {
  constructor() {
    super('KEY_INVALID');
  }
}

/** Why such an arrival is put aside. */
export const OTHER_AMOUNT = 'its reference came before with another amount';

/** Money that has reached the operator from outside. */
export interface Arrival {
  /**
   * The house account that stands for where it arrived, and the reference it has there. The two make the
   * transfer's id: however often and by whichever way we hear of it, it is credited once.
   */
  house: string;
  reference: string;
  /** The transfer's id where it was promised to somebody before the money came; the caller sees to it that it is once. */
  id?: string;
  currency: Currency;
  amount: Minor;
  /** Whose it is; null when nobody can be told, or more than one. */
  payee: AccountId | null;
  /** `provider` is what the statement names as its origin. */
  detail: TransferDetail & { provider: string };
}

/** Credits what arrives: to the member it belongs to, or to suspense, never away. */
export class ArrivalService {
  readonly #ledger: Ledger;
  readonly #logger: Logger;

  constructor(parts: { ledger: Ledger; logger: Logger }) {
    this.#ledger = parts.ledger;
    this.#logger = parts.logger;
  }

  /**
   * @returns whether it was credited now or had been before
   * @throws OtherAmountError when it was told of before with another amount; AppError KEY_INVALID with another payee
   */
  async credit(
    arrival: Arrival,
  ): Promise<{ id: string; isNew: boolean; state: TransferState; amount: Minor }> {
    const { house, reference, currency, amount, payee, detail } = arrival;
    const id = arrival.id ?? derivedId('arrival', house, reference);
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
        // Who sent it, from which account or phone, is shown by `npm run suspense`, and is none of the log's business.
        this.#logger.error(
          { house, reference, transferId: id, unmatched: detail['unmatched'] },
          'arrival kept in suspense',
        );
      return { id, isNew, state: result.state, amount: result.amount };
    }
    this.#logger.error(
      { house, reference, outcome: result.outcome },
      'arrival was told of before with other content',
    );
    const known = await this.#ledger.find(id);
    if (known && known.amount !== amount) throw new OtherAmountError();
    throw new AppError('KEY_INVALID');
  }
}
