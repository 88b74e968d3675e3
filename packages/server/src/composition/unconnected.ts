import type { Bank } from '../ports/bank.ts';
import type { Feed } from '../ports/feeds.ts';
import type { GiftWallet } from '../ports/gift-wallet.ts';
import { done, refused, unknown, type Unknown } from '../ports/outcome.ts';
import type { ServiceRecords } from '../ports/service-records.ts';
import type { SlipLookup } from '../ports/slip-lookup.ts';
import type { Sms } from '../ports/sms.ts';
import type { SupportDesk } from '../ports/support-desk.ts';

/**
 * Ports for counterparties that are not connected. If the content uses one, every outcome is unknown:
 * transfers in flight wait until it is connected. `isOff` returns whether the content uses it now.
 */
type IsOff = () => boolean;

const notConnected = (): Promise<Unknown> => Promise.resolve(unknown('not connected', false));

export const noSms: Sms = { send: notConnected };

export const noBank: Bank = { payOut: notConnected, lookUp: notConnected, readCallback: () => null };

export const noFeed = (isOff: IsOff): Feed<never> => ({
  read: async (after) => (isOff() ? notConnected() : done({ entries: [], rejected: [], next: after })),
  readKept: () => 'its counterparty is not connected here',
});

const notKept = (): Promise<never> => Promise.reject(new Error('this process keeps no service records'));

/** For a process without a database: it only names the faults of settings. */
export const noServiceRecords: ServiceRecords = {
  begin: notKept,
  keep: notKept,
  drop: notKept,
  find: notKept,
};

export const noGiftWallet: GiftWallet = { redeem: notConnected, ticket: notConnected };

export const noSlipLookup = (isOff: IsOff): SlipLookup => ({
  lookUp: async () => (isOff() ? notConnected() : refused('there is no slip look-up service')),
});

export const noDesk = (isOff: IsOff): SupportDesk => ({
  deliver: async () => (isOff() ? notConnected() : refused('there is no support desk')),
  readReplies: () => null,
});
