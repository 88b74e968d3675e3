import { staffRejected as calls } from '@krapao/contract/staff/rejected';
import type { StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { RejectedDesk } from './desk.ts';

/** Routes of rejected entries, for staff. */
export function rejectedRoutes(router: StaffRouter, desk: RejectedDesk): void {
  router.add(calls['GET /staff/api/rejected'], ({ staff, query }) => desk.list(staff, query.after));
  router.add(calls['POST /staff/api/rejected/:id/retry'], async (call) => ({
    result: await desk.retry(call.staff, actorOf(call.staff, call), call.params.id, call.body.reason),
  }));
  router.add(calls['POST /staff/api/rejected/:id/close'], async (call) => {
    await desk.close(actorOf(call.staff, call), call.params.id, call.body.reason);
    return { status: true } as const;
  });
}
