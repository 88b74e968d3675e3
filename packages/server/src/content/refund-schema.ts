import { z } from 'zod';
import { amounts, label, perLanguage, template } from './fields.ts';
import { sharePercent } from './invite-schema.ts';
import { bannerWith } from './rewards.ts';

/** Refunds of losses from refund.yaml, explained in docs/rewards.md. */

export const refundSchema = z.strictObject({
  active: z.boolean(),
  /** Name in the statement. */
  name: label,
  period: z.enum(['day', 'week']),
  percent: sharePercent.refine((value) => value > 0, 'must be above 0'),
  minLoss: amounts,
  upTo: amounts,
  /** Hours after a period's end in which providers may still report turnover of it. */
  settleHours: z.int().min(0).max(72),
  info: perLanguage(
    template(['percent'], ['days', 'from', 'to']).refine(
      (text) => text.includes('{days}') || (text.includes('{from}') && text.includes('{to}')),
      'must contain {days}, or {from} and {to}',
    ),
  ),
  banners: z.array(bannerWith(['percent', 'minLoss', 'upTo'])),
});
export type RefundRule = z.output<typeof refundSchema>;
