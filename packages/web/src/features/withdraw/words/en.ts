import type { withdraw as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const withdraw: Translated<typeof source> = {
  title: 'Withdraw',
  available: 'Available to withdraw',
  inTransit: '{amount} more is on its way',
  destination: 'Paid to',
  belowMin: 'You need at least {amount} to withdraw',
  review: 'Review',
  confirmTitle: 'Confirm your withdrawal',
  youGet: 'You withdraw',
  bank: 'Bank',
  holder: 'Account name',
  accountNo: 'Account number',
  balanceAfter: 'Left in your main wallet',
  noUndo: 'Once you confirm, the money is set aside and handed to the bank. After that it cannot be undone.',
  submit: 'Confirm withdrawal',
  pendingMsg: '{amount} is being paid out to your bank account. You can follow it in your statement.',
  refusedMsg: 'The bank refused this withdrawal. The money is back in your wallet.',
  unknownTitle: 'We do not know yet',
  unknownMsg:
    'The connection was lost before we heard how it went. Confirming the same amount again here will not pay it twice. We are checking and will tell you.',
  seeStatement: 'See statement',
  whole: 'Withdraw all {amount} at once',
  wholeHint: 'Your whole main wallet, above the usual limit',
  wholeChanged:
    'Your balance has changed, so nothing was withdrawn. Please look at the new amount and confirm again.',
  bonusNote: 'While a bonus is active, the whole balance has to be withdrawn.',
  inProgress: 'In progress',
  reviewed: 'Being checked by our staff',
  reviewedMsg:
    '{amount} is held. Our staff checks it before it goes to the bank; until then you can cancel it',
  delayedUntil: 'On hold until {time}',
  preparing: 'About to be sent to the bank',
  withBank: 'Waiting for the bank',
  delayedMsg:
    '{amount} is set aside. It goes to the bank after {time}, because your password or account name was changed recently. You can cancel it until then.',
  cancel: 'Cancel withdrawal',
  cancelTitle: 'Cancel this withdrawal?',
  cancelMsg: '{amount} goes back to your main wallet at once.',
  cancelMsgHeld: '{amount} goes back to your held balance at once.',
  cancelKeep: 'Keep it',
  cancelled: 'Cancelled. {amount} is back in your main wallet.',
  cancelledHeld: 'Cancelled. {amount} is back in your held balance.',
  cancelTooLate:
    'It is too late to cancel: the bank has this withdrawal already. If the bank refuses it, the money comes back by itself.',
  cancelUnknown:
    'The connection was lost before an answer came. It may be cancelled or not. You can press cancel again: it has no effect twice.',
  details: 'Details of the withdrawal',
  bonusLocked: 'A bonus is active, so the whole balance has to be withdrawn. The bonus then ends.',
  bonusUnmet: 'You cannot withdraw yet: {amount} is left to play.',
  bonusDetails: 'See bonus',
  inGames: '{amount} more is in games. Bring it back to your main wallet first to withdraw it.',
};
