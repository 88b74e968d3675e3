import type { SlipReason } from '@krapao/contract/errors';
import type { Currency } from '@krapao/contract/money';
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

/**
 * Checks that a transfer is the member's own and recent.
 * @param senderId the member it came from; undefined when the sender is not a member or not known
 * @returns the reason against it; null when there is none
 */
export function objectionTo(
  transfer: LookedUpTransfer,
  slip: { memberId: string; uploadedAt: Date },
  senderId: string | undefined,
): Extract<SlipReason, 'NOT_MATCH' | 'EXPIRED_SLIP'> | null {
  if (senderId !== slip.memberId) return 'NOT_MATCH';
  return slip.uploadedAt.getTime() - transfer.at.getTime() > MAX_AGE_MS ? 'EXPIRED_SLIP' : null;
}
