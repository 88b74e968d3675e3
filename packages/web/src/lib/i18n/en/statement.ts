import type { statement as source } from '../th/statement.ts';
import type { Translated } from '../translated.ts';

export const statement: Translated<typeof source> = {
  title: 'Statement',
  deposit: 'Deposit',
  withdraw: 'Withdrawal',
  transfer: 'Transfer',
  bonus: 'Bonus',
  finish_bonus: 'Bonus ended',
  success: 'Successful',
  failed: 'Failed',
  inProgress: 'In progress',
  mainWallet: 'Main wallet',
  to: 'to',
  today: 'Today',
  yesterday: 'Yesterday',
  end: 'That is everything',
  empty: 'No transactions yet',
  emptyHint: 'Your deposits, withdrawals and transfers will be listed here',
  firstDeposit: 'Make a first deposit',
};
