import { staffSlips as calls } from '@krapao/contract/staff/slips';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import { FileReply, Waiting, type StaffRouter } from '../../http/staff-router.ts';
import type { Approvals } from '../approvals/service.ts';
import type { StoredFiles } from '../files/service.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { SlipDesk } from './desk.ts';
import { listSlips } from './staff-list.ts';
import { seePicture } from './staff-picture.ts';
import { showSlip } from './staff-view.ts';

interface Parts {
  database: Database;
  content: ContentStore;
  approvals: Approvals;
  files: StoredFiles;
  desk: SlipDesk;
}

/** Routes of slips, for staff. */
export function staffSlipRoutes(router: StaffRouter, parts: Parts): void {
  router.add(calls['GET /staff/api/slips'], ({ staff, query }) => listSlips(parts.database, staff, query));
  router.add(calls['GET /staff/api/slips/:id'], async ({ staff, params }) => ({
    slip: await showSlip(parts, staff, params.id),
  }));
  router.add(calls['GET /staff/api/slips/:id/picture'], async (call) => {
    const { bytes, type } = await seePicture(parts, actorOf(call.staff, call), call.params.id);
    return new FileReply(bytes, type);
  });
  router.add(calls['POST /staff/api/slips/:id/decision'], async (call) => {
    const { staff, params, body } = call;
    const proposal = await parts.desk.decide(staff, actorOf(staff, call), params.id, body);
    return proposal === undefined ? { slip: await showSlip(parts, staff, params.id) } : new Waiting(proposal);
  });
}
