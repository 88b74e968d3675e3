import type { Locale } from './i18n/locale.ts';

/** What the payment gateways call themselves, where that is not their code. */
const GATEWAY_NAMES: Readonly<Record<string, string>> = { PAYTIMZ: 'PayTimz', PAYONEX: 'PayOneX' };

/** A payment gateway as it writes its own name. */
export function gatewayName(code: string): string {
  return GATEWAY_NAMES[code] ?? code;
}

/**
 * A bank's name for a reader of a language: the bank list has Thai for Thai, English for everyone else. The documents of a
 * member's profile promise the Thai name alone.
 */
export function bankName(bank: { nameTH: string; nameEN?: string }, locale: Locale): string {
  return locale === 'th' ? bank.nameTH : (bank.nameEN ?? bank.nameTH);
}
