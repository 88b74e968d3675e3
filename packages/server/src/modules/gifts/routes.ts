import { gifts } from '@krapao/contract/gifts';
import { presentMovement } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import type { GiftService } from './service.ts';

export function giftRoutes(router: Router, service: GiftService): void {
  router.add(gifts['GET /api/lookup/truelinkKey'], () => service.publicKey());

  router.add(gifts['POST /api/wallet/truelink'], async ({ member, body }) =>
    presentMovement(await service.redeem(member, body.link)),
  );
}
