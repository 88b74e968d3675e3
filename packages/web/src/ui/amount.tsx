import { formatAmount, type Currency, type Minor } from '@krapao/contract/money';
import { CURRENCY_SIGN } from '../lib/money.ts';
import { classNames } from './class-names.ts';
import styles from './display.module.css';

interface AmountProps {
  /** Amount in minor units; from the API through `minorOf`. */
  value: Minor;
  /** Currency of the sign; absent for no sign. */
  currency?: Currency | undefined;
  /** Sign before the amount, and its colour: money in is green. */
  sign?: '+' | '-' | undefined;
  /** Makes the decimals smaller, for large figures. */
  smallDecimals?: boolean;
  className?: string | undefined;
}

/** An amount with two decimals and thousands separators in figures of equal width. */
export function Amount({ value, currency, sign, smallDecimals = false, className }: AmountProps) {
  const negative = value < 0n;
  const [whole, decimals] = formatAmount((negative ? -value : value) as Minor).split('.');
  return (
    <span
      className={classNames(styles.amount, sign === '+' && styles.in, sign === '-' && styles.out, className)}
    >
      {sign ?? (negative ? '-' : '')}
      {currency && CURRENCY_SIGN[currency]}
      {whole}
      <span className={smallDecimals ? styles.minor : undefined}>.{decimals}</span>
    </span>
  );
}
