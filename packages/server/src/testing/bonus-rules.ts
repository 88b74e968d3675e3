import type { BonusRule, PromotionRule } from '../content/rewards.ts';

/** Bonus rules for tests, with simple numbers. A test changes the parts that it is about. */

const NAME = { th: 'ทดสอบ', la: 'ທົດສອບ', en: 'A trial' };

const terms = {
  name: NAME,
  currency: 'BAHT',
  quota: 0,
  gives: { kind: 'percent', percent: 100, upTo: '1000.00' },
  minDeposit: '100.00',
  turnoverTimes: 5,
  games: { slot: 100 },
  endsBelow: '5.00',
  percentFail: 100,
  validDays: 7,
} as const;

export const bonusRule = (changes: Partial<BonusRule> = {}): BonusRule => ({
  code: 'TRIAL',
  ...terms,
  type: 'limit',
  maxReceived: 1,
  banners: [{ image: 'bonus-welcome.svg', html: NAME }],
  ...changes,
});

/** A bonus given on request. */
export const gift = (amount: string) => ({
  gives: { kind: 'fixed', amount } as const,
  minDeposit: '0.00',
});

export const promotionRule = (changes: Partial<PromotionRule> = {}): PromotionRule => ({
  code: 'TRIAL-2026',
  ...terms,
  description: NAME,
  ...changes,
});
