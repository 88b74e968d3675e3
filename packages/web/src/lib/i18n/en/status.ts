import type { status as source } from '../th/status.ts';
import type { Translated } from '../translated.ts';

export const status: Translated<typeof source> = {
  notFoundText: 'We could not find that page. It may have moved, or the address has a typo.',
  goHome: 'Back to the start',
  terminatedTitle: 'We are closed for now',
  terminatedText:
    '{name} is not available at the moment. For anything about your balance, please contact the team.',
  crashTitle: 'This page ran into a problem',
  crashText: 'Your money is safe. Please load the page again.',
  reload: 'Reload',
};
