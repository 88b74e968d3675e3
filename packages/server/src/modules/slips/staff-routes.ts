import { staffIncoming as calls } from '@krapao/contract/staff/incoming';
import type { Database } from '../../database/open.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import { listSlips } from './staff-list.ts';

/** Routes of slips, for staff. */
export function staffSlipRoutes(router: StaffRouter, database: Database): void {
  router.add(calls['GET /staff/api/slips'], ({ staff, query }) => listSlips(database, staff, query));
}
