import type { EwalletFeed } from '../ports/feeds.ts';
import type { GiftWallet } from '../ports/gift-wallet.ts';
import { done, refused } from '../ports/outcome.ts';
import type { SlipLookup } from '../ports/slip-lookup.ts';
import type { SupportDesk } from '../ports/support-desk.ts';

/** What stands in for counterparties that the content does not use. Nothing arrives there, and nothing is taken. */

export const noFeed: EwalletFeed = {
  read: async (after) => done({ entries: [], rejected: [], next: after }),
};

export const noGiftWallet: GiftWallet = {
  redeem: async () => refused('no_wallet'),
  ticket: async () => done(null),
};

export const noSlipLookup: SlipLookup = { lookUp: async () => refused('there is no slip look-up service') };

/** Messages stay unanswered. */
export const noDesk: SupportDesk = {
  deliver: async () => refused('there is no support desk'),
  readReply: () => null,
};
