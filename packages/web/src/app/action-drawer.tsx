import { useState, type ReactNode } from 'react';
import { navigate } from '../lib/router.tsx';
import { ProtectionLine } from '../features/protection/protection-api.tsx';
import { useIsStopped } from '../features/protection/stop-api.tsx';
import { useSpinActive } from '../features/spinwheel/spinwheel-api.ts';
import { useWallet } from '../wallet/use-wallet.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { openModal, type ModalComponentProps } from '../lib/modal-store.ts';
import { Amount } from '../ui/amount.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Ring, Skeleton } from '../ui/spinner.tsx';
import { RelativeTime } from '../ui/time.tsx';
import styles from './action-drawer.module.css';
import { OpenBonusTile, RewardTiles } from './reward-tiles.tsx';

/** All money actions and rewards of a member, one press away from any page. */
export function ActionDrawer({ onClose }: ModalComponentProps<'actions'>) {
  const t = useT();
  const isStopped = useIsStopped();
  const go = (name: 'deposit' | 'withdraw' | 'transfer') => {
    onClose();
    void openModal(name);
  };
  return (
    <Dialog title={t('member.actions')} onClose={() => onClose()}>
      <ul className={styles.list}>
        <li>
          <Tile
            icon="tray-down"
            label={t('deposit.title')}
            hint={t('member.depositHint')}
            onPress={() => go('deposit')}
            gold
          />
        </li>
        <li>
          <WheelOrBalance onLeave={onClose} />
        </li>
        <li>
          <Tile
            icon="tray-up"
            label={t('withdraw.title')}
            hint={t('member.withdrawHint')}
            onPress={() => go('withdraw')}
          />
        </li>
        <li>
          <Tile
            icon="both-ways"
            label={t('transfer.title')}
            hint={t('member.transferHint')}
            onPress={() => go('transfer')}
          />
        </li>
      </ul>
      {isStopped ? <OpenBonusTile onLeave={onClose} /> : <RewardTiles onLeave={onClose} />}
      <ProtectionLine />
    </Dialog>
  );
}

interface TileProps {
  icon: IconName;
  label: ReactNode;
  hint: ReactNode;
  onPress: () => void;
  gold?: boolean;
}

function Tile({ icon, label, hint, onPress, gold = false }: TileProps) {
  return (
    <button type="button" className={classNames(styles.tile, gold && styles.gold)} onClick={onPress}>
      <span className={styles.mark}>
        <Icon name={icon} size={20} />
      </span>
      <span>
        <span className={styles.label}>{label}</span>
        <span className={styles.hint}>{hint}</span>
      </span>
      <Icon name="chevron-right" size={20} className={styles.chevron} />
    </button>
  );
}

/** The wheel while there is one, with the member's coins; else the balance. */
function WheelOrBalance({ onLeave }: { onLeave: () => void }) {
  const t = useT();
  const { userInfo } = useWallet();
  const isActive = useSpinActive();
  if (isActive === undefined) return <Skeleton height={72} />;
  if (!isActive || userInfo?.standing?.stop) return <BalanceTile />;
  const leave = () => {
    onLeave();
    navigate('/user/spin');
  };
  return (
    <Tile
      icon="coin"
      label={t('spin.title')}
      hint={t('spin.hint', { count: userInfo?.profile.coin ?? 0 })}
      onPress={leave}
      gold
    />
  );
}

/** The total and the time it was last confirmed; a press asks every provider again. */
function BalanceTile() {
  const t = useT();
  const { userInfo, refresh } = useWallet();
  const [refreshing, setRefreshing] = useState(false);
  const press = async () => {
    setRefreshing(true);
    await refresh();
    setRefreshing(false);
  };
  return (
    <button
      type="button"
      className={classNames(styles.tile, styles.gold, styles.balance)}
      onClick={() => void press()}
      disabled={refreshing}
      aria-busy={refreshing || undefined}
    >
      <span className={styles.mark}>
        <Icon name="wallet" size={20} />
      </span>
      <span>
        <span className={styles.hint}>{t('member.balanceTotal')}</span>
        <span className={styles.label} aria-live="polite">
          {userInfo ? (
            <Amount value={userInfo.totalMinor} currency={userInfo.currency} />
          ) : (
            <Skeleton width={110} height={24} />
          )}
        </span>
        <span className={styles.hint}>
          {userInfo?.timesync ? <RelativeTime at={userInfo.timesync} /> : t('member.neverSynced')}
        </span>
      </span>
      <span className={styles.chevron}>
        {refreshing ? (
          <Ring size={22} />
        ) : (
          <Icon name="refresh" size={22} label={t('member.refreshBalance')} />
        )}
      </span>
    </button>
  );
}
