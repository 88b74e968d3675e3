import { HELD_BALANCE, MAIN_WALLET } from '@krapao/contract/limits';
import { detailOf, oneOf, text, type DetailOfSchema } from './detail.ts';
import type { KindDeclaration } from './kind.ts';

/** Why a deposit went on to the held balance: codes of the catalogue. */
export const HELD_REASONS = ['LIMIT_DEPOSIT', 'ON_BREAK', 'EXCLUDED'] as const;

const intoHeld = {
  type: 'transfer',
  sent: 'never',
  describe: () => ({ from: MAIN_WALLET, to: HELD_BALANCE }),
} as const;
const outOfHeld = {
  type: 'transfer',
  sent: 'never',
  describe: () => ({ from: HELD_BALANCE, to: MAIN_WALLET }),
} as const;

const heldInDetail = detailOf({
  /** The deposit. */
  origin: text,
  reason: oneOf(HELD_REASONS),
});
export type HeldInDetail = DetailOfSchema<typeof heldInDetail>;

/** The part of a deposit that a limit, a break or an exclusion keeps from being played. The database makes it. */
export const heldIn = {
  detail: heldInDetail,
  isHeld: false,
  statement: intoHeld,
  errors: null,
} as const satisfies KindDeclaration<HeldInDetail>;

const heldReturnDetail = detailOf({
  /** The withdrawal that was cancelled or refused. */
  origin: text,
});
export type HeldReturnDetail = DetailOfSchema<typeof heldReturnDetail>;

/** Held money comes back from a withdrawal that failed. The database makes it. */
export const heldReturn = {
  detail: heldReturnDetail,
  isHeld: false,
  statement: intoHeld,
  errors: null,
} as const satisfies KindDeclaration<HeldReturnDetail>;

const heldPayoutDetail = detailOf({
  /** The withdrawal, made in the same transaction. */
  payout: text,
});
export type HeldPayoutDetail = DetailOfSchema<typeof heldPayoutDetail>;

/** Held money passes through the wallet to be paid out. */
export const heldPayout = {
  detail: heldPayoutDetail,
  isHeld: false,
  statement: outOfHeld,
  errors: null,
} as const satisfies KindDeclaration<HeldPayoutDetail>;

const heldReleaseDetail = detailOf({
  /** Who asked for it. */
  asked: oneOf(['member']),
});
export type HeldReleaseDetail = DetailOfSchema<typeof heldReleaseDetail>;

/** Held money becomes playable: a limit leaves room, and the member has asked. */
export const heldRelease = {
  detail: heldReleaseDetail,
  isHeld: false,
  statement: outOfHeld,
  errors: null,
} as const satisfies KindDeclaration<HeldReleaseDetail>;
