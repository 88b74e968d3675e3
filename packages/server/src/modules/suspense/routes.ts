import { staffIncoming as calls } from '@krapao/contract/staff/incoming';
import { Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { SuspenseDesk } from './desk.ts';

/** Routes of deposits without a member, for staff. */
export function suspenseRoutes(router: StaffRouter, desk: SuspenseDesk): void {
  router.add(calls['GET /staff/api/suspense'], ({ staff, query }) => desk.list(staff, query.after));
  router.add(calls['POST /staff/api/suspense/:id/assign'], async (call) => {
    const asked = { depositId: call.params.id, ...call.body };
    const proposal = await desk.assign(call.staff, actorOf(call.staff, call), asked);
    return proposal === undefined ? ({ status: true } as const) : new Waiting(proposal);
  });
  router.add(calls['POST /staff/api/suspense/:id/close'], async (call) => {
    const asked = { depositId: call.params.id, ...call.body };
    const proposal = await desk.end(call.staff, actorOf(call.staff, call), asked);
    return proposal === undefined ? ({ status: true } as const) : new Waiting(proposal);
  });
}
