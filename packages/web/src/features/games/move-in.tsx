import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './games.module.css';
import { canLaunch } from './launch.ts';
import { planMove, type MoveAction } from './move-plan.ts';
import { useAmountText } from './use-amount-text.ts';
import type { MoveProps } from './use-game-actions.ts';

/** Moves the main wallet into the game, with or without going there to play. */
export function MoveIn({ account, userInfo, actions }: MoveProps) {
  const t = useT();
  const { amountMinor: walletMinor } = userInfo.wallet;
  const { text, setText, amountMinor, inputRef } = useAmountText(walletMinor);
  const hasAmount = planMove('transfer', amountMinor) === 'move';
  const isEmpty = walletMinor === 0n;
  const amount = formatMoney(walletMinor, userInfo.currency);
  const isBlocked = actions.running !== null || (hasAmount && (isEmpty || account.isDown));

  const press = (action: MoveAction) => {
    switch (planMove(action, amountMinor)) {
      case 'move':
        return actions.transfer();
      case 'move-and-play':
        return actions.transferAndPlay();
      case 'play':
        return actions.play();
      case 'focus-amount':
        return inputRef.current?.focus();
    }
  };

  const canPlay = canLaunch(account);
  return (
    <>
      <AmountEntry
        ref={inputRef}
        label={t('games.amountIn')}
        value={text}
        onChange={setText}
        currency={userInfo.currency}
        allMinor={isEmpty ? undefined : walletMinor}
        hint={t(isEmpty ? 'games.walletEmpty' : 'games.movesAll')}
        error={isEmpty && hasAmount ? t('games.walletEmpty') : undefined}
        disabled={actions.running !== null}
      />
      <div className={styles.actions}>
        {canPlay && (
          <Button
            variant={hasAmount ? 'gold' : 'secondary'}
            wide
            busy={actions.running === 'transfer-and-play'}
            disabled={isBlocked}
            onClick={() => press('transfer-and-play')}
          >
            {hasAmount ? t('games.moveAllAndPlay', { amount }) : t('games.moveAndPlay')}
          </Button>
        )}
        <Button
          variant={canPlay ? 'secondary' : 'gold'}
          wide
          busy={actions.running === 'transfer'}
          disabled={isBlocked || account.isDown}
          onClick={() => press('transfer')}
        >
          {hasAmount ? t('games.moveAll', { amount }) : t('games.moveOnly')}
        </Button>
      </div>
    </>
  );
}
