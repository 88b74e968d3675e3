import { CURRENCIES, type Currency } from '@krapao/contract/money';
import type { DepositBank } from './deposit-routing.ts';

/** Returns the currency of an operator's account; the member's where the account names no known one. */
export function currencyOf({ currency }: Pick<DepositBank, 'currency'>, fallback: Currency): Currency {
  return CURRENCIES.find((known) => known === currency) ?? fallback;
}
