import { LANGUAGES, type Language } from '../content/fields.ts';

interface Headers {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}

/**
 * Returns the language of a request: the app's Accept-Language or its `lang` cookie. Lao is `la` in our own
 * values and `lo` in the standard's. Thai if neither has a known value.
 */
export function languageOf(headers: Headers): Language {
  const cookie = /(?:^|;\s*)lang=(\w+)/.exec(headers.cookie ?? '')?.[1];
  const accepted = (headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(/[;-]/, 1)[0]?.trim().toLowerCase());
  for (const tag of [cookie, ...accepted]) {
    const known = LANGUAGES.find((language) => language === (tag === 'lo' ? 'la' : tag));
    if (known) return known;
  }
  return 'th';
}
