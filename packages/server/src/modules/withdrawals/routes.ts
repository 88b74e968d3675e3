import { wallet } from '@krapao/contract/wallet';
import { intentId } from '../../http/idempotency.ts';
import { presentMovement, sentMinor } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import type { WithdrawalService } from './service.ts';

export function withdrawalRoutes(router: Router, withdrawals: WithdrawalService): void {
  router.add(wallet['POST /api/wallet/withdraw'], async ({ member, body, request }) => {
    const id = intentId(request.headers, 'withdraw', member.id);
    return presentMovement(await withdrawals.withdraw(member, sentMinor(body.amount), id));
  });
}
