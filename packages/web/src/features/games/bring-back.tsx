import { SMALLEST_MOVE } from '@krapao/contract/money';
import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { stepsTowards } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import styles from './games.module.css';
import { useAmountText } from './use-amount-text.ts';
import type { MoveProps } from './use-game-actions.ts';

/** Moves credit from the game to the main wallet: all of it, or less. */
export function BringBack({ account, userInfo, actions }: MoveProps) {
  const t = useT();
  const { text, setText, amountMinor, inputRef } = useAmountText(account.amountMinor);
  const [pressed, setPressed] = useState(false);
  const isEmpty = account.amountMinor === 0n;
  const isTooSmall = amountMinor === null || amountMinor < SMALLEST_MOVE;
  const minimum = formatMoney(SMALLEST_MOVE, userInfo.currency);

  const press = () => {
    setPressed(true);
    if (isTooSmall) return inputRef.current?.focus();
    return actions.bringBack(amountMinor);
  };

  return (
    <>
      <AmountEntry
        ref={inputRef}
        label={t('games.amountBack')}
        value={text}
        onChange={setText}
        currency={userInfo.currency}
        steps={stepsTowards(account.amountMinor, userInfo.currency)}
        allMinor={isEmpty ? undefined : account.amountMinor}
        source={isEmpty ? undefined : { name: account.name, balanceMinor: account.amountMinor }}
        hint={t(isEmpty ? 'games.gameEmpty' : 'games.backHint')}
        error={pressed && isTooSmall ? t('kit.minAmountMsg', { amount: minimum }) : undefined}
        disabled={actions.running !== null}
      />
      <div className={styles.actions}>
        <Button
          variant="gold"
          icon="wallet"
          wide
          busy={actions.running === 'bring-back'}
          disabled={actions.running !== null || account.isDown}
          onClick={press}
        >
          {isTooSmall
            ? t('games.bringBack')
            : t('games.bringBackAmount', { amount: formatMoney(amountMinor, userInfo.currency) })}
        </Button>
      </div>
    </>
  );
}
