import { bonusRoutes as routes } from '@krapao/contract/bonus';
import { toWire } from '@krapao/contract/money';
import type { Router } from '../../http/router.ts';
import type { BonusService } from './service.ts';
import type { BonusOffers } from './offers.ts';

export interface BonusParts {
  bonuses: BonusService;
  bonusOffers: BonusOffers;
}

export function bonusRoutes(router: Router, { bonuses, bonusOffers }: BonusParts): void {
  router.add(routes['GET /api/bonus'], ({ member, language }) => bonusOffers.list(member, language));

  router.add(routes['GET /api/bonus/activate/:code'], async ({ member, params }) => ({
    userBonus: await bonusOffers.activate(member, params.code),
  }));

  router.add(routes['GET /api/bonus/check/active'], async ({ member, language }) => {
    const active = await bonusOffers.check(member, language);
    return { status: active !== null, type: active?.type ?? '', wagering: active?.wagering ?? null };
  });

  router.add(routes['GET /api/bonus/check/minimum'], async ({ member }) => {
    const minimum = await bonusOffers.minimum(member);
    return { minimum: minimum ?? 0, status: minimum !== null };
  });

  router.add(routes['GET /api/bonus/clear'], async ({ member }) => ({
    cost: toWire(await bonuses.clear(member)),
    message: 'BONUS_CLEAR',
  }));
}
