import { settings } from '../settings.ts';
import { readStored } from '../storage.ts';

export const LOCALES = ['th', 'la', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** BCP 47 tag of each locale: `la` is this product's key for Lao, whose real tag is `lo`. */
export const LANGUAGE_TAG: Record<Locale, string> = { th: 'th', la: 'lo', en: 'en' };

/** Each language's own name. */
export const LANGUAGE_NAME: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' };

export function isLocale(value: string | null): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Languages offered by this build, in its order; all languages when it names no known one. */
export const OFFERED: readonly [Locale, ...Locale[]] = offered(settings.languages.filter(isLocale));

function offered([first, ...others]: readonly Locale[]): readonly [Locale, ...Locale[]] {
  return first ? [first, ...others] : LOCALES;
}

/** Returns the offered language of a BCP 47 tag. */
export function localeOfTag(tag: string): Locale | undefined {
  return OFFERED.find((locale) => LANGUAGE_TAG[locale] === tag);
}

/**
 * Returns the player's chosen language if it is offered, or the build's first language. The choice is kept in
 * storage and in a cookie: browsers may drop either, and the server draws the page by the cookie.
 */
export function initialLocale(): Locale {
  const known = (choice: string | null | undefined) => OFFERED.find((locale) => locale === choice);
  return known(readStored('locale')) ?? known(localeOfCookie()) ?? OFFERED[0];
}

function localeOfCookie(): string | undefined {
  // The build draws pages without a document.
  if (typeof document === 'undefined') return undefined;
  return /(?:^|;\s*)lang=(\w+)/.exec(document.cookie)?.[1];
}
