import type { Currency, Minor } from '@krapao/contract/money';
import { useRef, useState, type SubmitEvent } from 'react';
import { messageText } from '../../lib/api-error.ts';
import { t, useT } from '../../lib/i18n/i18n.ts';
import { formatMoney, parseTyped } from '../../lib/money.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { checkWithdrawal, mostOf, type WithdrawLimits, type WithdrawProblem } from './withdraw-rules.ts';
import styles from './withdraw.module.css';

interface WithdrawFormProps {
  /** Ties the form to the submit button in the dialog's footer. */
  id: string;
  text: string;
  onText: (text: string) => void;
  currency: Currency;
  limits: WithdrawLimits;
  onSubmit: (amountMinor: Minor) => void;
}

/** Asks how much to withdraw. */
export function WithdrawForm({ id, text, onText, currency, limits, onSubmit }: WithdrawFormProps) {
  const translate = useT();
  const inputRef = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  const amountMinor = parseTyped(text);
  const problem = amountMinor === null ? null : checkWithdrawal(amountMinor, limits);
  // More digits mend an amount that is too small, so that is said only when it is handed in.
  const shown = problem === 'tooSmall' && !tried ? null : problem;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (amountMinor === null || problem !== null) inputRef.current?.focus();
    else onSubmit(amountMinor);
  };

  const { minMinor, maxMinor, availableMinor } = limits;
  const isShort = availableMinor < minMinor;
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <AmountField
        ref={inputRef}
        label={translate('common.amount')}
        value={text}
        onChange={onText}
        currency={currency}
        maxMinor={isShort ? undefined : mostOf(limits)}
        disabled={isShort}
        error={shown ? problemText(shown, limits, currency) : undefined}
        hint={
          isShort
            ? translate('withdraw.belowMin', { amount: formatMoney(minMinor, currency) })
            : translate('withdraw.limits', {
                min: formatMoney(minMinor, currency),
                max: formatMoney(maxMinor, currency),
              })
        }
      />
    </form>
  );
}

function problemText(problem: WithdrawProblem, limits: WithdrawLimits, currency: Currency): string {
  switch (problem) {
    case 'tooSmall':
      return t('common.minAmountMsg', { amount: formatMoney(limits.minMinor, currency) });
    case 'tooLarge':
      return t('common.maxAmountMsg', { amount: formatMoney(limits.maxMinor, currency) });
    case 'notEnough':
      return messageText('MONEY_NOT_ENOUGH');
  }
}
