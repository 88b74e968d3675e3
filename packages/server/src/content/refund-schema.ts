import { z } from 'zod';
import { amounts, label, perLanguage, template } from './fields.ts';
import { sharePercent } from './invite-schema.ts';
import { bannerWith } from './rewards.ts';

/** What members get back of their losses, as refund.yaml says. docs/rewards.md explains it. */

export const refundSchema = z.strictObject({
  active: z.boolean(),
  /** What the statement calls it. */
  name: label,
  period: z.enum(['day', 'week']),
  percent: sharePercent.refine((value) => value > 0, 'must be above 0'),
  minLoss: amounts,
  upTo: amounts,
  /** How long after a period's end the providers' last reports of it may come. */
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
