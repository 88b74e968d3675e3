import { staffToday } from '@krapao/contract/staff/today';
import type { StaffRouter } from '../../http/staff-router.ts';
import { showToday, type TodayParts } from './service.ts';

/** Route of Today, for staff. */
export function todayRoutes(router: StaffRouter, parts: TodayParts): void {
  router.add(staffToday['GET /staff/api/today'], ({ staff }) => showToday(parts, staff));
}
