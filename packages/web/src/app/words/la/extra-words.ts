import type { WordsOf } from '../word-sets.ts';
import { notices } from '../../../features/notices/words/la.ts';
import { reset } from '../../../features/reset/words/la.ts';

/** Texts of screens that few open. */
export const words: WordsOf<'extra'> = { notices, reset };
