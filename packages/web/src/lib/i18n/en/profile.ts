import type { profile as source } from '../th/profile.ts';
import type { Translated } from '../translated.ts';

export const profile: Translated<typeof source> = {
  title: 'Profile',
  account: 'My account',
  name: 'Name',
  id: 'Member id',
  created: 'Member since',
  username: 'Username',
  bank: 'Bank account',
  bankAccountName: 'Account name',
  bankName: 'Bank',
  bankAccountNo: 'Account number',
  settings: 'Settings',
};
