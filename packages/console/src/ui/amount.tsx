import type { Currency } from '@krapao/contract/money';
import { formatMoney } from '../lib/money.ts';
import styles from './amount.module.css';
import { classNames } from './class-names.ts';

interface AmountProps {
  amount: number;
  currency: Currency;
  size?: 'normal' | 'large';
  tone?: 'plain' | 'in' | 'faint';
}

/** An amount with its currency, in digits of one width. */
export function Amount({ amount, currency, size = 'normal', tone = 'plain' }: AmountProps) {
  return (
    <span className={classNames(styles['amount'], styles[size], styles[tone])}>
      {formatMoney(amount, currency)}
    </span>
  );
}
