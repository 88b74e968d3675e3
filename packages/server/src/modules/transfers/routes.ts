import { wallet } from '@krapao/contract/wallet';
import { MAIN_WALLET } from '@krapao/contract/limits';
import { toWire, ZERO } from '@krapao/contract/money';
import { intentId } from '../../http/idempotency.ts';
import { presentMovement, sentMinor, WIRE_STATUS } from '../../http/money.ts';
import type { Router } from '../../http/router.ts';
import type { DueCheck } from '../play/queries.ts';
import type { PlayService } from '../play/service.ts';
import type { TransferService } from './service.ts';

export function transferRoutes(
  router: Router,
  { transfers, plays }: { transfers: TransferService; plays: Pick<PlayService, 'due'> },
): void {
  router.add(
    wallet['POST /api/wallet/transfer'],
    async ({ member, data, body, request }) => {
      const id = intentId(request.headers, 'transfer', member.id);
      const { from, to } = body;
      const refusal = to === MAIN_WALLET ? undefined : refusalOf(data);
      const move = { from, to, amount: sentMinor(body.amount), refusal };
      return presentMovement(await transfers.move(member, move, id));
    },
    { reads: plays.due },
  );

  router.add(
    wallet['POST /api/wallet/transferAll'],
    async ({ member, data, body, request }) => {
      const id = intentId(request.headers, 'transferAll', member.id);
      const move = { from: MAIN_WALLET, to: body.to, amount: 'all', refusal: refusalOf(data) } as const;
      return presentMovement(await transfers.move(member, move, id));
    },
    { reads: plays.due },
  );

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

const refusalOf = ({ check_stops: isStopped }: DueCheck) =>
  isStopped ? ('REALITY_CHECK_DUE' as const) : undefined;
