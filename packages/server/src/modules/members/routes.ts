import { staffMembers as calls } from '@krapao/contract/staff/members';
import { Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { Adjustments } from './adjustments.ts';
import type { Corrections } from './corrections.ts';
import type { Members } from './service.ts';

/** Routes of members, for staff. */
export function memberRoutes(
  router: StaffRouter,
  services: { members: Members; adjustments: Adjustments; corrections: Corrections },
): void {
  const { members, adjustments, corrections } = services;
  router.add(calls['GET /staff/api/members'], ({ staff, query }) => members.search(staff, query));
  router.add(calls['GET /staff/api/members/:id'], async ({ staff, params }) => ({
    member: await members.show(staff, params.id),
  }));
  router.add(calls['POST /staff/api/members/:id/reveal'], (call) =>
    members.reveal(actorOf(call.staff, call), call.params.id, call.body.reason),
  );
  router.add(calls['GET /staff/api/members/:id/movements'], ({ params, query }) =>
    members.movements(params.id, query.after),
  );
  router.add(calls['GET /staff/api/members/:id/sessions'], ({ params }) => members.sessions(params.id));
  router.add(calls['DELETE /staff/api/members/:id/sessions'], async (call) => ({
    ended: await members.endSessions(actorOf(call.staff, call), call.params.id, call.body.reason),
  }));
  router.add(calls['POST /staff/api/members/:id/password-reset'], async (call) => {
    const { staff, params, body } = call;
    await members.sendReset({ ...actorOf(staff, call), id: staff.id }, params.id, body.reason);
    return { status: true } as const;
  });
  router.add(calls['POST /staff/api/members/:id/freeze'], async (call) => {
    await members.setFrozen(actorOf(call.staff, call), call.params.id, true, call.body);
    return { status: true } as const;
  });
  router.add(calls['POST /staff/api/members/:id/unfreeze'], async (call) => {
    await members.setFrozen(actorOf(call.staff, call), call.params.id, false, call.body);
    return { status: true } as const;
  });
  router.add(calls['POST /staff/api/members/:id/corrections'], async (call) => {
    const asked = { memberId: call.params.id, ...call.body };
    return new Waiting(await corrections.propose(call.staff, actorOf(call.staff, call), asked));
  });
  router.add(calls['GET /staff/api/members/:id/notes'], ({ params }) => members.notes(params.id));
  router.add(calls['POST /staff/api/members/:id/notes'], async (call) => ({
    note: await members.addNote(actorOf(call.staff, call), call.params.id, call.body.text),
  }));
  router.add(
    calls['POST /staff/api/adjustments'],
    async (call) => new Waiting(await adjustments.propose(call.staff, actorOf(call.staff, call), call.body)),
  );
}
