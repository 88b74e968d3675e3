import { staffAudit } from '@krapao/contract/staff/audit';
import type { Database } from '../../database/open.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import { listActs } from './list.ts';

/** Routes of the record of what staff did. */
export function staffAuditRoutes(router: StaffRouter, database: Database): void {
  router.add(staffAudit['GET /staff/api/audit'], ({ query }) => listActs(database.queries, query));
}
