import type { Currency } from '@krapao/contract/money';
import { useRef, useState, type SubmitEvent } from 'react';
import { t, useT } from '../../lib/i18n/i18n.ts';
import { formatMoney, parseTyped } from '../../lib/money.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { amountText, stepsTowards } from '../../ui/amount-text.ts';
import { Switch } from '../../ui/switch.tsx';
import {
  checkWithdrawal,
  mostOf,
  offersWhole,
  type WithdrawalRequest,
  type WithdrawLimits,
  type WithdrawProblem,
} from './withdraw-rules.ts';
import styles from './withdraw.module.css';

interface WithdrawFormProps {
  /** Links the form to the submit button in the dialog's footer. */
  id: string;
  text: string;
  onText: (text: string) => void;
  /** The whole balance is to be withdrawn, beyond the upper limit. */
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
  currency: Currency;
  limits: WithdrawLimits;
  onSubmit: (request: WithdrawalRequest) => void;
}

/** Asks for the amount of a withdrawal. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { id, text, onText, onWhole, currency, limits, onSubmit } = props;
  const translate = useT();
  const inputRef = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  const { minMinor, maxMinor, availableMinor } = limits;
  const canWhole = offersWhole(limits);
  const isWhole = props.isWhole && canWhole;
  const amountMinor = isWhole ? availableMinor : parseTyped(text);
  const problem = amountMinor === null ? null : checkWithdrawal({ amountMinor, isWhole }, limits);
  // More digits correct an amount that is too small, so that is reported on submit only.
  const shown = problem === 'tooSmall' && !tried ? null : problem;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (amountMinor === null || problem !== null) inputRef.current?.focus();
    else onSubmit({ amountMinor, isWhole });
  };

  const isShort = availableMinor < minMinor;
  const most = mostOf(limits);
  const [min, max] = [formatMoney(minMinor, currency), formatMoney(maxMinor, currency)];
  const hint = () => {
    if (isWhole) return translate('withdraw.wholeHint');
    return isShort ? translate('withdraw.belowMin', { amount: min }) : undefined;
  };
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <AmountEntry
        ref={inputRef}
        label={translate('kit.amount')}
        value={isWhole ? amountText(availableMinor) : text}
        onChange={onText}
        currency={currency}
        limits={translate('kit.amountRange', { min, max })}
        steps={isWhole || isShort ? undefined : stepsTowards(most, currency)}
        allMinor={isShort || canWhole ? undefined : most}
        source={isShort ? undefined : { name: translate('home.mainWallet'), balanceMinor: availableMinor }}
        readOnly={isWhole}
        disabled={isShort}
        error={shown ? problemText(shown, limits, currency) : undefined}
        hint={hint()}
      />
      {canWhole && (
        <Switch
          label={translate('withdraw.whole', { amount: formatMoney(availableMinor, currency) })}
          checked={isWhole}
          onChange={onWhole}
        />
      )}
      <p className={styles.bonusNote}>{translate('withdraw.bonusNote')}</p>
    </form>
  );
}

function problemText(problem: WithdrawProblem, limits: WithdrawLimits, currency: Currency): string {
  switch (problem) {
    case 'tooSmall':
      return t('kit.minAmountMsg', { amount: formatMoney(limits.minMinor, currency) });
    case 'tooLarge':
      return t('kit.maxAmountMsg', { amount: formatMoney(limits.maxMinor, currency) });
    case 'notEnough':
      return t('kit.notEnough', { amount: formatMoney(limits.availableMinor, currency) });
  }
}
