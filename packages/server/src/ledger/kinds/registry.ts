import { MAIN_WALLET } from '@krapao/contract/limits';
import { STATEMENT_NOTES, type StatementType } from '@krapao/contract/statement';
import { AppError } from '../../kernel/app-error.ts';
import { adjustment } from './adjustment.ts';
import { bonus, finishBonus } from './bonus.ts';
import { deposit, suspenseBack, suspenseKeep, suspenseOut, suspenseReturn } from './deposit.ts';
import { detailOf, oneOf, optional, text, type DetailOfSchema, type DetailSchema } from './detail.ts';
import { gameIn, gameOut } from './game.ts';
import { heldIn, heldPayout, heldRelease, heldReturn } from './held.ts';
import { REWARDS, type KindDeclaration, type RefusedOutcome, type StatementPurpose } from './kind.ts';
import { withdraw } from './withdraw.ts';

/**
 * Every kind of transfer, under its name in the database. The trigger `ledger_transfer_fits` knows the same
 * names and required fields.
 */
export const KINDS = {
  deposit,
  withdraw,
  game_in: gameIn,
  game_out: gameOut,
  suspense_out: suspenseOut,
  suspense_back: suspenseBack,
  suspense_return: suspenseReturn,
  suspense_keep: suspenseKeep,
  bonus,
  finish_bonus: finishBonus,
  adjustment,
  held_in: heldIn,
  held_return: heldReturn,
  held_payout: heldPayout,
  held_release: heldRelease,
} as const;

type Kinds = typeof KINDS;

/** Name of a kind of transfer. */
export type TransferKind = keyof Kinds;

/** The detail of a kind. */
export type DetailOf<Kind extends TransferKind> = DetailOfSchema<Kinds[Kind]['detail']>;

type NamesWhere<Part> = {
  [Kind in TransferKind]: Kinds[Kind] extends Part ? Kind : never;
}[TransferKind];

/** Kinds that are held first and settled by a status check. */
export type HeldKind = NamesWhere<{ isHeld: true }>;

/** Kinds that a member requests. */
export type RequestedKind = NamesWhere<{ errors: Readonly<Record<RefusedOutcome, unknown>> }>;

const declarations: ReadonlyMap<string, KindDeclaration> = new Map(
  Object.entries(KINDS) as unknown as [string, KindDeclaration][],
);
const names = Object.keys(KINDS) as TransferKind[];

export const HELD_KINDS: readonly HeldKind[] = names.filter(isHeldKind);

export function isHeldKind(kind: string): kind is HeldKind {
  return declarations.get(kind)?.isHeld ?? false;
}

/** Returns whether the product makes movements of this kind. */
export const isKind = (kind: string): kind is TransferKind => declarations.has(kind);

/** Returns whether the statement shows a movement as a correction by the operator: an adjustment, or of no known kind. */
export const isCorrection = (kind: string): boolean => !declarations.get(kind)?.statement;

/** Returns when the other side of a movement is told. */
export const sentOf = (kind: string): 'when_created' | 'when_handed_over' | 'never' =>
  declarations.get(kind)?.statement?.sent ?? 'never';

/** Returns the kinds that the statement shows under a type. */
export const kindsOfType = (type: StatementType): TransferKind[] =>
  names.filter((kind) => KINDS[kind].statement?.type === type);

/** Reads a stored detail to act on. @throws DetailError when a required field is missing */
export const parseDetail = <Kind extends TransferKind>(kind: Kind, stored: unknown): DetailOf<Kind> =>
  (KINDS[kind].detail as unknown as DetailSchema<DetailOf<Kind>>).parse(stored);

/** Reads a stored detail to show it. Fields that are missing or not readable are left out. */
export const readDetail = <Kind extends TransferKind>(kind: Kind, stored: unknown): Partial<DetailOf<Kind>> =>
  (KINDS[kind].detail as unknown as DetailSchema<DetailOf<Kind>>).read(stored);

/** Returns the error of a member's request that the ledger has refused. */
export const refusalOf = (kind: RequestedKind, outcome: RefusedOutcome): AppError =>
  new AppError(KINDS[kind].errors[outcome]);

/** Fields shown of a movement that was written outside the product. */
const correction = detailOf({
  fromAccountNo: optional(text),
  note: optional(oneOf(STATEMENT_NOTES)),
  link: optional(oneOf(REWARDS)),
  th: optional(text),
  la: optional(text),
  en: optional(text),
});

/** Returns how the statement shows a stored movement of the member's account. */
export function purposeOf(kind: string, stored: unknown, isDebit: boolean): StatementPurpose {
  const declaration = declarations.get(kind);
  if (!declaration?.statement) return purposeOfCorrection(stored, isDebit);
  const { type, describe } = declaration.statement;
  return { type, ...describe(declaration.detail.read(stored)) };
}

/** A correction is between the operator and the wallet, like a bonus. */
function purposeOfCorrection(stored: unknown, isDebit: boolean): StatementPurpose {
  const { note, link, th, la, en, fromAccountNo } = correction.read(stored);
  return {
    ...(isDebit
      ? { type: 'finish_bonus', from: MAIN_WALLET, to: '' }
      : { type: 'bonus', from: '', to: MAIN_WALLET }),
    note,
    reward: link && { reward: link, descriptions: { th, la, en } },
    accountNo: fromAccountNo,
  };
}
