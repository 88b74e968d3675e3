import { compareHolderNames } from '../../kernel/holder-names.ts';
import type { AccountId } from '../../ledger/types.ts';

/** A member whose bank account may be the sender of a transfer. */
export interface Candidate {
  memberId: string;
  wallet: AccountId;
  currency: string;
  /** Name as the member shows it now. It may have been changed, so it proves nothing. */
  shownName: string;
  /** Names that count: those the member registered with, and those that a bank or staff have proven. */
  names: readonly string[];
}

/** Reason why a transfer has no member. docs/names.md has the rule. */
export type SenderProblem = 'hidden_account' | 'no_member' | 'name_mismatch' | 'ambiguous';

/**
 * Returns the sender of a transfer with masked digits, or without its bank: the only candidate with the sender's name, when every
 * other candidate is ruled out.
 * @param candidates every member whose account fits the visible digits, and the bank where one is told
 */
export function senderAmong(
  candidates: readonly Candidate[],
  fromName: string,
): Candidate | Exclude<SenderProblem, 'hidden_account'> {
  if (candidates.length === 0) return 'no_member';
  const same = candidates.filter(({ names }) =>
    names.some((name) => compareHolderNames(fromName, name) === 'same'),
  );
  const [only] = same;
  if (!only) return 'name_mismatch';
  const others = candidates.filter((candidate) => candidate !== only);
  return others.every((candidate) => isRuledOut(candidate, fromName)) ? only : 'ambiguous';
}

/** An unproven name does not prove the sender, but it keeps the candidate from being ruled out. */
const isRuledOut = ({ names, shownName }: Candidate, fromName: string): boolean =>
  [...names, shownName].every((name) => compareHolderNames(fromName, name) === 'different');
