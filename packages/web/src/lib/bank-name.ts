import type { Locale } from './i18n/locale.ts';

/**
 * Returns a bank's name in a language: the Thai name for Thai, the English name for other languages. A
 * member's profile is documented to have only the Thai name.
 */
export function bankName(bank: { nameTH: string; nameEN?: string }, locale: Locale): string {
  return locale === 'th' ? bank.nameTH : (bank.nameEN ?? bank.nameTH);
}
