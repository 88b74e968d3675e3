import { parseDecimal, toDecimal, ZERO, type Minor } from '@krapao/contract/money';
import type { PayoutRule } from '@krapao/contract/staff/payouts';
import type { PayoutLimits } from '../../content/payouts-schema.ts';
import { passwordChange, type Member } from '../../domain/member.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { ReviewNeed, RuleHit } from './queries.ts';

/** The facts about a payout that the rules use. */
export interface AskedPayout {
  amount: Minor;
  member: Pick<Member, 'createdAt' | 'passwordChangedAt' | 'factorsRemovedAt' | 'bankChangedAt'>;
  now: Date;
  /** Returns whether the member has had a payout. Called only if a rule needs it. */
  hadPayout: () => Promise<boolean>;
}

/** A rule about a change in the last hours. */
type ChangeRule = NonNullable<PayoutLimits['rules']['accountChanged']>;

const isAbove = (amount: Minor, limit: string | undefined): boolean =>
  limit !== undefined && amount > (parseDecimal(limit) ?? ZERO);

/** Returns why a payout must wait for a person; undefined for one that goes to the bank by itself. */
export async function needOf(limits: PayoutLimits, payout: AskedPayout): Promise<ReviewNeed | undefined> {
  const { amount, member, now } = payout;
  const { automaticTo, oneTo, rules } = limits;
  const hits: RuleHit[] = [];
  if (automaticTo !== undefined && isAbove(amount, automaticTo)) {
    hits.push({ rule: 'amount', isStrong: false, detail: automaticTo });
  }
  const { accountChanged, accessChanged, firstPayout } = rules;
  const changed = (rule: PayoutRule, at: Date | null, given: ChangeRule | undefined): void => {
    if (!given || given.withinHours === 0 || at === null || !isAbove(amount, given.above)) return;
    if (now.getTime() - at.getTime() >= given.withinHours * HOUR_MS) return;
    hits.push({ rule, isStrong: given.strong, detail: at.toISOString() });
  };
  changed('account_changed', member.bankChangedAt, accountChanged);
  changed('password_changed', passwordChange(member), accessChanged);
  changed('factors_removed', member.factorsRemovedAt, accessChanged);
  if (firstPayout && isAbove(amount, firstPayout.above) && !(await payout.hadPayout())) {
    hits.push({ rule: 'first_payout', isStrong: firstPayout.strong, detail: toDecimal(amount) });
  }
  if (hits.length === 0) return undefined;
  const needsTwo = isAbove(amount, oneTo) || hits.some(({ isStrong }) => isStrong);
  return { hits, people: needsTwo ? 2 : 1 };
}
