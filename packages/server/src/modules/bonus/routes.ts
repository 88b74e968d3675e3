import { bonusRoutes as routes } from '@krapao/contract/bonus';
import { toWire } from '@krapao/contract/money';
import type { Router } from '../../http/router.ts';
import type { BonusEngine } from './engine.ts';
import type { BonusService } from './service.ts';

export interface BonusParts {
  bonuses: BonusService;
  bonusEngine: BonusEngine;
}

export function bonusRoutes(router: Router, { bonuses, bonusEngine }: BonusParts): void {
  router.add(routes['GET /api/bonus'], ({ member, language }) => bonuses.list(member, language));

  router.add(routes['GET /api/bonus/activate/:code'], async ({ member, params }) => ({
    userBonus: await bonuses.activate(member, params.code),
  }));

  router.add(routes['GET /api/bonus/check/active'], async ({ member, language }) => {
    const active = await bonuses.check(member, language);
    return { status: active !== null, type: active?.type ?? '', wagering: active?.wagering ?? null };
  });

  router.add(routes['GET /api/bonus/check/minimum'], async ({ member }) => {
    const minimum = await bonuses.minimum(member);
    return { minimum: minimum ?? 0, status: minimum !== null };
  });

  router.add(routes['GET /api/bonus/clear'], async ({ member }) => ({
    cost: toWire(await bonusEngine.clear(member)),
    message: 'BONUS_CLEAR',
  }));
}
