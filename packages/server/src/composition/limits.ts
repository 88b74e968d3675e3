import { Worker } from '../kernel/worker.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { DueLimits } from '../modules/protection/due-limits.ts';
import { LimitSums } from '../modules/protection/limit-sums.ts';
import type { Dependencies } from './dependencies.ts';

/** Rounds of the reconciler between two looks at members' limits. */
const LIMIT_ROUNDS = 60;

/** Composes the work on members' limits: those whose wait is over are told, and those without sums get them. */
export function composeLimits({ settings, database, clock, logger }: Dependencies, ledger: Ledger) {
  const due = new DueLimits({ database, clock });
  const sums = new LimitSums({ database, ledger, clock, logger });
  return {
    limitRounds: new Worker({
      name: 'limits of members',
      everyMs: LIMIT_ROUNDS * settings.reconcileEveryMs,
      round: async () => {
        const hasMore = await due.tellDue();
        return (await sums.beginMissing()) || hasMore;
      },
      logger,
    }),
  };
}
