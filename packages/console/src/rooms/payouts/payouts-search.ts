/** The views of the payouts' room. */
export const PAYOUT_VIEWS = ['review', 'held', 'decided'] as const;
export type PayoutView = (typeof PAYOUT_VIEWS)[number];

/** The room's state that is in the address. */
export interface PayoutsSearch {
  state?: PayoutView | undefined;
  /** Id of the open payout. */
  open?: string | undefined;
}
