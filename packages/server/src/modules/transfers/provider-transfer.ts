import type { TransferRow } from '../../ledger/types.ts';
import type { ProviderTransfer } from '../../ports/game-provider.ts';

/** Converts a ledger movement to a provider transfer. */
export function toProviderTransfer({
  id,
  kind,
  amount,
  detail,
}: Pick<TransferRow, 'id' | 'kind' | 'amount' | 'detail'>): ProviderTransfer {
  return {
    reference: id,
    username: detail['username'] ?? '',
    direction: kind === 'game_in' ? 'deposit' : 'withdraw',
    amount,
  };
}
