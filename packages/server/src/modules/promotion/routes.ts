import { promotion } from '@krapao/contract/promotion';
import type { Router } from '../../http/router.ts';
import type { PromotionService } from './service.ts';

export function promotionRoutes(router: Router, promotions: PromotionService): void {
  router.add(promotion['GET /api/promotion/current'], async ({ member, language }) => ({
    promotion: await promotions.current(member, language),
  }));

  router.add(promotion['GET /api/promotion/find/:code'], ({ member, params, language }) =>
    promotions.find(member, params.code, language),
  );

  router.add(promotion['GET /api/promotion/activate/:code'], async ({ member, params }) => {
    await promotions.activate(member, params.code);
    return { message: 'OK' };
  });
}
