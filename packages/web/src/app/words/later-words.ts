import type { LaterLoaders } from '../../lib/i18n/word-sets.ts';

/** Loaders of the word sets that the login page does not need. */
export const loaders: LaterLoaders = {
  th: {
    visitor: () => import('./th/visitor-words.ts'),
    member: () => import('./th/member-words.ts'),
    more: () => import('./th/more-words.ts'),
    account: () => import('./th/account-words.ts'),
    extra: () => import('./th/extra-words.ts'),
    safe: () => import('./th/safe-words.ts'),
  },
  la: {
    visitor: () => import('./la/visitor-words.ts'),
    member: () => import('./la/member-words.ts'),
    more: () => import('./la/more-words.ts'),
    account: () => import('./la/account-words.ts'),
    extra: () => import('./la/extra-words.ts'),
    safe: () => import('./la/safe-words.ts'),
  },
  en: {
    visitor: () => import('./en/visitor-words.ts'),
    member: () => import('./en/member-words.ts'),
    more: () => import('./en/more-words.ts'),
    account: () => import('./en/account-words.ts'),
    extra: () => import('./en/extra-words.ts'),
    safe: () => import('./en/safe-words.ts'),
  },
};
