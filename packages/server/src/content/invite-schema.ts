import { toMinor } from '@krapao/contract/money';
import { z } from 'zod';
import { amounts, label } from './fields.ts';
import { bannerWith } from './rewards.ts';

/** Invite bonuses from invite.yaml, explained in docs/rewards.md. */

/** A percentage of an amount, with at most two decimals. */
export const sharePercent = z
  .number()
  .min(0, 'must not be below 0')
  .max(100, 'must not be above 100')
  .refine((value) => toMinor(value) !== null, 'must have at most two decimals');

export const inviteSchema = z.strictObject({
  active: z.boolean(),
  /** Name in the statement. */
  name: label,
  deposits: z.strictObject({
    count: z.int().min(0).max(100),
    percent: sharePercent,
    min: amounts,
    upTo: amounts,
  }),
  play: z.strictObject({ percent: sharePercent, upTo: amounts }),
  minTurnover: amounts,
  collect: z.enum(['day', 'week']),
  banners: z.array(bannerWith(['percent', 'minDeposit', 'upTo', 'playPercent', 'playUpTo', 'minTurnover'])),
});
export type InviteRule = z.output<typeof inviteSchema>;
