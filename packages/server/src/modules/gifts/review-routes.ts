import { staffIncoming as calls } from '@krapao/contract/staff/incoming';
import { shownTo } from '../../domain/staff-view.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import { pageOf } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { actorOf } from '../staff-audit/service.ts';
import { GiftReviewError, type GiftReviews } from './reviews.ts';

/** Routes of gift links under review, for staff. */
export function giftReviewRoutes(router: StaffRouter, reviews: GiftReviews): void {
  router.add(calls['GET /staff/api/gifts'], async ({ staff, query }) => {
    const { page, next } = pageOf(await reviews.list(), query.after);
    const items = page.map((gift) => ({
      id: gift.id,
      createdAt: gift.createdAt.toISOString(),
      phone: shownTo(staff, gift.phone),
      wallet: gift.walletName,
      reason: gift.reason,
    }));
    return { items, next };
  });
  router.add(calls['POST /staff/api/gifts/:id/close'], async (call) => {
    await reviews
      .close(call.params.id, call.body.reason, actorOf(call.staff, call))
      .catch((cause: unknown) => {
        throw cause instanceof GiftReviewError ? new StaffError('NO_DATA', { cause }) : cause;
      });
    return { status: true } as const;
  });
}
