import { compareHolderNames } from '../../kernel/holder-names.ts';
import type { AccountId } from '../../ledger/types.ts';

/** A member whose bank account could be the one that a transfer came from. */
export interface Candidate {
  memberId: string;
  wallet: AccountId;
  currency: string;
  /** As the member has it now. It may have been changed, and then proves nothing. */
  shownName: string;
  /** The names that count: those that the member registered with, and those that a bank or staff have proven. */
  names: readonly string[];
}

/** Why a transfer is no member's. docs/names.md has the rule. */
export type SenderProblem = 'hidden_account' | 'no_member' | 'name_mismatch' | 'ambiguous';

/**
 * Whose a transfer with hidden digits is: the one candidate with the sender's name, when every other is ruled out.
 * @param candidates every member with an account that fits the visible digits
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

/** A name that nobody has proven does not make money a member's; that it may be theirs, it says all the same. */
const isRuledOut = ({ names, shownName }: Candidate, fromName: string): boolean =>
  [...names, shownName].every((name) => compareHolderNames(fromName, name) === 'different');
