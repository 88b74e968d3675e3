import { parseDecimal, toDecimal, ZERO, type Minor } from '@krapao/contract/money';
import type { PayoutLimits } from '../../content/payouts-schema.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { ReviewNeed, RuleHit } from './queries.ts';

/** The facts about a payout that the rules use. */
export interface AskedPayout {
  amount: Minor;
  /** Last change of the bank account or its holder's name; null: none. */
  bankChangedAt: Date | null;
  now: Date;
  /** Returns whether the member has had a payout. Called only if a rule needs it. */
  hadPayout: () => Promise<boolean>;
}

const isAbove = (amount: Minor, limit: string | undefined): boolean =>
  limit !== undefined && amount > (parseDecimal(limit) ?? ZERO);

/** Returns why a payout must wait for a person; undefined for one that goes to the bank by itself. */
export async function needOf(limits: PayoutLimits, payout: AskedPayout): Promise<ReviewNeed | undefined> {
  const { amount, bankChangedAt, now } = payout;
  const { automaticTo, oneTo, rules } = limits;
  const hits: RuleHit[] = [];
  if (automaticTo !== undefined && isAbove(amount, automaticTo)) {
    hits.push({ rule: 'amount', isStrong: false, detail: automaticTo });
  }
  const { accountChanged, firstPayout } = rules;
  if (accountChanged && bankChangedAt && isAbove(amount, accountChanged.above)) {
    const isRecent = now.getTime() - bankChangedAt.getTime() < accountChanged.withinHours * HOUR_MS;
    const detail = bankChangedAt.toISOString();
    if (isRecent) hits.push({ rule: 'account_changed', isStrong: accountChanged.strong, detail });
  }
  if (firstPayout && isAbove(amount, firstPayout.above) && !(await payout.hadPayout())) {
    hits.push({ rule: 'first_payout', isStrong: firstPayout.strong, detail: toDecimal(amount) });
  }
  if (hits.length === 0) return undefined;
  const needsTwo = isAbove(amount, oneTo) || hits.some(({ isStrong }) => isStrong);
  return { hits, people: needsTwo ? 2 : 1 };
}
