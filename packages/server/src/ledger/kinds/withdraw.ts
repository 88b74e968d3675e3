import { MAIN_WALLET } from '@krapao/contract/limits';
import { STATEMENT_NOTES } from '@krapao/contract/statement';
import { detailOf, oneOf, optional, text, type DetailOfSchema } from './detail.ts';
import type { KindDeclaration } from './kind.ts';

const withdrawDetail = detailOf({
  /** The member's account when the withdrawal was made. */
  bankCode: text,
  bankAccountNo: text,
  bankAccountName: text,
  /** Earliest time at which it may go to the bank, as ISO 8601. */
  notBefore: optional(text),
  note: optional(oneOf(STATEMENT_NOTES)),
  /** Paid out of the held balance, to which it returns when it fails. */
  held: optional(oneOf(['yes'])),
  /** The session had no fresh proof: such withdrawals of 24 hours stay within this together, in minor units. */
  unprovenAbove: optional(text),
  /** With `unprovenAbove`: the last proof of the session, as ISO 8601. */
  provedAt: optional(text),
});
export type WithdrawDetail = DetailOfSchema<typeof withdrawDetail>;

/** Returns the earliest time at which a payout may go to the bank; undefined for at once. */
export const payoutNotBefore = ({ notBefore }: Partial<WithdrawDetail>): Date | undefined =>
  notBefore === undefined ? undefined : new Date(notBefore);

/** A payout to a member's bank account. */
export const withdraw = {
  detail: withdrawDetail,
  isHeld: true,
  statement: {
    type: 'withdraw',
    sent: 'when_handed_over',
    describe: (detail) => ({
      from: MAIN_WALLET,
      to: detail.bankCode ?? '',
      isFromHeld: detail.held === 'yes',
      note: detail.note,
      accountNo: detail.bankAccountNo,
      notBefore: payoutNotBefore(detail),
    }),
  },
  errors: {
    insufficient: 'MONEY_NOT_ENOUGH',
    unexpected: 'KEY_INVALID',
    blocked: 'BONUS_CONDITION',
    conflict: 'KEY_INVALID',
  },
} as const satisfies KindDeclaration<WithdrawDetail>;
