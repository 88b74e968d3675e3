import { loadWords } from './i18n/i18n.ts';
import type { WordSet } from './i18n/word-sets.ts';

/** Returns a loader of a modal that loads a set of words with it, beyond those of every dialog. */
export function withWords<Modal>(set: WordSet, load: () => Promise<Modal>): () => Promise<Modal> {
  return () => Promise.all([load(), loadWords(set)]).then(([modal]) => modal);
}
