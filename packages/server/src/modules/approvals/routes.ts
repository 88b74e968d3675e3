import { approvals as calls } from '@krapao/contract/staff/approvals';
import type { StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { Approvals } from './service.ts';

/** Routes of what waits for a second person. */
export function approvalRoutes(router: StaffRouter, approvals: Approvals): void {
  router.add(calls['GET /staff/api/approvals'], ({ staff, query }) => approvals.list(staff, query));
  router.add(calls['POST /staff/api/approvals/:id/decision'], async (call) => ({
    approval: await approvals.decide(call.staff, actorOf(call.staff, call), {
      id: call.params.id,
      ...call.body,
    }),
  }));
}
