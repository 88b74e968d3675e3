import { games } from '@krapao/contract/games';
import { wallet } from '@krapao/contract/wallet';
import type { Router } from '../../http/router.ts';
import type { GameService } from './service.ts';

export function gameRoutes(router: Router, service: GameService): void {
  router.add(wallet['GET /api/wallet/activate/:slotCode'], async ({ member, params }) => {
    await service.activate(member, params.slotCode);
    return { message: 'SUCCESS' };
  });

  router.add(wallet['GET /api/wallet/account/:slotCode'], async ({ member, params }) => ({
    ...(await service.credentials(member, params.slotCode)),
    event: null,
  }));

  router.add(wallet['GET /api/wallet/resetpassword/:slotCode'], async ({ member, params }) => {
    await service.resetPassword(member, params.slotCode);
    return { message: 'SUCCESS' };
  });

  router.add(games['GET /api/autoLogin/pg/:username'], async ({ member, params, language }) => ({
    link: await service.launch(member, 'PG', params.username, language),
  }));
}
