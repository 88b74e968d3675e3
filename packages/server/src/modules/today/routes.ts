import { staffToday } from '@krapao/contract/staff/today';
import type { Database } from '../../database/open.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import type { Clock } from '../../kernel/clock.ts';
import { showToday } from './service.ts';

/** Route of Today, for staff. */
export function todayRoutes(router: StaffRouter, parts: { database: Database; clock: Clock }): void {
  router.add(staffToday['GET /staff/api/today'], ({ staff }) => showToday(parts, staff));
}
