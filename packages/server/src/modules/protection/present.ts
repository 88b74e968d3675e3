import { minor, toWire } from '@krapao/contract/money';
import type { protectionState } from '@krapao/contract/protection';
import type { z } from 'zod';
import type { Protection } from './service.ts';

/** Converts what a member has set to the API format. */
export function presentProtection(shown: Protection): z.input<typeof protectionState> {
  const { limits, breakUntil, exclusion, realityCheckMinutes, held } = shown;
  return {
    limits: limits.map(({ kind, period, amount, left, pendingAmount, pendingFrom }) => ({
      kind,
      period,
      amount: toWire(minor(amount)),
      left: toWire(left),
      pending: pendingFrom && {
        amount: pendingAmount === null ? null : toWire(minor(pendingAmount)),
        from: pendingFrom.toISOString(),
      },
    })),
    break: breakUntil ? { until: breakUntil.toISOString() } : null,
    exclusion: exclusion
      ? {
          until: exclusion.until?.toISOString() ?? null,
          ...(exclusion.endsAt && { endsAt: exclusion.endsAt.toISOString() }),
        }
      : null,
    realityCheckMinutes,
    held: toWire(held),
  };
}
