import type { WordsOf } from '../word-sets.ts';
import { profile } from '../../../features/profile/words/la.ts';
import { security } from '../../../features/security/words/la.ts';

/** Texts of the profile and its dialogs, and of proof of who the member is. */
export const words: WordsOf<'account'> = { profile, security };
