import { wallet } from '@krapao/contract/wallet';
import { MAIN_WALLET } from '@krapao/contract/limits';
import { toWire, ZERO } from '@krapao/contract/money';
import { intentId } from '../../http/idempotency.ts';
import { presentMovement, sentMinor, WIRE_STATUS } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import type { TransferService } from './service.ts';

export function transferRoutes(router: Router, transfers: TransferService): void {
  router.add(wallet['POST /api/wallet/transfer'], async ({ member, body, request }) => {
    const id = intentId(request.headers, 'transfer', member.id);
    return presentMovement(await transfers.move(member, body.from, body.to, sentMinor(body.amount), id));
  });

  router.add(wallet['POST /api/wallet/transferAll'], async ({ member, body, request }) => {
    const id = intentId(request.headers, 'transferAll', member.id);
    return presentMovement(await transfers.move(member, MAIN_WALLET, body.to, 'all', id));
  });

  router.add(wallet['POST /api/wallet/collect'], async ({ member, request }) => {
    const collected = await transfers.collect(member, intentId(request.headers, 'collect', member.id));
    return {
      message: 'OK',
      results: collected.map(({ code, movement, error }) => ({
        code,
        status: movement ? WIRE_STATUS[movement.state] : 'FAILED',
        amount: toWire(movement?.amount ?? ZERO),
        message: error?.code ?? 'OK',
      })),
    };
  });
}
