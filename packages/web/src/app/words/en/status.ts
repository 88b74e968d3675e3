import type { status as source } from '../th/status.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const status: Translated<typeof source> = {
  notFoundText: 'We could not find that page. It may have moved, or the address has a typo.',
  goHome: 'Back to the start',
  terminatedTitle: 'We are closed for now',
  terminatedText:
    '{name} is not available at the moment. For anything about your balance, please contact the team.',
  closedMoney: 'Your money is safe. You can still bring credit home from games and withdraw.',
  closedToWallet: 'Go to my wallet',
  closedToLogin: 'Log in to withdraw',
  crashTitle: 'This page ran into a problem',
  crashText:
    'Your money is kept by the server, and this changes nothing about it. What you have sent is in your statement; after reloading, we look up anything that has no result yet.',
  crashReference: 'Reference {reference}',
  partCrash:
    'This window had a problem and was closed. If you have just sent something, your statement shows what became of it.',
  reload: 'Reload',
};
