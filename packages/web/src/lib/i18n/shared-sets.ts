import type { WordSet } from './word-sets.ts';

/** Sets that many dialogs and the recovery of lost answers need. A dialog that needs another one loads it with itself. */
export const SHARED_SETS: readonly WordSet[] = ['first', 'visitor', 'member', 'more'];
