import type { Locale } from './i18n/locale.ts';

/** Display names of payment gateways that differ from their codes. */
const GATEWAY_NAMES: Readonly<Record<string, string>> = { PAYTIMZ: 'PayTimz', PAYONEX: 'PayOneX' };

/** Returns a payment gateway's display name. */
export function gatewayName(code: string): string {
  return GATEWAY_NAMES[code] ?? code;
}

/**
 * Returns a bank's name in a language: the Thai name for Thai, the English name for other languages. A
 * member's profile is documented to have only the Thai name.
 */
export function bankName(bank: { nameTH: string; nameEN?: string }, locale: Locale): string {
  return locale === 'th' ? bank.nameTH : (bank.nameEN ?? bank.nameTH);
}
