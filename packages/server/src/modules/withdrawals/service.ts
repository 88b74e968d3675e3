import { parseDecimal, ZERO, type Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store.ts';
import type { Member } from '../../http/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Settler, Verdict } from '../../ledger/settler.ts';
import type { TransferRow, TransferState } from '../../ledger/types.ts';
import type { Bank, PayoutStatus } from '../../ports/bank.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';

/**
 * Withdrawals: the money is held, the bank gets a payout order under the transfer's id, and the bank's
 * decision posts or voids the hold.
 */
export class WithdrawalService {
  readonly #ledger: Ledger;
  readonly #content: ContentStore;
  readonly #bank: Bank;
  readonly #settler: () => Settler;
  readonly #logger: Logger;
  readonly #callbackUrl: () => string;

  constructor(parts: {
    ledger: Ledger;
    content: ContentStore;
    bank: Bank;
    /** The settler asks this service, so it is there only after it. */
    settler: () => Settler;
    logger: Logger;
    /** Where the bank tells its decision. */
    callbackUrl: () => string;
  }) {
    this.#ledger = parts.ledger;
    this.#content = parts.content;
    this.#bank = parts.bank;
    this.#settler = parts.settler;
    this.#logger = parts.logger;
    this.#callbackUrl = parts.callbackUrl;
  }

  /**
   * Holds an amount and has it paid out to the member's bank account.
   * @param id of the transfer: the same id again pays nothing more
   * @throws AppError KEY_INVALID outside the limits, NO_BANK, MONEY_NOT_ENOUGH
   */
  async withdraw(
    member: Member,
    amount: Minor,
    id: string,
  ): Promise<{ id: string; state: TransferState; amount: Minor }> {
    if (!member.bankCode || !member.bankAccountNo) throw new AppError('NO_BANK');
    const { min, max } = (await this.#content.get()).withdraw.limits[member.currency];
    if (amount < (parseDecimal(min) ?? ZERO) || amount > (parseDecimal(max) ?? ZERO)) {
      throw new AppError('KEY_INVALID');
    }
    const held = await this.#ledger.submit({
      id,
      debit: member.walletAccount,
      credit: await this.#ledger.house('bank:payout', member.currency),
      amount,
      kind: 'withdraw',
      pending: true,
      // The account as it stands now: a later change must not redirect money under way.
      detail: {
        bankCode: member.bankCode,
        bankAccountNo: member.bankAccountNo,
        bankAccountName: member.bankAccountName,
      },
    });
    switch (held.outcome) {
      case 'created':
        this.#settler().nudge(id);
        return { id, state: held.state, amount: held.amount };
      case 'repeated':
        return { id, state: held.state, amount: held.amount };
      case 'insufficient':
        throw new AppError('MONEY_NOT_ENOUGH');
      case 'conflict':
        throw new AppError('KEY_INVALID');
    }
  }

  /** What the bank says of a held withdrawal; one it has never seen is ordered, under the same id. */
  async inquire(transfer: TransferRow): Promise<Verdict> {
    const known = await this.#bank.payoutStatus(transfer.id);
    const status = known.outcome === 'not_found' ? await this.#order(transfer) : known;
    switch (status.outcome) {
      case 'done':
        return verdictOf(status.value);
      case 'refused':
        return { verdict: 'void', outcome: { reason: status.reason } };
      case 'unknown':
        return { verdict: 'wait', reason: status.reason };
    }
  }

  /**
   * Takes the bank's decision in. Safe to repeat.
   * @returns false when the callback is not authentic
   */
  async takeCallback(callback: IncomingCallback): Promise<boolean> {
    const decision = this.#bank.readCallback(callback);
    if (!decision) return false;
    const verdict = verdictOf(decision.status);
    if (verdict.verdict === 'wait') return true;
    const { reference, status } = decision;
    const transfer = isUuid(reference) ? await this.#ledger.find(reference) : undefined;
    if (transfer?.kind !== 'withdraw') {
      this.#logger.error({ reference, status }, 'the bank decided on a payout that is not ours');
      return true;
    }
    const settled = await this.#ledger.settle({
      id: reference,
      result: verdict.verdict,
      outcome: verdict.outcome,
    });
    if (settled.outcome === 'conflict') {
      this.#logger.error({ reference, status }, 'the bank decided otherwise before');
    }
    return true;
  }

  #order(transfer: TransferRow) {
    const { bankCode = '', bankAccountNo = '', bankAccountName = '' } = transfer.detail;
    return this.#bank.payOut({
      reference: transfer.id,
      amount: transfer.amount,
      toBankCode: bankCode,
      toAccountNo: bankAccountNo,
      toAccountName: bankAccountName,
      callbackUrl: this.#callbackUrl(),
    });
  }
}

function verdictOf(status: PayoutStatus): Verdict {
  switch (status) {
    case 'done':
      return { verdict: 'post', outcome: {} };
    case 'refused':
      return { verdict: 'void', outcome: { reason: 'refused_by_bank' } };
    case 'accepted':
      return { verdict: 'wait', reason: 'the bank has not decided' };
  }
}
