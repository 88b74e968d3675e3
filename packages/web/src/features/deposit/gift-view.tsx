import type { Minor } from '@krapao/contract/money';
import { useState, type SubmitEvent } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { walletName, type DepositWallet } from './deposit-routing.ts';
import styles from './deposit.module.css';
import { useGift } from './use-gift.ts';
import { WalletCard } from './wallet-card.tsx';

interface GiftViewProps {
  wallet: DepositWallet;
  onCredited: (id: string, amountMinor: Minor) => void;
}

/** Deposit by a gift link. */
export function GiftView({ wallet, onCredited }: GiftViewProps) {
  const t = useT();
  const [text, setText] = useState('');
  const { state, problem, send, again } = useGift(wallet.walletAccountName, (id, amountMinor) => {
    setText('');
    onCredited(id, amountMinor);
  });
  const isSending = state === 'sending';

  if (state === 'pending' || state === 'unknown') {
    const isPending = state === 'pending';
    return (
      <div className={styles.form}>
        <div className={styles.ended} role="status">
          <Icon name={isPending ? 'clock' : 'info'} size={20} />
          <p>
            <strong>{t(isPending ? 'deposit.giftPendingTitle' : 'deposit.giftUnknownTitle')}</strong>
            <br />
            {t(isPending ? 'deposit.giftPending' : 'deposit.giftUnknown')}
          </p>
        </div>
        <Button
          variant="secondary"
          wide
          onClick={() => {
            // A link with an unknown outcome may be sent again; one that was accepted need not.
            if (isPending) setText('');
            again();
          }}
        >
          {t(isPending ? 'deposit.giftAgain' : 'kit.back')}
        </Button>
      </div>
    );
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSending && text.trim() !== '') void send(text);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <WalletCard name={walletName(wallet)} kind={t('deposit.giftWay')} />
      <TextField
        label={t('deposit.giftLink')}
        hint={t('deposit.giftSteps')}
        error={problem || undefined}
        value={text}
        onChange={setText}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://gift.truemoney.com/campaign/?v="
        readOnly={isSending}
      />
      <p className="visually-hidden" role="status">
        {isSending && t('deposit.giftSending')}
      </p>
      <div className={styles.reach}>
        <Button type="submit" icon="gift" busy={isSending} disabled={text.trim() === ''} wide>
          {t('deposit.giftSend')}
        </Button>
      </div>
    </form>
  );
}
