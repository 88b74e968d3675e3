import type { Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { useMemo, useState } from 'react';
import { minorOf } from '../../lib/money.ts';
import { useToken } from '../../lib/session-token.ts';
import { useApi } from '../../lib/use-api.ts';

type Check = ResponseBody<'GET /api/bonus/check/active'>;
type WireWagering = NonNullable<Check['wagering']>;
type AmountName =
  | 'bonusAmount'
  | 'turnoverNeeded'
  | 'turnoverDone'
  | 'turnoverLeft'
  | 'endsBelow'
  | 'cancelCost';

/** Turnover progress of the active bonus. Amounts are minor units. */
export type Wagering = Omit<WireWagering, AmountName> & Record<`${AmountName}Minor`, Minor>;

export interface ActiveBonus {
  /** `limit`, `day` or `week`; `promotion` for one taken by code. */
  type: string;
  /** Null when the server did not send it. */
  wagering: Wagering | null;
}

interface ActiveBonusHandle {
  /** Null when none is active; undefined until known. */
  active: ActiveBonus | null | undefined;
  error: unknown;
  retry: () => Promise<unknown>;
}

/** While a bonus is active its figures change with every round played. */
const POLL_MS = 4_000;

/** Loads the active bonus from the server and keeps it fresh while the page is visible. */
export function useActiveBonus(): ActiveBonusHandle {
  const hasToken = useToken() !== null;
  const [pollMs, setPollMs] = useState(0);
  const { data, error, mutate } = useApi(hasToken ? 'GET /api/bonus/check/active' : null, undefined, {
    // A number: a function created on every render would restart the interval each time.
    refreshInterval: pollMs,
  });
  const wantedPollMs = data?.status ? POLL_MS : 0;
  if (wantedPollMs !== pollMs) setPollMs(wantedPollMs);
  const active = useMemo(() => data && activeOf(data), [data]);
  return { active, error, retry: () => mutate() };
}

/** Returns the active bonus of a reply, or null. */
export function activeOf({ status, type, wagering }: Check): ActiveBonus | null {
  return status ? { type, wagering: wagering ? toWagering(wagering) : null } : null;
}

function toWagering(wire: WireWagering): Wagering {
  return {
    ...wire,
    bonusAmountMinor: minorOf(wire.bonusAmount),
    turnoverNeededMinor: minorOf(wire.turnoverNeeded),
    turnoverDoneMinor: minorOf(wire.turnoverDone),
    turnoverLeftMinor: minorOf(wire.turnoverLeft),
    endsBelowMinor: minorOf(wire.endsBelow),
    cancelCostMinor: minorOf(wire.cancelCost),
  };
}
