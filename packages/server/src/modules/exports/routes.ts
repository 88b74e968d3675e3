import { staffExports as calls } from '@krapao/contract/staff/exports';
import { FileReply, Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { Exports } from './service.ts';

const CSV = 'text/csv; charset=utf-8';

/** Routes of lists as CSV files. */
export function exportRoutes(router: StaffRouter, exports: Exports): void {
  router.add(calls['GET /staff/api/exports'], ({ staff, query }) => exports.list(staff, query.after));
  router.add(calls['POST /staff/api/exports/members'], async (call) => {
    const { query, ...asked } = call.body;
    const filter = { query };
    const made = await exports.makeMembers(call.staff, actorOf(call.staff, call), { filter, ...asked });
    return 'approvalId' in made ? new Waiting(made.approvalId) : made;
  });
  router.add(calls['POST /staff/api/exports/payouts'], async (call) => {
    const { state, ...asked } = call.body;
    const filter = { state };
    return exports.make(call.staff, actorOf(call.staff, call), { kind: 'payouts', filter, ...asked });
  });
  router.add(calls['POST /staff/api/exports/audit'], async (call) => {
    const { language, reason, ...filter } = call.body;
    return exports.make(call.staff, actorOf(call.staff, call), {
      kind: 'audit',
      filter,
      language,
      reason,
    });
  });
  router.add(calls['GET /staff/api/exports/:id/file'], async (call) => {
    const { name, parts } = await exports.download(call.staff, actorOf(call.staff, call), call.params.id);
    return new FileReply(parts, CSV, name);
  });
}
