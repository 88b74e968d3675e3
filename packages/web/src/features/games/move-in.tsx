import type { Currency, Minor } from '@krapao/contract/money';
import { SMALLEST_MOVE } from '@krapao/contract/money';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { t, useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { stepsTowards } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProtectionLine } from '../protection/protection-api.tsx';
import { LimitNote } from '../protection/stop-api.tsx';
import styles from './games.module.css';
import { canLaunch } from './launch.ts';
import { amountFault, planMove, type AmountFault, type MoveAction } from './move-plan.ts';
import { useAmountText } from './use-amount-text.ts';
import type { MoveProps } from './use-game-actions.ts';

/**
 * Moves credit from the main wallet into the game, with or without opening the game. By default the whole
 * wallet moves and the field is locked; once the player unlocks it, exactly the typed amount moves.
 */
export function MoveIn({ account, userInfo, actions }: MoveProps) {
  const t = useT();
  const { wallet, currency } = userInfo;
  const walletMinor = wallet.amountMinor;
  const { text, setText, amountMinor, inputRef } = useAmountText(walletMinor);
  const [isWhole, setWhole] = useState(true);
  const [pressed, setPressed] = useState(false);
  const isEmpty = walletMinor === 0n;
  const isMove = planMove('transfer', amountMinor) === 'move';
  const fault = isWhole ? null : amountFault(amountMinor, walletMinor);
  const isBlocked = actions.running !== null || account.isDown || fault === 'notEnough';

  const openField = () => {
    // The phone's keyboard opens only for a field that is editable at the time of the press.
    flushSync(() => {
      setWhole(false);
      setText('');
    });
    inputRef.current?.focus();
  };
  const press = (action: MoveAction) => {
    setPressed(true);
    if (fault !== null) return inputRef.current?.focus();
    const moved = isWhole || amountMinor === null ? 'all' : amountMinor;
    switch (planMove(action, amountMinor)) {
      case 'move':
        return actions.transfer(moved);
      case 'move-and-play':
        return actions.transferAndPlay(moved);
      case 'play':
        return actions.play();
      case 'focus-amount':
        return inputRef.current?.focus();
    }
  };

  const amount = isMove && fault === null && amountMinor !== null ? formatMoney(amountMinor, currency) : null;
  return (
    <>
      <LimitNote kind="loss" />
      <AmountEntry
        ref={inputRef}
        label={t('games.amountIn')}
        value={text}
        onChange={setText}
        currency={currency}
        steps={isWhole ? undefined : stepsTowards(walletMinor, currency)}
        allMinor={isEmpty ? undefined : walletMinor}
        source={isWhole ? undefined : { name: t('transfer.mainWallet'), balanceMinor: walletMinor }}
        hint={isEmpty ? t('games.walletEmpty') : isWhole ? t('games.movesAll') : undefined}
        error={faultText(fault, { pressed, walletMinor, currency })}
        readOnly={isWhole}
        disabled={actions.running !== null}
      />
      {isWhole && !isEmpty && (
        <Button
          variant="ghost"
          size="small"
          icon="edit"
          disabled={actions.running !== null}
          onClick={openField}
        >
          {t('games.otherAmount')}
        </Button>
      )}
      <MoveButtons
        account={account}
        actions={actions}
        amount={amount}
        isWhole={isWhole}
        isBlocked={isBlocked}
        onPress={press}
      />
      <ProtectionLine />
    </>
  );
}

/** Too small an amount is reported on submit only: the player may still be typing. */
function faultText(
  fault: AmountFault,
  { pressed, walletMinor, currency }: { pressed: boolean; walletMinor: Minor; currency: Currency },
): string | undefined {
  if (fault === 'notEnough') return t('kit.notEnough', { amount: formatMoney(walletMinor, currency) });
  if (fault === null || !pressed) return undefined;
  return t('kit.minAmountMsg', { amount: formatMoney(SMALLEST_MOVE, currency) });
}

interface MoveButtonsProps extends Pick<MoveProps, 'account' | 'actions'> {
  /** Amount that would move; null for none. */
  amount: string | null;
  isWhole: boolean;
  isBlocked: boolean;
  onPress: (action: MoveAction) => Promise<void> | void;
}

function MoveButtons({ account, actions, amount, isWhole, isBlocked, onPress }: MoveButtonsProps) {
  const t = useT();
  const canPlay = canLaunch(account);
  return (
    <div className={styles.actions}>
      {canPlay && (
        <Button
          variant={amount === null ? 'secondary' : 'gold'}
          wide
          busy={actions.running === 'transfer-and-play'}
          disabled={isBlocked}
          onClick={() => onPress('transfer-and-play')}
        >
          {amount === null
            ? t('games.moveAndPlay')
            : t(isWhole ? 'games.moveAllAndPlay' : 'games.moveAmountAndPlay', { amount })}
        </Button>
      )}
      <Button
        variant={canPlay ? 'secondary' : 'gold'}
        wide
        busy={actions.running === 'transfer'}
        disabled={isBlocked}
        onClick={() => onPress('transfer')}
      >
        {amount === null
          ? t('games.moveOnly')
          : t(isWhole ? 'games.moveAll' : 'games.moveAmount', { amount })}
      </Button>
    </div>
  );
}
