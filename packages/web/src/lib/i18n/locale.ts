import { settings } from '../settings.ts';
import { readStored, STORAGE_KEYS } from '../storage.ts';

export const LOCALES = ['th', 'la', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** BCP 47 tag of each locale: `la` is this product's key for Lao, whose real tag is `lo`. */
export const LANGUAGE_TAG: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };

/** What each language calls itself. */
export const LANGUAGE_NAME: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' };

export function isLocale(value: string | null): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The languages this build offers, in its order; all where it names none that there is. */
export const OFFERED: readonly [Locale, ...Locale[]] = offered(settings.languages.filter(isLocale));

function offered([first, ...others]: readonly Locale[]): readonly [Locale, ...Locale[]] {
  return first ? [first, ...others] : LOCALES;
}

/** The offered language of a BCP 47 tag. */
export function localeOfTag(tag: string): Locale | undefined {
  return OFFERED.find((locale) => LANGUAGE_TAG[locale] === tag);
}

/** The stored language if it is offered, or the one this build starts with. */
export function initialLocale(): Locale {
  const stored = readStored(STORAGE_KEYS.locale);
  return OFFERED.find((locale) => locale === stored) ?? OFFERED[0];
}
