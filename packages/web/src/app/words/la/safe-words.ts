import type { WordsOf } from '../word-sets.ts';
import { play } from '../../../features/play/words/la.ts';
import { protection } from '../../../features/protection/words/la.ts';

/** Texts of limits, breaks and exclusions, and of the member's own play. */
export const words: WordsOf<'safe'> = { protection, play };
