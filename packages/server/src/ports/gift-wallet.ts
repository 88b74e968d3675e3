import type { Minor } from '@krapao/contract/money';
import type { Outcome } from './outcome.ts';

/** Reason of the wallet service why a gift link gives nothing. */
export type GiftRefusal =
  | 'bad_link'
  | 'not_found'
  | 'out_of_stock'
  | 'expired'
  | 'own_voucher'
  | 'no_wallet'
  | 'redeemed_before';

/** The ticket we received from a gift link. Its amount is ours, never the envelope's total. */
export interface GiftTicket {
  voucherId: string;
  amount: Minor;
}

/** Gift links of the digital wallet. A refusal's reason is a {@link GiftRefusal}. */
export interface GiftWallet {
  /** Redeems a gift link into the operator's wallet with that number. */
  redeem(gift: { code: string; mobile: string }): Promise<Outcome<GiftTicket>>;
  /** Returns the ticket that the number already holds of a link; null when it has none. */
  ticket(gift: { code: string; mobile: string }): Promise<Outcome<GiftTicket | null>>;
}
