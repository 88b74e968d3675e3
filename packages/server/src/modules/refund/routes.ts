import { toWire } from '@krapao/contract/money';
import { refund } from '@krapao/contract/refund';
import { bannersIn, refundFigures } from '../../content/banners.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Router } from '../../http/router.ts';
import { AppError } from '../../kernel/app-error.ts';
import { restOf } from '../../kernel/percent.ts';
import type { RefundService } from './service.ts';

export function refundRoutes(router: Router, service: RefundService, content: ContentStore): void {
  router.add(refund['POST /api/refund'], async ({ member, body }) => {
    const { total, refunds } = await service.list(member, body.page, body.limit);
    return {
      total,
      refunds: refunds.map(({ id, amount, createdAt }) => ({
        _id: id,
        refundAmount: toWire(amount),
        createdAt: createdAt.toISOString(),
      })),
    };
  });

  router.add(refund['GET /api/refund/check'], async ({ member, language }) => {
    const { refusal, amount, hasOpenBonus, info, percent } = await service.check(member, language);
    return {
      result: refusal === null,
      bonus: hasOpenBonus,
      info,
      refundAmount: toWire(amount),
      refundSuccess: percent,
      refundFail: restOf(percent),
    };
  });

  router.add(refund['GET /api/refund/receive'], async ({ member }) => {
    await service.receive(member);
    return { message: 'REFUND_SUCCESS' };
  });

  // Claiming and crediting are one step. No refund is ever claimed but not credited.
  router.add(refund['GET /api/refund/addWallet'], () => {
    throw new AppError('NO_REFUND');
  });

  router.add(refund['GET /api/refund/banners'], async ({ member, language }) => {
    const { refund: rule } = await content.get();
    const reader = { language, currency: member.currency };
    return { banners: bannersIn(rule.active ? rule.banners : [], reader, refundFigures(rule)) };
  });
}
