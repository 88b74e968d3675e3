import type { Outcome } from '../ports/outcome.ts';
import type { SlipAnswer, SlipLookup } from '../ports/slip-lookup.ts';

/**
 * How much an answer weighs when no service has found the slip. A slip is given up only when all services say that
 * there is none: one that could not be asked may know it.
 */
function weightOf(answer: Outcome<SlipAnswer>): number {
  if (answer.outcome === 'refused') return 0;
  if (answer.outcome === 'unknown') return 3;
  return { not_found: 1, quota: 2, delayed: 4, found: 5 }[answer.value.status];
}

/** Asks services in order until one has found the slip. */
export function slipsInOrder(services: readonly SlipLookup[]): SlipLookup {
  return {
    async lookUp(slip) {
      let weightiest: Outcome<SlipAnswer> | undefined;
      for (const service of services) {
        const answer = await service.lookUp(slip);
        if (!weightiest || weightOf(answer) > weightOf(weightiest)) weightiest = answer;
        if (answer.outcome === 'done' && answer.value.status === 'found') break;
      }
      if (!weightiest) throw new Error('no slip service');
      return weightiest;
    },
  };
}
