import type { ErrorCode } from '@krapao/contract/errors';
import type { StatementNote, StatementType } from '@krapao/contract/statement';
import type { DetailSchema } from './detail.ts';

/** The ledger's refusals of a transfer. Nothing has moved. */
export type RefusedOutcome =
  /** The debited account has less available than requested, or nothing. */
  | 'insufficient'
  /** The available amount differs from the expected one. */
  | 'unexpected'
  /** Debits of this kind are blocked on the account: `ledger_account.barred`. */
  | 'blocked'
  /** The id belongs to a transfer with other content. */
  | 'conflict';

/** Rewards that a bonus movement is for. */
export const REWARDS = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const;
export type Reward = (typeof REWARDS)[number];

/** A movement in the statement, as far as its kind and detail tell. */
export interface StatementPurpose {
  type: StatementType;
  /** Codes of the two sides; empty for the operator. */
  from: string;
  to: string;
  /** A withdrawal that is paid out of the held balance, to which it returns when it fails. */
  isFromHeld?: boolean | undefined;
  /** An irregularity. */
  note?: StatementNote | undefined;
  /** The reward, with its description by language. */
  reward?: { reward: Reward; descriptions: Readonly<Record<string, string | undefined>> } | undefined;
  /** Account number of the other side. */
  accountNo?: string | undefined;
  /** The payment's reference at its origin. */
  reference?: string | undefined;
  /** Earliest time for the next step. */
  notBefore?: Date | undefined;
}

/** The declaration of one kind of transfer. */
export interface KindDeclaration<Detail = never> {
  detail: DetailSchema<Detail>;
  /**
   * True: the money is held, a counterparty is called, and the reconciler settles the hold by the status check
   * that the kind's service registers. False: the transfer is posted when it is made.
   */
  isHeld: boolean;
  /** How the statement shows it; null for a kind that never touches a member's account. */
  statement: {
    type: StatementType;
    /** When the other side is told; never where the other side tells us. */
    sent: 'when_created' | 'when_handed_over' | 'never';
    describe: (detail: Partial<Detail>) => Omit<StatementPurpose, 'type'>;
  } | null;
  /**
   * Errors of the member's request when the ledger refuses the transfer. Null: the operator or a counterparty
   * asks for it, and its service decides.
   */
  errors: Readonly<Record<RefusedOutcome, ErrorCode>> | null;
}
