import type { SlipReason } from '@krapao/contract/errors';
import type { Currency } from '@krapao/contract/money';
import { isQr } from '../../content/checks.ts';
import type { DepositBank } from '../../content/schema.ts';
import { matchesMask, matchesMaskedName } from '../../kernel/account-mask.ts';
import type { LookedUpTransfer } from '../../ports/slip-lookup.ts';

/** How old a transfer may be when its slip is uploaded. */
export const MAX_AGE_MS = 60 * 60_000;

/** Fewer visible digits than this say nothing about whose account it is. */
const MIN_VISIBLE_DIGITS = 3;

/** A member whose bank account could be the one a transfer came from. */
export interface Sender {
  memberId: string;
  bankAccountName: string;
}

/** `ambiguous`: the masked number fits several of the operator's accounts. */
export type Destination = { account: DepositBank } | { problem: 'none' | 'ambiguous' };

/**
 * Which of the operator's accounts a transfer went to: one that is shown to members of that currency. What is paid
 * by QR code is credited on the gateway's word alone: its slip names the same money under another reference.
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
  const [account, ...others] = fitting;
  if (!account) return { problem: 'none' };
  return others.length > 0 ? { problem: 'ambiguous' } : { account };
}

/**
 * Whether a transfer is the member's own and recent.
 * @param senders every member whose account has the sender's bank and fits its masked number
 * @returns the reason against it; null when there is none
 */
export function objectionTo(
  transfer: LookedUpTransfer,
  slip: { memberId: string; uploadedAt: Date },
  senders: readonly Sender[],
): Extract<SlipReason, 'NOT_MATCH' | 'EXPIRED_SLIP'> | null {
  const own = senders.find((sender) => sender.memberId === slip.memberId);
  if (!own || !tellsAccount(transfer.fromAccountNo)) return 'NOT_MATCH';
  // The masked number fits others as well: then the name has to be the member's, and nobody else's.
  const named = senders.filter((sender) => matchesMaskedName(transfer.fromName, sender.bankAccountName));
  if (senders.length > 1 && (named.length !== 1 || named[0] !== own)) return 'NOT_MATCH';
  return slip.uploadedAt.getTime() - transfer.at.getTime() > MAX_AGE_MS ? 'EXPIRED_SLIP' : null;
}

/** Whether a masked number shows enough to tell accounts apart. */
export const tellsAccount = (masked: string): boolean =>
  masked.replace(/\D/g, '').length >= MIN_VISIBLE_DIGITS;
