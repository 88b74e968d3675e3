import type { Minor } from '@krapao/contract/money';
import type { Content, Provider } from '../../content/schema.ts';
import type { Tx } from '../../database/open.ts';

/** What one member staked and won, as a provider's report has it, taken in for the first time. */
export interface Played {
  memberId: string;
  provider: string;
  /** The provider's own name of the entry; unique together with `provider`. */
  reference: string;
  /** What the provider is, going by the content at this moment. */
  category: Provider['category'];
  game: string;
  /** Stakes, never negative. */
  turnover: Minor;
  /** Winnings less stakes. */
  winLoss: Minor;
  /** By the provider's clock. */
  at: Date;
}

/**
 * Hears of what was played, in the transaction that takes it in: of each entry exactly once, and of a
 * provider's entries in the provider's order. Transactions of this kind take turns, also those of different
 * processes. A listener writes only through `tx`, calls nobody outside, and locks no ledger account: others
 * lock those first and wait for its rows then. What it throws undoes the whole page, to be read again.
 * @param content as it was before the transaction: inside one it cannot be read
 */
export type TurnoverListener = (tx: Tx, played: readonly Played[], content: Content) => Promise<void>;
