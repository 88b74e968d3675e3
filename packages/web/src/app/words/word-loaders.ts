import type { WordLoaders } from '../../lib/i18n/word-sets.ts';

/** Loaders of the app's dictionaries. */
export const wordLoaders: WordLoaders = {
  first: {
    th: () => import('./th/first-words.ts'),
    la: () => import('./la/first-words.ts'),
    en: () => import('./en/first-words.ts'),
  },
  later: () => import('./later-words.ts'),
};
