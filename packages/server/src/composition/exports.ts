import type { Database } from '../database/open.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Approvals } from '../modules/approvals/service.ts';
import { actCells, memberCells, payoutCells } from '../modules/exports/lines.ts';
import { Exports } from '../modules/exports/service.ts';
import type { Members } from '../modules/members/service.ts';
import type { PayoutReview } from '../modules/payout-review/service.ts';
import { listActs } from '../modules/staff-audit/list.ts';

/** Composes the exports of lists: a file has what the list itself shows to its maker. */
export function exportsOf({
  database,
  clock,
  approvals,
  members,
  review,
}: {
  database: Database;
  clock: Clock;
  approvals: Approvals;
  members: Members;
  review: PayoutReview;
}): Exports {
  return new Exports({
    database,
    clock,
    approvals,
    lists: {
      members: async (staff, { query }, place) => {
        const { items, next } = await members.search(staff, { query, ...place });
        return { cells: items.map(memberCells), next };
      },
      payouts: async (staff, { state }, place) => {
        const view = state === 'held' || state === 'decided' ? state : 'review';
        const { items, next } = await review.list(staff, { state: view, ...place });
        return { cells: items.map(payoutCells), next };
      },
      audit: async (_staff, filter, { after, size }) => {
        const { items, next } = await listActs(database.queries, { ...filter, after }, size);
        return { cells: items.map(actCells), next };
      },
    },
  });
}
