import type { WordsOf } from '../word-sets.ts';
import { profile } from '../../../features/profile/words/la.ts';

/** Texts of the profile and its dialogs. */
export const words: WordsOf<'account'> = { profile };
