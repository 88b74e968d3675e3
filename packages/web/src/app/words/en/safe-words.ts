import type { WordsOf } from '../word-sets.ts';
import { protection } from '../../../features/protection/words/en.ts';

/** Texts of limits, breaks and exclusions. */
export const words: WordsOf<'safe'> = { protection };
