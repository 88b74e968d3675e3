import type { SuspenseEnd } from '@krapao/contract/staff/incoming';
import type { Tx } from '../../database/open.ts';
import { derivedId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { confirmReturned } from '../returned-payouts/queries.ts';
import { SAME, type SameMoneyService } from './same-money.ts';
import { SuspenseError, type Suspended, type SuspenseService } from './service.ts';

/** Actions of ending a deposit, in proposals and in the record. */
export const END_ACTIONS = {
  returned: 'suspense.return',
  kept: 'suspense.keep',
  same: SAME,
  payout: 'suspense.payout',
} as const satisfies Record<SuspenseEnd, string>;

/** Who says that a deposit was returned or is kept, and why. */
export interface EndSaid {
  by: string;
  reason: string;
}

/** An end, with the deposit that is the same money or the payout that came back. */
export interface EndedAs {
  end: SuspenseEnd;
  otherId?: string | undefined;
  payoutId?: string | undefined;
}

/** Ends deposits in suspense that no member gets. */
export class SuspenseEnds {
  readonly #ledger: Ledger;
  readonly #suspense: SuspenseService;
  readonly #sameMoney: SameMoneyService;

  constructor(parts: { ledger: Ledger; suspense: SuspenseService; sameMoney: SameMoneyService }) {
    this.#ledger = parts.ledger;
    this.#suspense = parts.suspense;
    this.#sameMoney = parts.sameMoney;
  }

  /**
   * Takes a deposit out of suspense in the caller's transaction: to the account that it came from, which sent the money
   * back, has told of it twice or has a payout again, or to the operator's own.
   * @throws SuspenseError no such deposit, it has left suspense, it cannot be the same money as the one beside it, or its
   *   payout's member has not got the money again
   */
  async endIn(
    tx: Tx,
    depositId: string,
    { end, otherId, payoutId }: EndedAs,
    { by, reason }: EndSaid,
  ): Promise<Suspended> {
    const deposit = await this.#suspense.findIn(tx, depositId);
    const { provider = '', reference = '' } = deposit.detail;
    if (end === 'same') {
      if (otherId === undefined) throw new SuspenseError(`the deposit ${depositId} has none beside it`);
      await this.#sameMoney.settleIn(tx, depositId, otherId, { by, reason });
      return deposit;
    }
    if (end === 'payout' && !(payoutId && (await confirmReturned(tx, deposit.id, payoutId))))
      throw new SuspenseError(`the deposit ${depositId} is no return of a payout that its member has again`);
    const result = await this.#ledger.submitIn(tx, {
      // Same id as an assignment to a member, so only one of them can be made.
      id: derivedId('suspense', deposit.id),
      debit: deposit.account,
      credit: end === 'kept' ? await this.#ledger.houseIn(tx, 'kept', deposit.currency) : deposit.cameFrom,
      amount: deposit.amount,
      kind: end === 'kept' ? 'suspense_keep' : 'suspense_return',
      pending: false,
      detail: { provider, reference, origin: deposit.id },
    });
    if (result.outcome !== 'created') throw new SuspenseError(`the deposit ${depositId} has left suspense`);
    await tx
      .insertInto('suspense_end')
      .values({ deposit_id: deposit.id, how: end, said_by: by, reason })
      .execute();
    return deposit;
  }
}
