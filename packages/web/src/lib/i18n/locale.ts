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

/**
 * The language that the player chose, if it is offered, or the first one of this build. The choice is in the storage
 * and in a cookie. Browsers may drop one of them and keep the other, and the server draws the page by the cookie.
 */
export function initialLocale(): Locale {
  const known = (choice: string | null | undefined) => OFFERED.find((locale) => locale === choice);
  return known(readStored(STORAGE_KEYS.locale)) ?? known(localeOfCookie()) ?? OFFERED[0];
}

function localeOfCookie(): string | undefined {
  // The build draws pages where there is no document.
  if (typeof document === 'undefined') return undefined;
  return /(?:^|;\s*)lang=(\w+)/.exec(document.cookie)?.[1];
}
