import type { Currency } from '@krapao/contract/money';
import { useState, type SubmitEvent } from 'react';
import { navigate } from '../../lib/router.tsx';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { closeAllModals } from '../../lib/modal-store.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { amountText } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ActiveBonus } from '../bonus/active-bonus-api.ts';
import { checkWithdrawal, type WithdrawalRequest, type WithdrawLimits } from './withdraw-rules.ts';
import styles from './withdraw.module.css';

interface WholeFormProps {
  /** Links the form to the submit button in the dialog's footer. */
  id: string;
  bonus: ActiveBonus;
  currency: Currency;
  limits: WithdrawLimits;
  onSubmit: (request: WithdrawalRequest) => void;
}

/** True when a withdrawal may succeed: the server refuses it until the bonus's conditions are met. */
export const canWithdraw = ({ wagering }: ActiveBonus): boolean => wagering?.isMet ?? true;

/** Form while a bonus is active: only the whole balance can be withdrawn, once the conditions are met. */
export function WholeForm({ id, bonus, currency, limits, onSubmit }: WholeFormProps) {
  const t = useT();
  const [tried, setTried] = useState(false);
  const request: WithdrawalRequest = { amountMinor: limits.availableMinor, isWhole: true };
  const problem = checkWithdrawal(request, limits);
  const minimum = formatMoney(limits.minMinor, currency);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null) onSubmit(request);
  };
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <AmountEntry
        label={t('kit.amount')}
        value={amountText(limits.availableMinor)}
        onChange={() => undefined}
        currency={currency}
        readOnly
        error={tried && problem !== null ? t('kit.minAmountMsg', { amount: minimum }) : undefined}
        hint={problem === null ? undefined : t('withdraw.belowMin', { amount: minimum })}
      />
      <div className={styles.bonus}>
        <Icon name="gift" size={20} />
        <p>
          {bonus.wagering && !bonus.wagering.isMet && (
            <strong>
              {t('withdraw.bonusUnmet', {
                amount: formatMoney(bonus.wagering.turnoverLeftMinor, currency),
              })}
            </strong>
          )}
          {t('withdraw.bonusLocked')}
        </p>
        <Button variant="ghost" size="small" onClick={seeBonus}>
          {t('withdraw.bonusDetails')}
        </Button>
      </div>
    </form>
  );
}

function seeBonus(): void {
  closeAllModals();
  navigate('/user/bonus');
}
