import type { member as source } from '../th/member.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const member: Translated<typeof source> = {
  home: 'Home',
  statement: 'Statement',
  conditions: 'Conditions',
  actions: 'Money and rewards',
  profile: 'Profile of {name}',
  profileLink: 'Profile',
  playSafely: 'Play safely',
  logout: 'Log out',
  credit: 'Total credit',
  balanceTotal: 'Total balance',
  neverSynced: 'Tap to update',
  refreshBalance: 'Update balance',
  depositHint: 'Put money in your wallet',
  withdrawHint: 'Send it to your bank',
  transferHint: 'Between wallet and games',
  notices: 'Notices',
  noticesNew: 'Notices, {count} new',
};
