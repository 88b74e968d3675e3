import { readStored } from './stored.ts';

export const LOCALES = ['th', 'la', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** BCP 47 tag of each locale: `la` is the product's key for Lao, whose tag is `lo`. */
export const LANGUAGE_TAG: Readonly<Record<Locale, string>> = { th: 'th', la: 'lo', en: 'en' };

/** Each language's own name. */
export const LANGUAGE_NAME: Readonly<Record<Locale, string>> = { th: 'ไทย', la: 'ລາວ', en: 'English' };

/** Returns the chosen language, or the first one of the browser that the console has, or Thai. */
export function initialLocale(browserTags: readonly string[]): Locale {
  const chosen = LOCALES.find((locale) => locale === readStored('locale'));
  if (chosen) return chosen;
  for (const tag of browserTags) {
    const [language] = tag.split('-');
    const known = LOCALES.find((locale) => LANGUAGE_TAG[locale] === language);
    if (known) return known;
  }
  return 'th';
}
