import type { Currency, Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import type { Documented } from '../lib/documented.ts';
import { minorOf } from '../lib/money.ts';

type OurReply = ResponseBody<'GET /api/wallet'>;
type Slot = Documented<OurReply['slots'][number], 'transit' | 'isDown'>;
type WalletReply = Omit<OurReply, 'wallet' | 'slots'> & {
  wallet: Documented<OurReply['wallet'], 'transit' | 'held'>;
  slots: readonly Slot[];
};

export type Profile = WalletReply['profile'];
export type BankAccount = WalletReply['bankAccount'];
/** Game account as the API sends it, with its amounts also in minor units. */
export type GameAccount = Slot & { isDown: boolean; amountMinor: Minor; transitMinor: Minor };

/** All data of a member's money. Amounts ending in `Minor` are in satang or att. */
export interface UserInfo {
  /** Time when the server last confirmed the balances, epoch milliseconds; null before the first time. */
  timesync: number | null;
  profile: Profile;
  bankAccount: BankAccount;
  /** Main wallet. `transitMinor` is held for movements in progress and not part of `amountMinor`. */
  wallet: { amountMinor: Minor; transitMinor: Minor };
  /** The held balance: it can be paid out, and not be played. */
  heldMinor: Minor;
  slots: readonly GameAccount[];
  slotAccount: readonly GameAccount[];
  /** Sport and casino. */
  sportAccount: readonly GameAccount[];
  lottoAccount: readonly GameAccount[];
  /** Sum of the main wallet and all game accounts. */
  totalMinor: Minor;
  inviteAmountMinor: Minor;
  /** Percentages, for display. */
  inviteSuccess: number;
  inviteFail: number;
  currency: Currency;
  /** The break or exclusion that holds, or the question about limits; undefined for none. */
  standing: WalletReply['protection'];
}

type Shelf = 'slot' | 'sport' | 'lotto';

const SHELF_OF: Readonly<Partial<Record<string, Shelf>>> = {
  slot: 'slot',
  sport: 'sport',
  casino: 'sport',
  lotto: 'lotto',
};

/**
 * Builds the user info from a wallet reply. An account of an unknown category counts as slot, so that none is
 * lost.
 */
export function toUserInfo(reply: WalletReply, timesync: number | null): UserInfo {
  const slots = reply.slots.map((slot) => ({
    ...slot,
    isDown: slot.isDown ?? false,
    amountMinor: minorOf(slot.amount),
    transitMinor: minorOf(slot.transit ?? 0),
  }));
  const onShelf = (shelf: Shelf) => slots.filter((slot) => (SHELF_OF[slot.category] ?? 'slot') === shelf);
  const amountMinor = minorOf(reply.wallet.amount);
  const totalMinor = slots.reduce((sum, slot) => sum + slot.amountMinor, amountMinor as bigint) as Minor;
  return {
    timesync,
    profile: reply.profile,
    bankAccount: reply.bankAccount,
    wallet: { amountMinor, transitMinor: minorOf(reply.wallet.transit ?? 0) },
    heldMinor: minorOf(reply.wallet.held ?? 0),
    slots,
    slotAccount: onShelf('slot'),
    sportAccount: onShelf('sport'),
    lottoAccount: onShelf('lotto'),
    totalMinor,
    inviteAmountMinor: minorOf(reply.inviteAmount),
    inviteSuccess: reply.inviteSuccess,
    inviteFail: reply.inviteFail,
    currency: reply.profile.currency,
    standing: reply.protection,
  };
}
