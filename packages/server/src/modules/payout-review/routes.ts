import { staffPayouts as calls } from '@krapao/contract/staff/payouts';
import { Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { PayoutReview } from './service.ts';

/** Routes of payouts that a person decides. */
export function payoutReviewRoutes(router: StaffRouter, review: PayoutReview): void {
  router.add(calls['GET /staff/api/payouts'], ({ staff, query }) => review.list(staff, query));
  router.add(calls['GET /staff/api/payouts/:id'], async ({ staff, params }) => ({
    payout: await review.find(staff, params.id),
  }));
  router.add(calls['POST /staff/api/payouts/:id/lease'], async ({ staff, params }) => ({
    payout: await review.take(staff, params.id),
  }));
  router.add(calls['DELETE /staff/api/payouts/:id/lease'], async ({ staff, params }) => ({
    payout: await review.release(staff, params.id),
  }));
  router.add(calls['POST /staff/api/payouts/:id/decision'], async (call) => {
    const { staff, params, body } = call;
    const proposal = await review.decide(staff, actorOf(staff, call), params.id, body);
    return proposal === undefined ? { payout: await review.find(staff, params.id) } : new Waiting(proposal);
  });
  router.add(calls['POST /staff/api/payouts/decisions'], async (call) => {
    const { ids, ...decision } = call.body;
    const results = [];
    // One after the other: each takes its own locks.
    for (const id of new Set(ids)) {
      try {
        const proposal = await review.decide(call.staff, actorOf(call.staff, call), id, decision);
        results.push({ id, outcome: proposal === undefined ? 'done' : 'proposed', code: 'OK' } as const);
      } catch (error) {
        if (!(error instanceof StaffError)) throw error;
        results.push({ id, outcome: 'refused', code: error.code } as const);
      }
    }
    return { results };
  });
}
