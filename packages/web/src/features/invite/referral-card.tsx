import { navigate } from '../../lib/router.tsx';
import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { isOffered } from '../../lib/settings.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import { useReceiveInvite } from './receive-invite.ts';
import styles from './referral-card.module.css';

/** Earnings from friends to receive, and links to more. */
export function ReferralCard() {
  const t = useT();
  const { userInfo } = useWallet();
  const receive = useReceiveInvite();
  const amountMinor = userInfo?.inviteAmountMinor;
  return (
    <section className={styles.card} aria-busy={userInfo === undefined}>
      <h2 className={styles.label}>{t('invite.bonus')}</h2>
      <p className={styles.amount} aria-live="polite">
        {amountMinor === undefined ? (
          <span className={styles.blank} aria-hidden />
        ) : (
          <Amount value={amountMinor} currency={userInfo?.currency} smallDecimals />
        )}
      </p>
      <p className={styles.hint}>
        {userInfo && userInfo.inviteSuccess > 0
          ? t('invite.rate', { percent: userInfo.inviteSuccess })
          : t('invite.cardHint')}
      </p>
      <Button
        variant="gold"
        icon="wallet"
        wide
        disabled={!amountMinor || amountMinor <= 0n}
        onClick={receive}
      >
        {t('invite.receive')}
      </Button>
      <div className={styles.links}>
        <button
          type="button"
          className={styles.linkButton}
          aria-haspopup="dialog"
          onClick={() => void openModal('banners', { before: 'invite' })}
        >
          <Icon name="user" size={20} />
          {t('invite.title')}
        </button>
        {(isOffered('bonus') || isOffered('promotion')) && (
          <button type="button" className={styles.linkButton} onClick={() => navigate('/user/bonus')}>
            <Icon name="gift" size={20} />
            {t('home.bonuses')}
          </button>
        )}
      </div>
    </section>
  );
}
