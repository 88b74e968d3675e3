import { staffReviews as calls } from '@krapao/contract/staff/reviews';
import { Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { ReviewDesk } from './review-desk.ts';

/** Routes of manual review, for staff. */
export function reviewRoutes(router: StaffRouter, desk: ReviewDesk): void {
  router.add(calls['GET /staff/api/reviews'], ({ staff, query }) => desk.list(staff, query.after));
  router.add(calls['POST /staff/api/reviews/:id/settle'], async (call) => {
    const asked = { transferId: call.params.id, ...call.body };
    return new Waiting(await desk.propose(call.staff, actorOf(call.staff, call), asked));
  });
}
