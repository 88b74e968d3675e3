import type { SlipReason } from '@krapao/contract/errors';
import type { Currency } from '@krapao/contract/money';
import { BOUNDS, isPlausible, isTimeOfSlip } from '@krapao/contract/plausible-time';
import { isQr } from '../../content/checks.ts';
import type { DepositBank } from '../../content/schema.ts';
import { matchesMask, tellsAccount } from '../../kernel/account-mask.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { compareHolderNames, isSameHolderName, type NameMatch } from '../../kernel/holder-names.ts';
import type { LookedUpTransfer } from '../../ports/slip-lookup.ts';

/** Maximum age of a transfer when its slip is uploaded. */
export const MAX_AGE_MS = HOUR_MS;

/**
 * `unclear`: the visible part of the receiver fits several of the operator's accounts, or one whose name is
 * not visible.
 */
export type Destination = { account: DepositBank } | { problem: 'none' | 'unclear' };

/**
 * Returns the operator's account that a transfer went to. It must be shown to members of that currency. A QR
 * payment is credited only on the gateway's report, since its slip names the same money under another
 * reference.
 */
export function destinationOf(
  transfer: LookedUpTransfer,
  accounts: readonly DepositBank[],
  currency: Currency,
): Destination {
  const fitting = accounts.filter(
    (account) =>
      account.enabled &&
      !isQr(account) &&
      account.currency === currency &&
      account.bankCode === transfer.toBankCode &&
      tellsAccount(transfer.toAccountNo) &&
      matchesMask(transfer.toAccountNo, account.bankAccountNo),
  );
  const [account, ...others] = fitting.filter((one) => nameMatch(transfer.toName, one) !== 'different');
  if (!account) return { problem: 'none' };
  const isClear = others.length === 0 && nameMatch(transfer.toName, account) === 'same';
  return isClear ? { account } : { problem: 'unclear' };
}

/**
 * Compares the holder's name. Other accounts at that bank may share the visible digits, so the holder must be
 * the operator.
 */
function nameMatch(toName: string, { bankAccountName, otherNames = [] }: DepositBank): NameMatch {
  const matches = [bankAccountName, ...otherNames].map((name) =>
    isSameHolderName(toName, name) ? 'same' : compareHolderNames(toName, name),
  );
  return (['same', 'unsure'] as const).find((match) => matches.includes(match)) ?? 'different';
}

/** Why a slip is not credited. */
export interface Objection {
  note: Extract<SlipReason, 'NOT_MATCH' | 'EXPIRED_SLIP' | 'UNKNOW_ERROR'>;
  /** The look-up tells a time that cannot be: a person reads it on the slip. */
  why?: 'time_cannot_be';
}

/**
 * Checks that a transfer is the member's own and recent.
 * @param senderId the member it came from; undefined when the sender is not a member or not known
 * @returns the reason against it; null when there is none
 */
export function objectionTo(
  { at }: LookedUpTransfer,
  { memberId, createdAt }: { memberId: string; createdAt: Date },
  senderId: string | undefined,
): Objection | null {
  if (senderId !== memberId) return { note: 'NOT_MATCH' };
  if (isTimeOfSlip(at, createdAt))
    return createdAt.getTime() - at.getTime() > MAX_AGE_MS ? { note: 'EXPIRED_SLIP' } : null;
  // A slip of a year ago is too old, and one of a century ago is not.
  const mayBeOld = isPlausible(at, createdAt, { ...BOUNDS.referenced, aheadMs: 0 });
  return { note: mayBeOld ? 'EXPIRED_SLIP' : 'UNKNOW_ERROR', why: 'time_cannot_be' };
}
