import { staffMembers as calls } from '@krapao/contract/staff/members';
import { Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { FactorRemovals } from './removal.ts';

/** Routes of members' factors, for staff. */
export function staffFactorRoutes(router: StaffRouter, removals: FactorRemovals): void {
  router.add(calls['POST /staff/api/members/:id/factors-removal'], async (call) => {
    const asked = { memberId: call.params.id, reason: call.body.reason };
    return new Waiting(await removals.propose(call.staff, actorOf(call.staff, call), asked));
  });
}
