import type { WordsOf } from '../word-sets.ts';
import { play } from '../../../features/play/words/en.ts';
import { protection } from '../../../features/protection/words/en.ts';

/** Texts of limits, breaks and exclusions, and of the member's own play. */
export const words: WordsOf<'safe'> = { protection, play };
