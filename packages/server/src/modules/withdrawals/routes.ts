import { withdrawals } from '@krapao/contract/withdrawals';
import { intentId } from '../../http/idempotency.ts';
import { presentMovement, sentMinor } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import type { WithdrawalService } from './service.ts';

export function withdrawalRoutes(router: Router, service: WithdrawalService): void {
  router.add(withdrawals['POST /api/wallet/withdraw'], async ({ member, body, request }) => {
    const id = intentId(request.headers, 'withdraw', member.id);
    return presentMovement(await service.withdraw(member, sentMinor(body.amount), id));
  });

  router.add(withdrawals['POST /api/wallet/withdrawAll'], async ({ member, body, request }) => {
    const id = intentId(request.headers, 'withdrawAll', member.id);
    return presentMovement(await service.withdrawAll(member, sentMinor(body.amount), id));
  });

  router.add(withdrawals['DELETE /api/wallet/withdraw/:transferId'], async ({ member, params }) => {
    await service.cancel(member, params.transferId);
    return { message: 'OK' };
  });
}
