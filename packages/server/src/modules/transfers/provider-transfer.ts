import type { TransferOf } from '../../ledger/types.ts';
import type { ProviderTransfer } from '../../ports/game-provider.ts';

/** Kinds of transfers to and from games. */
export type GameKind = 'game_in' | 'game_out';

/** A transfer to or from a game, as far as the provider is concerned. */
export type GameTransfer = Pick<TransferOf<GameKind>, 'id' | 'kind' | 'amount' | 'detail'>;

/** Converts a ledger movement to a provider transfer. */
export function toProviderTransfer({ id, kind, amount, detail }: GameTransfer): ProviderTransfer {
  return {
    reference: id,
    username: detail.username,
    direction: kind === 'game_in' ? 'deposit' : 'withdraw',
    amount,
  };
}
