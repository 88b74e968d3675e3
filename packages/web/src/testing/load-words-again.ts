import type { Locale } from '../lib/i18n/locale.ts';
import type { WordSet } from '../lib/i18n/word-sets.ts';

/** Registers the dictionaries after `vi.resetModules`, and loads sets of them. */
export async function loadWordsAgain(locale?: Locale, ...sets: readonly WordSet[]): Promise<void> {
  const { changeLocale, loadWords, registerWords } = await import('../lib/i18n/i18n.ts');
  const { wordLoaders } = await import('../app/words/word-loaders.ts');
  registerWords(wordLoaders);
  if (locale) await changeLocale(locale);
  await loadWords(...sets);
}
