import type { Locale } from './i18n/locale.ts';

/** A bank's name for a reader of a language: the bank list has Thai for Thai, English for everyone else. */
export function bankName(bank: { nameTH: string; nameEN: string }, locale: Locale): string {
  return locale === 'th' ? bank.nameTH : bank.nameEN;
}
