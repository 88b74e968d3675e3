import { ZERO, parseDecimal, type Currency, type Minor } from '@krapao/contract/money';
import type { RefundRule } from '../../content/refund-schema.ts';
import type { Period } from '../../kernel/bangkok-time.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { shareOf } from '../../kernel/percent.ts';

/** Input of a refund decision. */
export interface RefundCase {
  rule: RefundRule;
  currency: Currency;
  period: Period;
  now: Date;
  /** The period was received already. */
  isReceived: boolean;
  /** Every provider where the member may have played has reported up to the period's end. */
  isReported: boolean;
  /** The member played in the period, outside bonuses. */
  hasPlayed: boolean;
  /** Stakes less winnings, by the providers' reports: negative when the member won. */
  netLoss: Minor;
  hasOpenBonus: boolean;
}

export type RefundRefusal =
  | 'REFUND_INACTIVE'
  | 'NO_REFUND'
  | 'REFUND_MINIMUM'
  | 'REFUND_CONDITION'
  | 'CREDIT_UNKNOWN'
  | 'BONUS_REMAINING';

/** `amount` is the period's refund, also while it has to wait. It is zero when there is none. */
export interface RefundDecision {
  refusal: RefundRefusal | null;
  amount: Minor;
}

/** Decides whether a refund can be received now, and its amount. */
export function judgeRefund(given: RefundCase): RefundDecision {
  const { rule, currency, netLoss } = given;
  if (!rule.active) return { refusal: 'REFUND_INACTIVE', amount: ZERO };
  if (given.isReceived || !given.hasPlayed) return { refusal: 'NO_REFUND', amount: ZERO };
  const accrued = refundOf(rule, currency, netLoss);
  if (accrued === ZERO) return { refusal: 'REFUND_MINIMUM', amount: ZERO };
  if (netLoss < amountOf(rule.minLoss[currency])) return { refusal: 'REFUND_CONDITION', amount: ZERO };
  const finalAtMs = given.period.to.getTime() + rule.settleHours * HOUR_MS;
  if (given.now.getTime() < finalAtMs) return { refusal: 'REFUND_CONDITION', amount: accrued };
  // Winnings at an unreported provider would be missing from the loss.
  if (!given.isReported) return { refusal: 'CREDIT_UNKNOWN', amount: accrued };
  return { refusal: given.hasOpenBonus ? 'BONUS_REMAINING' : null, amount: accrued };
}

function refundOf(rule: RefundRule, currency: Currency, netLoss: Minor): Minor {
  if (netLoss <= 0n) return ZERO;
  const share = shareOf(netLoss, rule.percent);
  const most = amountOf(rule.upTo[currency]);
  return share < most ? share : most;
}

const amountOf = (text: string): Minor => parseDecimal(text) ?? ZERO;
