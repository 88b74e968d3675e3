import type { Minor } from '@krapao/contract/money';
import type { Outcome } from './outcome.ts';

/** Why a gift link gives nothing, as the wallet service says it. */
export type GiftRefusal =
  'bad_link' | 'not_found' | 'out_of_stock' | 'expired' | 'own_voucher' | 'no_wallet' | 'redeemed_before';

/** What a gift link gave us: our ticket, never the envelope's total. */
export interface GiftTicket {
  voucherId: string;
  amount: Minor;
}

/** The digital wallet's gift links. A refusal's reason is a {@link GiftRefusal}. */
export interface GiftWallet {
  /** Redeems into the operator's wallet of that number. */
  redeem(gift: { code: string; mobile: string }): Promise<Outcome<GiftTicket>>;
  /** The ticket that number holds of a link already; null when it has none. */
  ticket(gift: { code: string; mobile: string }): Promise<Outcome<GiftTicket | null>>;
}
