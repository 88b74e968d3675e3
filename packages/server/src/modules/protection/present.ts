import { minor, toWire } from '@krapao/contract/money';
import type { protectionState } from '@krapao/contract/protection';
import type { z } from 'zod';
import type { Protection } from './service.ts';

/** Converts what a member has set to the API format. */
export function presentProtection(shown: Protection): z.input<typeof protectionState> {
  return {
    limits: shown.limits.map(presentLimit),
    break: shown.break ? { until: shown.break.until.toISOString() } : null,
    exclusion: shown.exclusion ? presentExclusion(shown.exclusion) : null,
    realityCheckMinutes: shown.realityCheckMinutes,
    held: toWire(shown.held),
  };
}

/** Converts it to the format of the staff's API, with the times since when it holds. */
export function presentToStaff(shown: Protection) {
  return {
    limits: shown.limits.map((limit) => ({ ...presentLimit(limit), since: timeOf(limit.setAt) })),
    break: shown.break ? { since: timeOf(shown.break.since), until: shown.break.until.toISOString() } : null,
    exclusion: shown.exclusion
      ? {
          since: timeOf(shown.exclusion.since),
          until: timeOf(shown.exclusion.until),
          endsAt: timeOf(shown.exclusion.endsAt),
        }
      : null,
    realityCheckMinutes: shown.realityCheckMinutes,
    isCheckChosen: shown.isCheckChosen,
    held: toWire(shown.held),
  };
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const presentLimit = ({
  kind,
  period,
  amount,
  left,
  pendingAmount,
  pendingFrom,
}: Protection['limits'][number]) => ({
  kind,
  period,
  amount: toWire(minor(amount)),
  left: toWire(left),
  pending: pendingFrom && {
    amount: pendingAmount === null ? null : toWire(minor(pendingAmount)),
    from: pendingFrom.toISOString(),
  },
});

const presentExclusion = ({ until, endsAt }: NonNullable<Protection['exclusion']>) => ({
  until: timeOf(until),
  ...(endsAt && { endsAt: endsAt.toISOString() }),
});
