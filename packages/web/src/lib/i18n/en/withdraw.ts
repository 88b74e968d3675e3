import type { withdraw as source } from '../th/withdraw.ts';
import type { Translated } from '../translated.ts';

export const withdraw: Translated<typeof source> = {
  title: 'Withdraw',
  available: 'Available to withdraw',
  inTransit: '{amount} more is on its way',
  destination: 'Paid to',
  limits: '{min} to {max} at a time',
  belowMin: 'You need at least {amount} to withdraw',
  review: 'Review',
  confirmTitle: 'Confirm your withdrawal',
  youGet: 'You withdraw',
  bank: 'Bank',
  holder: 'Account name',
  accountNo: 'Account number',
  balanceAfter: 'Left in your main wallet',
  noUndo: 'Once you confirm, the money is set aside and sent. This cannot be undone.',
  submit: 'Confirm withdrawal',
  pendingMsg: '{amount} is being paid out to your bank account. You can follow it in your statement.',
  refusedMsg: 'The bank refused this withdrawal. The money is back in your wallet.',
  unknownTitle: 'We do not know yet',
  unknownMsg:
    'The connection was lost before we heard how it went. Confirming the same amount again here will not pay it twice.',
  seeStatement: 'See statement',
};
