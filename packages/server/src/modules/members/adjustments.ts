import { CURRENCIES, parseDecimal, toDecimal, toMinor, ZERO, type Minor } from '@krapao/contract/money';
import { z } from 'zod';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { derivedId } from '../../kernel/ids.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Approvals } from '../approvals/service.ts';
import { findWallet, isMember } from '../account/queries.ts';
import type { Actor } from '../staff-audit/service.ts';

const ADJUSTMENT = 'adjustment';

const payload = z.object({
  memberId: z.string(),
  /** Decimal text, more than 0. */
  amount: z.string(),
  currency: z.enum(CURRENCIES),
  direction: z.enum(['credit', 'debit']),
  /** True from the amount on that an owner decides. */
  isLarge: z.boolean(),
});
type Payload = z.output<typeof payload>;

/** Adjustments of wallets: proposed by one person, approved by another, made once. */
export class Adjustments {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #content: ContentStore;
  readonly #approvals: Approvals;

  constructor(parts: { database: Database; ledger: Ledger; content: ContentStore; approvals: Approvals }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#content = parts.content;
    this.#approvals = parts.approvals;
    parts.approvals.register<Payload>({
      action: ADJUSTMENT,
      payload,
      permissionOf: ({ isLarge }) => (isLarge ? 'adjust.approveLarge' : 'adjust.approve'),
      carryOut: async (tx, { memberId, amount, direction }, { id, reason }) => {
        const { walletAccount: wallet, currency } = await findWallet(tx, memberId);
        const house = await this.#ledger.houseIn(tx, 'adjustments', currency);
        const made = await this.#ledger.submitIn(tx, {
          id: derivedId(ADJUSTMENT, id),
          ...(direction === 'credit' ? { debit: house, credit: wallet } : { debit: wallet, credit: house }),
          amount: toAmount(amount),
          kind: 'adjustment',
          pending: false,
          detail: { approval: id, reason },
        });
        // The wallet has less than what is to be taken.
        if (made.outcome !== 'created') throw new StaffError('NOT_POSSIBLE');
        return { transferId: derivedId(ADJUSTMENT, id) };
      },
    });
  }

  /** Proposes an adjustment. @returns the id of the proposal. @throws StaffError NO_DATA, KEY_INVALID */
  async propose(
    staff: StaffCaller,
    actor: Actor,
    asked: { memberId: string; amount: number; direction: 'credit' | 'debit'; reason: string },
  ): Promise<string> {
    const { memberId, direction, reason } = asked;
    const amount = toMinor(asked.amount);
    if (amount === null || amount <= 0n) throw new StaffError('KEY_INVALID');
    if (!(await isMember(this.#database.queries, memberId))) throw new StaffError('NO_DATA');
    const { currency } = await findWallet(this.#database.queries, memberId);
    const { payouts } = await this.#content.get();
    const isLarge = amount >= toAmount(payouts[currency].ownerFrom);
    return this.#approvals.propose(staff, actor, {
      action: ADJUSTMENT,
      subject: `member ${memberId}`,
      payload: { memberId, amount: toDecimal(amount), currency, direction, isLarge } satisfies Payload,
      reason,
    });
  }
}

const toAmount = (text: string): Minor => parseDecimal(text) ?? ZERO;
