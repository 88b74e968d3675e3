import { TEXT_MAX } from '@krapao/contract/limits';
import { BONUS_TYPES } from '@krapao/contract/bonus';
import { parseDecimal } from '@krapao/contract/money';
import { GAME_CATEGORIES } from '@krapao/contract/wallet';
import { z } from 'zod';
import { amount, asset, code, currency, label, perLanguage } from './fields.ts';

/** The rules of an operator's rewards, explained in docs/rewards.md. */

const HTML_MAX = 5_000;
const MOST_TIMES = 1_000;
const MOST_DAYS = 365;

const html = perLanguage(z.string().trim().min(1, 'must not be empty').max(HTML_MAX));

/** A whole percentage, from 0 up to `max`. */
export const percent = (max = 100) =>
  z.int().min(0, 'must not be below 0').max(max, `must not be above ${max}`);

export const rewardBanner = z.strictObject({ image: asset, html });

/** A banner with placeholders for figures of the rule, so that amounts appear in the reader's currency. */
export const bannerWith = (names: readonly string[]) =>
  rewardBanner.superRefine((banner, context) => {
    for (const [language, text] of Object.entries(banner.html)) {
      for (const [, name = ''] of text.matchAll(/\{([^{}]*)\}/g)) {
        if (names.includes(name)) continue;
        context.addIssue({
          code: 'custom',
          path: ['html', language],
          message: `unknown placeholder {${name}}: there are ${names.join(', ')}`,
        });
      }
    }
  });

const positive = amount.refine((text) => text !== '0.00', 'must be above 0');

const gives = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), percent: percent(1_000).min(1), upTo: positive }),
  z.strictObject({ kind: z.literal('fixed'), amount: positive }),
]);

/** Percentage of a stake that counts, by category of game; an omitted category counts nothing. */
const games = z.strictObject(
  Object.fromEntries(GAME_CATEGORIES.map((category) => [category, percent().optional()])) as Record<
    (typeof GAME_CATEGORIES)[number],
    z.ZodOptional<ReturnType<typeof percent>>
  >,
);

/** Conditions and value of a bonus, however it is taken. */
const terms = {
  name: label,
  currency,
  quota: z.int().min(0).default(0),
  gives,
  minDeposit: amount,
  turnoverTimes: z.int().min(0).max(MOST_TIMES),
  games,
  endsBelow: amount,
  percentFail: percent(),
  validDays: z.int().min(1).max(MOST_DAYS),
};

type Terms = z.output<z.ZodObject<typeof terms>>;

function checkTerms(rule: Terms, context: z.core.$RefinementCtx): void {
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const value = (text: string) => parseDecimal(text) ?? 0n;
  const { gives: given } = rule;
  if (given.kind === 'percent' && value(rule.minDeposit) === 0n) {
    fault('minDeposit', 'must be above 0 where a percentage of the deposit is given');
  }
  const least = given.kind === 'fixed' ? given.amount : rule.minDeposit;
  if (value(rule.endsBelow) >= value(least)) {
    fault('endsBelow', 'must be less than the least a member begins with');
  }
  if (rule.turnoverTimes > 0 && !Object.values(rule.games).some((counts) => counts > 0)) {
    fault('games', 'must have stakes count in at least one category');
  }
}

export const bonuses = z.array(
  z
    .strictObject({
      code,
      ...terms,
      type: z.enum(BONUS_TYPES),
      maxReceived: z.int().min(1),
      banners: z.array(rewardBanner).min(1, 'must hold at least one banner'),
    })
    .superRefine(checkTerms),
);
export type BonusRule = z.output<typeof bonuses>[number];

const promotionCode = z
  .string()
  .max(TEXT_MAX.code)
  .regex(/^[A-Z0-9][A-Z0-9_-]{7,}$/, 'must be at least 8 capital letters, digits, - or _, not easy to guess');

const day = z.iso.date({ error: 'must be a day in quotes, such as "2026-11-20"' });

export const promotions = z.array(
  z
    .strictObject({
      code: promotionCode,
      ...terms,
      description: html,
      from: day.optional(),
      to: day.optional(),
    })
    .superRefine(checkTerms)
    .superRefine(({ from, to }, context) => {
      if (!from || !to || from <= to) return;
      context.addIssue({ code: 'custom', path: ['to'], message: 'must not be before from' });
    }),
);
export type PromotionRule = z.output<typeof promotions>[number];

/** A rule that a bonus is based on. */
export type Rule = BonusRule | PromotionRule;
