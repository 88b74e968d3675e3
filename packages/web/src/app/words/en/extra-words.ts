import type { WordsOf } from '../word-sets.ts';
import { notices } from '../../../features/notices/words/en.ts';
import { reset } from '../../../features/reset/words/en.ts';

/** Texts of screens that few open. */
export const words: WordsOf<'extra'> = { notices, reset };
