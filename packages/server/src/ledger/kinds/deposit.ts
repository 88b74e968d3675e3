import { MAIN_WALLET } from '@krapao/contract/limits';
import { STATEMENT_NOTES } from '@krapao/contract/statement';
import { detailOf, oneOf, optional, text, type DetailOfSchema } from './detail.ts';
import type { KindDeclaration } from './kind.ts';

const depositDetail = detailOf({
  /** Origin shown in the statement: a gateway, a bank, or a kind of wallet. */
  provider: text,
  /** The payment's reference there. */
  reference: text,
  /** QR order that a gateway's payment is for, as the gateway reports it. */
  orderId: optional(text),
  /** Gift link that was redeemed. */
  giftId: optional(text),
  /** Phone of a digital wallet's sender. */
  senderMobile: optional(text),
  /** Sender of a bank transfer. */
  fromAccountNo: optional(text),
  fromName: optional(text),
  /** Reason for the suspense. */
  unmatched: optional(text),
  /** Transfer that may be the same money. */
  maybe: optional(text),
  note: optional(oneOf(STATEMENT_NOTES)),
});
export type DepositDetail = DetailOfSchema<typeof depositDetail>;

/** A payment to the operator from outside, credited to a member or to suspense. */
export const deposit = {
  detail: depositDetail,
  isHeld: false,
  statement: {
    type: 'deposit',
    sent: 'never',
    describe: ({ provider = '', note, fromAccountNo, reference }) => ({
      from: provider,
      to: MAIN_WALLET,
      note,
      accountNo: fromAccountNo,
      reference,
    }),
  },
  errors: null,
} as const satisfies KindDeclaration<DepositDetail>;

const suspenseOutDetail = detailOf({
  /** As in the deposit. */
  provider: text,
  reference: text,
  /** The deposit. */
  origin: text,
});
export type SuspenseOutDetail = DetailOfSchema<typeof suspenseOutDetail>;

/** An unmatched deposit is credited to its member. */
export const suspenseOut = {
  detail: suspenseOutDetail,
  isHeld: false,
  statement: {
    type: 'deposit',
    sent: 'never',
    describe: ({ provider = '', reference }) => ({ from: provider, to: MAIN_WALLET, reference }),
  },
  errors: null,
} as const satisfies KindDeclaration<SuspenseOutDetail>;

/** A deposit in suspense that no member gets. The money went back to its sender, or the operator keeps it. */
const suspenseEnd = {
  detail: suspenseOutDetail,
  isHeld: false,
  statement: null,
  errors: null,
} as const satisfies KindDeclaration<SuspenseOutDetail>;
export const suspenseReturn = suspenseEnd;
export const suspenseKeep = suspenseEnd;

const suspenseBackDetail = detailOf({
  provider: text,
  reference: text,
  origin: text,
  /** The credit that is the same money. */
  same: text,
});
export type SuspenseBackDetail = DetailOfSchema<typeof suspenseBackDetail>;

/** A deposit in suspense that was reported twice is reversed. */
export const suspenseBack = {
  detail: suspenseBackDetail,
  isHeld: false,
  statement: null,
  errors: null,
} as const satisfies KindDeclaration<SuspenseBackDetail>;
