import type { refund as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const refund: Translated<typeof source> = {
  title: 'Refund',
  amount: 'Refund you can receive',
  success: 'Share of your net loss that you get back',
  fail: 'Share that is not refunded',
  receive: 'Receive refund',
  bonusActive: 'A bonus is active. You can receive this once it has ended.',
  log: 'Refunds received',
  one: 'Refund',
  none: 'No refunds yet',
  noneHint: 'What you receive will be listed here',
  unknownMsg:
    'The connection was lost before an answer came. You may have the refund or not. You can press again: it is never given twice. We are checking and will tell you.',
};
