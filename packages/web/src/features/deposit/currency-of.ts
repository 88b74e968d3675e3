import { CURRENCIES, type Currency } from '@krapao/contract/money';
import type { DepositBank } from './deposit-routing.ts';

/** The currency of an operator's account; the member's where the account names none that is known. */
export function currencyOf({ currency }: Pick<DepositBank, 'currency'>, fallback: Currency): Currency {
  return CURRENCIES.find((known) => known === currency) ?? fallback;
}
