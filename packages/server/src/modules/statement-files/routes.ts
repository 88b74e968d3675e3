import { staffIncoming as calls } from '@krapao/contract/staff/incoming';
import { Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { StatementDesk } from './desk.ts';

/** Routes of statement files, for staff. */
export function statementRoutes(router: StaffRouter, desk: StatementDesk): void {
  router.add(calls['GET /staff/api/statements'], ({ query }) => desk.list(query.after));
  router.add(calls['POST /staff/api/statements'], async (call) => {
    const { name, content, reason } = call.body;
    const file = { name, content: Buffer.from(content, 'base64'), reason };
    const given = await desk.give(call.staff, actorOf(call.staff, call), file);
    return 'approvalId' in given ? new Waiting(given.approvalId) : given;
  });
}
