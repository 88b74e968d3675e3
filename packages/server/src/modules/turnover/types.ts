import type { Minor } from '@krapao/contract/money';
import type { Content, Provider } from '../../content/schema.ts';
import type { Tx } from '../../database/open.ts';

/** One member's stakes and winnings in a provider's report, recorded for the first time. */
export interface Played {
  memberId: string;
  provider: string;
  /** The provider's reference of the entry; unique together with `provider`. */
  reference: string;
  /** Category of the provider in the current content. */
  category: Provider['category'];
  game: string;
  /** Stakes, never negative. */
  turnover: Minor;
  /** Winnings less stakes. */
  winLoss: Minor;
  /** Time by the provider's clock. */
  at: Date;
}

/**
 * Receives new play in the transaction that records it. It gets each entry exactly once, in the provider's
 * order. A lock serializes these transactions across processes. A listener writes only through `tx`, makes no
 * external calls and locks no ledger account: other transactions lock accounts first and then wait for the
 * listener's rows. An error rolls back the whole page, which is read again.
 * @param content as read before the transaction; it cannot be read inside one
 */
export type TurnoverListener = (tx: Tx, played: readonly Played[], content: Content) => Promise<void>;
