import type { Locale } from '../lib/i18n/locale.ts';
import type { WordSet } from '../lib/i18n/word-sets.ts';

/** Registers what the app registers after `vi.resetModules`, and loads sets of words. */
export async function loadWordsAgain(locale?: Locale, ...sets: readonly WordSet[]): Promise<void> {
  const { changeLocale, loadWords, registerWords } = await import('../lib/i18n/i18n.ts');
  const { wordLoaders } = await import('../app/words/word-loaders.ts');
  const { registerReads } = await import('../lib/read-traits.ts');
  const { allReads } = await import('../app/all-reads.ts');
  const { registerSessionData } = await import('../lib/session-token.ts');
  const { sessionData } = await import('../app/stored-data.ts');
  registerWords(wordLoaders);
  registerReads(allReads);
  registerSessionData(sessionData);
  if (locale) await changeLocale(locale);
  await loadWords(...sets);
}
