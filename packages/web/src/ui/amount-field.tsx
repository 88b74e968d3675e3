import { formatAmount, toDecimal, type Currency, type Minor } from '@krapao/contract/money';
import type { Ref } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { CURRENCY_SIGN, parseTyped } from '../lib/money.ts';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

interface AmountFieldProps extends FieldProps {
  /** What is typed; read it with `parseTyped`. Never a number, so that nothing is rounded on the way. */
  value: string;
  onChange: (value: string) => void;
  currency: Currency;
  /** Shortcut amounts, in whole baht or kip. */
  quickAmounts?: readonly number[] | undefined;
  /** Shows a button that fills in this amount. */
  maxMinor?: Minor | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const MAX_WHOLE_DIGITS = 11;

/** Keeps what could become an amount: digits and one point, two decimals at most. */
export function cleanAmountText(text: string): string {
  const [whole = '', ...decimals] = text.replace(/[^\d.]/g, '').split('.');
  const trimmed = whole.replace(/^0+(?=\d)/, '').slice(0, MAX_WHOLE_DIGITS);
  return decimals.length === 0 ? trimmed : `${trimmed}.${decimals.join('').slice(0, 2)}`;
}

/** An amount of money: numeric pad, at most two decimals, optional shortcut amounts and an 'all' button. */
export function AmountField(props: AmountFieldProps) {
  const { label, hideLabel, hint, error, value, onChange, currency, quickAmounts, maxMinor, ...input } =
    props;
  const t = useT();
  const locked = Boolean(input.disabled) || Boolean(input.readOnly);
  const typedMinor = parseTyped(value);
  return (
    <div>
      <Field label={label} hideLabel={hideLabel ?? false} hint={hint} error={error}>
        {(control) => (
          <div className={classNames(styles.box, styles.amount)}>
            <span className={styles.affix}>{CURRENCY_SIGN[currency]}</span>
            <input
              {...input}
              {...control}
              className={styles.input}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="done"
              placeholder="0.00"
              value={value}
              onChange={(event) => onChange(cleanAmountText(event.target.value))}
            />
            {maxMinor !== undefined && !locked && (
              <button
                type="button"
                className={styles.maxButton}
                onClick={() => onChange(toDecimal(maxMinor).replace(/\.00$/, ''))}
              >
                {t('common.max')}
              </button>
            )}
          </div>
        )}
      </Field>
      {quickAmounts && quickAmounts.length > 0 && (
        <div className={styles.chips} role="group" aria-label={t('common.quickAmounts')}>
          {quickAmounts.map((amount) => {
            const amountMinor = parseTyped(String(amount));
            if (amountMinor === null) return null;
            return (
              <button
                key={amount}
                type="button"
                className={styles.chip}
                disabled={locked}
                aria-pressed={typedMinor === amountMinor}
                onClick={() => onChange(String(amount))}
              >
                {formatAmount(amountMinor).replace(/\.00$/, '')}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
