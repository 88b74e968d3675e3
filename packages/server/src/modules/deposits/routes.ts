import { deposits } from '@krapao/contract/deposits';
import { sentMinor } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import type { DepositService } from './service.ts';

export function depositRoutes(router: Router, service: DepositService): void {
  router.add(deposits['GET /api/qrcode/:provider'], ({ member, params }) =>
    service.current(member, params.provider),
  );

  router.add(deposits['POST /api/qrcode/:provider'], ({ member, params, body }) =>
    service.create(member, params.provider, sentMinor(body.amount)),
  );

  router.add(deposits['DELETE /api/qrcode/:qrcodeId'], async ({ member, params }) => {
    await service.cancel(member, params.qrcodeId);
    return { message: 'OK' };
  });
}
