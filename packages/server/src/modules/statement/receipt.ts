import { toWire } from '@krapao/contract/money';
import type { ReceiptStep } from '@krapao/contract/statement';
import { isHeldKind, sentOf } from '../../ledger/kinds/registry.ts';
import type { Language } from '../../content/fields.ts';
import { presentMovement } from './present.ts';
import type { Receipt } from './receipt-repo.ts';

const SHOWN_DIGITS = 4;

/**
 * Converts a receipt to the API format. Everything in it was recorded when it happened.
 * @param mayCancel whether the operator lets members cancel withdrawals
 */
export function presentReceipt(receipt: Receipt, language: Language, mayCancel: boolean) {
  const { kind, state, purpose, decidedAt, asking, order, amount } = receipt;
  const reason = receipt.outcome?.reason;
  const account = purpose.accountNo?.slice(-SHOWN_DIGITS);
  const otherReference = otherReferenceOf(receipt);
  const otherHalf = otherHalfOf(receipt);
  return {
    ...presentMovement(receipt, language, receipt.isInReview),
    steps: stepsOf(receipt),
    ...(reason && { reason }),
    canCancel: mayCancel && kind === 'withdraw' && state === 'pending' && decidedAt === null,
    ...(account && { account }),
    ...(otherReference && { otherReference }),
    ...(order && order.amount !== amount && { ordered: toWire(order.amount) }),
    ...(asking && { asking: { attempts: asking.attempts, nextAt: asking.nextAt.toISOString() } }),
    ...(otherHalf && { otherHalf }),
  };
}

/** Returns the completed steps of a movement, and a delay that is still ahead. */
function stepsOf(receipt: Receipt): { step: ReceiptStep; at: string }[] {
  const { createdAt, decidedAt, settledAt, state, purpose } = receipt;
  const isDelayed = state === 'pending' && !decidedAt;
  const gone: [ReceiptStep, Date | null | undefined][] = [
    ['ordered', receipt.order?.createdAt],
    ['slip', receipt.slipAt],
    ['gift', receipt.giftAt],
    ['unmatched', receipt.unmatchedAt],
    ['created', createdAt],
    ['held', wasHeld(receipt) ? createdAt : null],
    ['delayed', isDelayed ? purpose.notBefore : null],
    ['review', receipt.isInReview && state === 'pending' ? createdAt : null],
    ['sent', sentAt(receipt)],
    [state === 'voided' ? 'voided' : 'posted', settledAt],
  ];
  return gone.flatMap(([step, at]) => (at ? [{ step, at: at.toISOString() }] : []));
}

/** Returns true when the amount was held first and settled later, not moved at once. */
function wasHeld({ kind, isDebit, createdAt, settledAt }: Receipt): boolean {
  return isDebit && isHeldKind(kind) && (settledAt === null || settledAt > createdAt);
}

/** Returns the time when the counterparty was told. Incoming money is reported by the counterparty. */
function sentAt({ kind, createdAt, decidedAt }: Receipt): Date | null {
  switch (sentOf(kind)) {
    case 'when_handed_over':
      return decidedAt;
    case 'when_created':
      return createdAt;
    case 'never':
      return null;
  }
}

/**
 * Returns the payment's reference at its origin. A gift's reference is left out, since it could be used to
 * find the envelope.
 */
function otherReferenceOf({ purpose, giftAt }: Receipt): string | undefined {
  return giftAt ? undefined : purpose.reference;
}

function otherHalfOf({ halfBefore, halfAfter }: Receipt) {
  if (halfBefore !== null) return { _id: halfBefore, comes: 'before' as const };
  return halfAfter === null ? undefined : { _id: halfAfter, comes: 'after' as const };
}
